import type { Dialect } from '../../bulk/input/dialect.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import { failedRows, type Reason } from '../../bulk/report/failed-rows.ts';
import { Failure } from '../../failure/failure.ts';
import { readBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { type AcceptedRows, rejectedRowsIn } from './accepted-lines.ts';

/** Lines whose row differs from the row that the user has reviewed. */
export type OtherRows = ReadonlySet<number>;

/**
 * Returns the lines whose row now differs from the reviewed rejected row: in a later file, the same line may
 * be the row of another user.
 * @throws Failure `usage` for rows from stdin, which can be read only once
 */
export async function linesChangedSinceReview(
  { host }: Context,
  file: string,
  vendor: string,
  reviewed: AcceptedRows,
  dialect: Dialect,
): Promise<OtherRows> {
  const looked = [...reviewed].filter(([, row]) => row !== undefined);
  if (looked.length === 0) return new Set();
  if (file === '-')
    throw new Failure('usage', 'rows from stdin cannot be compared with a file of rejected rows', {
      hint: 'pass a file instead of stdin, or line numbers: --accept-identity-change 2,3',
    });
  // The rows are written and read as rejects are, so that equal rows yield equal text.
  const reasons = new Map(
    looked.map(([line]): [number, Reason] => [
      line,
      { code: 'identity_changed', message: '', place: `:${line}` },
    ]),
  );
  let text = '';
  const bytes = readBytes(file, host.streams.stdin);
  for await (const piece of failedRows(bytes, file, vendor, reasons, dialect)) text += piece;
  const now = text === '' ? undefined : await rejectedRowsIn(text, file);
  return new Set(looked.flatMap(([line, row]) => (now?.get(line) === row ? [] : [line])));
}

/** Returns the reading options without these accepted lines. */
export function withoutAcceptedLines(reading: InputReading, lines: OtherRows): InputReading | undefined {
  if (lines.size === 0) return reading;
  const { accept = [], ...rest } = reading;
  const left = accept.filter((line) => !lines.has(line));
  const kept: InputReading = left.length === 0 ? rest : { ...rest, accept: left };
  return Object.keys(kept).length === 0 ? undefined : kept;
}
