import { isUtf8 } from 'node:buffer';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { type CsvRow, countLineEnds, placeOfCell } from './csv-row.ts';

/** Longest record, in characters: a quote that is never closed must not collect the rest of a large file. */
const LONGEST_RECORD = 1024 * 1024;

/**
 * Reads a CSV (RFC 4180) as it comes: UTF-8 with or without a byte order mark, any line end. Empty lines are skipped. A damaged record is
 * reported with its place and skipped; what is not text at all ends the reading.
 * @returns batches of records in the order of the file.
 * @throws Failure `invalidInput` for bytes that are not UTF-8.
 */
export async function* parseCsv(
  bytes: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
): AsyncGenerator<readonly CsvRow[]> {
  const { parse } = await import('csv-parse');
  let line = 1;
  let failure: Error | undefined;
  const takeRow = ({ record, raw }: { record: string[]; raw: string }): CsvRow => {
    const row = startOf(raw, line);
    line += countLineEnds(raw);
    return { line: row.line, cells: record, raw: row.raw };
  };
  const parser = parse({
    bom: true,
    raw: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_RECORD,
    skip_records_with_error: true,
    on_skip: (error, raw) => {
      const text = raw ?? '';
      report(damage(startOf(text, line), file, error?.code));
      line += countLineEnds(text);
      return undefined;
    },
  });
  parser.on('error', (error: Error) => {
    failure = error;
  });
  for await (const chunk of textOnly(bytes, file)) {
    parser.write(chunk);
    const batch = readAvailable(parser, takeRow);
    if (failure !== undefined) break;
    if (batch.length > 0) yield batch;
  }
  if (failure === undefined) {
    parser.end();
    const rest: CsvRow[] = [];
    try {
      for await (const row of parser) rest.push(takeRow(row));
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    if (rest.length > 0) yield rest;
  }
  if (failure !== undefined) report(damage({ line, cells: [], raw: '' }, file, codeOf(failure)));
}

function readAvailable<T>(
  parser: { read(): { record: string[]; raw: string } | null },
  take: (row: { record: string[]; raw: string }) => T,
): T[] {
  const batch: T[] = [];
  for (let row = parser.read(); row !== null; row = parser.read()) batch.push(take(row));
  return batch;
}

/** The raw text of a record begins with the empty lines that were skipped before it. */
function startOf(raw: string, line: number): CsvRow {
  const blank = /^[\r\n]*/.exec(raw)?.[0] ?? '';
  return { line: line + countLineEnds(blank), cells: [], raw: raw.slice(blank.length) };
}

const DAMAGE: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  CSV_QUOTE_NOT_CLOSED: { code: 'unclosed_quote', message: 'a quote is opened here and never closed' },
  CSV_INVALID_CLOSING_QUOTE: { code: 'stray_quote', message: 'there is text behind a closing quote' },
  INVALID_OPENING_QUOTE: { code: 'stray_quote', message: 'there is a quote inside an unquoted cell' },
  CSV_MAX_RECORD_SIZE: {
    code: 'record_too_long',
    message: 'this record is longer than 1 MiB; a quote may be missing',
  },
};

function damage(row: CsvRow, file: string, errorCode: string | undefined): Issue {
  const known = DAMAGE[errorCode ?? ''] ?? { code: 'damaged_record', message: 'this record cannot be read' };
  const example = known.code === 'record_too_long' ? undefined : '"a ""quoted"" word, and a comma"';
  return {
    ...known,
    path: '',
    expected: 'a cell with a quote in it stands in quotes, and the quote is doubled',
    ...(example === undefined ? {} : { example }),
    at: { file, ...placeOfCell(row, cellOfQuote(row.raw)) },
  };
}

/** The cell in which the quotes go wrong: the first one that has a quote where none may be, else the last quoted one. */
function cellOfQuote(raw: string): number {
  const stray = /(?:^|,)(?:"(?:[^"]|"")*"[^,"\r\n]|[^",\r\n]+")/.exec(raw);
  const upTo = stray === null ? raw.lastIndexOf('"') : stray.index + (raw[stray.index] === ',' ? 1 : 0);
  let cell = 0;
  let isQuoted = false;
  for (const character of raw.slice(0, Math.max(0, upTo))) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) cell += 1;
  }
  return cell;
}

/** Lets only UTF-8 text through. @throws Failure `invalidInput` with the place of the first byte that is not. */
async function* textOnly(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  let carried: Buffer = Buffer.alloc(0);
  let line = 1;
  let isFirst = true;
  for await (const piece of bytes) {
    const chunk = carried.length === 0 ? piece : Buffer.concat([carried, piece]);
    if (isFirst && chunk.length >= 2) {
      isFirst = false;
      refuseUtf16(chunk, file);
    }
    const whole = chunk.subarray(0, chunk.length - heldBack(chunk));
    if (!isUtf8(whole) || whole.includes(0)) throw notText(whole, file, line);
    line += countLineEnds(whole.toString('latin1'));
    carried = chunk.subarray(whole.length);
    yield whole;
  }
  if (carried.length === 0) return;
  if (!isUtf8(carried)) throw notText(carried, file, line);
  yield carried;
}

/** Bytes at the end of a piece that only make sense with the next one: part of a character, or the CR of a CRLF. */
function heldBack(chunk: Buffer): number {
  return chunk.at(-1) === 0x0d ? 1 : incompleteTail(chunk);
}

function refuseUtf16(chunk: Buffer, file: string): void {
  const mark = chunk.readUInt16BE(0);
  if (mark !== 0xfeff && mark !== 0xfffe) return;
  throw new Failure('invalidInput', `${file} is UTF-16`, {
    hint: `iconv -f UTF-16 -t UTF-8 ${file} > utf8.csv`,
  });
}

/** Bytes at the end that begin a character which the next piece ends. */
function incompleteTail(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function notText(chunk: Buffer, file: string, firstLine: number): Failure {
  let end = chunk.indexOf(0);
  if (end < 0) {
    end = 0;
    // Half the rest each time: the longest prefix that is text.
    for (let step = chunk.length; step >= 1; step = Math.floor(step / 2)) {
      while (end + step <= chunk.length && isUtf8(withoutTail(chunk.subarray(0, end + step)))) end += step;
    }
    end = Math.min(withoutTail(chunk.subarray(0, end)).length, chunk.length - 1);
  }
  const before = chunk.subarray(0, end).toString('utf8');
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const place = {
    file,
    line: firstLine + countLineEnds(before),
    column: [...before.slice(lineStart)].length + 1,
  };
  const byte = (chunk[end] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const message = `${file} is not UTF-8 text (byte 0x${byte})`;
  return new Failure('invalidInput', message, {
    issues: [{ code: 'not_utf8', path: '', message: `byte 0x${byte} is not UTF-8 text`, at: place }],
    hint: 'save the file as UTF-8',
  });
}

function withoutTail(chunk: Buffer): Buffer {
  return chunk.subarray(0, chunk.length - incompleteTail(chunk));
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
