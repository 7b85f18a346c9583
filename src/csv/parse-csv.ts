import type { Issue } from '../failure/issue.ts';
import type { CsvRow } from './csv-row.ts';
import type { DamagedRecord } from './damaged-record.ts';
import { namedSeparator, wrongSeparator } from './separator.ts';
import { type DamageKind, RecordSplitter } from './split-records.ts';

/**
 * Reads a CSV (RFC 4180) as it comes, with any line end. Empty lines are skipped. A damaged record is
 * reported with its place and skipped.
 * @param given what separates the cells; without it, anything else than commas is reported
 * @param onDamaged receives instead of `report` a damaged record that ends with its line
 * @returns batches of records in the order of the file
 */
export async function* parseCsvText(
  texts: AsyncIterable<string>,
  file: string,
  report: (issue: Issue) => void,
  given?: string,
  onDamaged?: (record: DamagedRecord) => void,
): AsyncGenerator<readonly CsvRow[]> {
  const delimiter = given ?? ',';
  let records: CsvRow[] = [];
  let isStart = given === undefined;
  const splitter = new RecordSplitter(
    (record) => {
      if (record.line > 1 || namedSeparator(record.raw) === undefined) records.push(record);
    },
    ({ kind, line, column, raw, begins }) => {
      const { message, ...words } = DAMAGE[kind];
      const where = begins === undefined ? '' : `; its row starts in line ${begins}`;
      const at = { file, line, column };
      const issue: Issue = { ...words, message: `${message}${where}`, code: kind, path: '', at };
      if (raw === undefined || onDamaged === undefined) report(issue);
      else onDamaged({ line, raw, issue });
    },
    delimiter,
  );
  for await (const text of texts) {
    const wrong = isStart ? wrongSeparator(text, file) : undefined;
    isStart = false;
    if (wrong !== undefined) return report(wrong);
    splitter.push(text);
    yield records;
    records = [];
  }
  splitter.end();
  yield records;
}

const QUOTING = {
  expected: 'quotes around a cell that contains a quote, and two quotes for each one inside',
  example: '"a ""quoted"" word, and a comma"',
} as const;

const DAMAGE: Readonly<Record<DamageKind, Pick<Issue, 'message' | 'expected' | 'example'>>> = {
  unclosed_quote: { message: 'a quote is opened here and never closed', ...QUOTING },
  stray_quote: { message: 'there is a quote here where none can be', ...QUOTING },
  record_too_long: { message: 'this record is longer than 1 MiB' },
  stray_line_end: {
    message: 'there is a lone carriage return here; the other lines end otherwise',
    expected: 'quotes around a cell that contains a line break',
  },
};
