import { parse } from 'csv-parse';
import type { Issue } from '../../failure/issue.ts';
import type { CsvRow } from './csv-row.ts';
import { decodeText } from './decode-text.ts';
import { type DamageKind, type RawRecord, RecordSplitter } from './split-records.ts';

/**
 * Reads a CSV (RFC 4180) as it comes: UTF-8 with or without a byte order mark, any line end. Empty lines are skipped. A damaged record is
 * reported with its place and skipped; what is not text at all is reported and ends the reading.
 * @returns batches of records in the order of the file.
 */
export function parseCsv(
  bytes: AsyncIterable<Buffer>,
  file: string,
  report: (issue: Issue) => void,
): AsyncGenerator<readonly CsvRow[]> {
  return parseCsvText(decodeText(bytes, file, report), file, report);
}

/** The same of text that is decoded already. */
export async function* parseCsvText(
  texts: AsyncIterable<string>,
  file: string,
  report: (issue: Issue) => void,
): AsyncGenerator<readonly CsvRow[]> {
  const raws: RawRecord[] = [];
  const splitter = new RecordSplitter(
    (record) => raws.push(record),
    ({ kind, line, column }) => report({ ...DAMAGE[kind], code: kind, path: '', at: { file, line, column } }),
  );
  // Every record that reaches the parser is whole, so that it ends where the splitter says.
  const parser = parse({ record_delimiter: '\n', relax_column_count: true });
  let open: RawRecord[] = [];
  const withPlace = (parsed: readonly string[][]): CsvRow[] => {
    const rows = parsed.map((cells, index): CsvRow => {
      const record = open[index];
      if (record === undefined) throw new Error('the parser found a record more than there is');
      return { line: record.line, raw: record.raw, cells };
    });
    open = open.slice(rows.length);
    return rows;
  };
  for await (const text of texts) {
    splitter.push(text);
    if (raws.length === 0) continue;
    parser.write(`${raws.map(({ raw }) => raw).join('\n')}\n`);
    open.push(...raws.splice(0));
    yield withPlace(readAvailable(parser));
  }
  splitter.end();
  open.push(...raws);
  parser.end(raws.map(({ raw }) => `${raw}\n`).join(''));
  const rest: string[][] = [];
  for await (const cells of parser) rest.push(cells);
  yield withPlace(rest);
}

function readAvailable(parser: { read(): string[] | null }): string[][] {
  const records: string[][] = [];
  for (let cells = parser.read(); cells !== null; cells = parser.read()) records.push(cells);
  return records;
}

const QUOTING = {
  expected: 'a cell with a quote in it stands in quotes, and the quote is doubled',
  example: '"a ""quoted"" word, and a comma"',
} as const;

const DAMAGE: Readonly<Record<DamageKind, Pick<Issue, 'message' | 'expected' | 'example'>>> = {
  unclosed_quote: { message: 'a quote is opened here and never closed', ...QUOTING },
  stray_quote: { message: 'there is a quote here where none can be', ...QUOTING },
  record_too_long: { message: 'this record is longer than 1 MiB' },
  stray_line_end: {
    message: 'there is a lone carriage return here; the other lines end otherwise',
    expected: 'a line break inside of a cell stands in quotes',
  },
};
