import type { Issue } from '../failure/issue.ts';
import { likelyDelimiter } from './likely-delimiter.ts';
import type { ReadRecord } from './read-cell.ts';
import type { Damage, DamageKind } from './split-records.ts';
import { placeInText } from './text-places.ts';

const QUOTING = {
  expected: 'quotes around a cell that contains a quote, and two quotes for each one inside',
  example: '"a ""quoted"" word, and a comma"',
} as const;

const DAMAGE: Readonly<Record<DamageKind, Pick<Issue, 'message' | 'expected' | 'example'>>> = {
  unclosed_quote: { message: 'a quote is opened here and never closed', ...QUOTING },
  stray_quote: { message: 'unexpected quote', ...QUOTING },
  record_too_long: { message: 'this record is longer than 1 MiB' },
  stray_line_end: {
    message: 'unexpected carriage return; the other lines have another line ending',
    expected: 'quotes around a cell that contains a line break',
  },
};

/** Returns the finding for a record that cannot be parsed. */
export function damageIssue({ kind, line, column, begins }: Omit<Damage, 'raw'>, file: string): Issue {
  const { message, ...words } = DAMAGE[kind];
  const where = begins === undefined ? '' : `; its row starts in line ${begins}`;
  return { ...words, message: `${message}${where}`, code: kind, path: '', at: { file, line, column } };
}

/**
 * Returns the finding for the first wrong quote of a record that was read leniently; undefined if all quotes
 * are right.
 * @param start offset of the record in the text
 */
export function quoteIssue(
  text: string,
  start: number,
  { damage }: ReadRecord,
  file: string,
): Issue | undefined {
  if (damage === undefined) return undefined;
  const { kind, at } = damage;
  const begins = placeInText(text, start, 1).line;
  const place = placeInText(text, at, 1);
  return damageIssue({ kind, ...place, ...(place.line === begins ? {} : { begins }) }, file);
}

/** Returns the cells of a line with its quotes removed, to check whether a damaged line is the header row. */
export function cellsWithoutQuotes(text: string, start: number): readonly string[] {
  const [line = ''] = text.slice(start).split(/[\r\n]/, 1);
  const bare = line.replaceAll('"', '');
  return bare.split(likelyDelimiter(bare)).map((cell) => cell.trim());
}
