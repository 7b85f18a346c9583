import type { DamagedRecord } from '../failure/damaged-record.ts';
import type { Issue } from '../failure/issue.ts';
import type { CsvRow } from './csv-row.ts';
import { damageIssue } from './damage-issue.ts';
import { namedSeparator, wrongSeparator } from './separator.ts';
import { RecordSplitter } from './split-records.ts';

/**
 * Parses a CSV (RFC 4180) as a stream, with any line ends. Skips empty lines. Reports each damaged record
 * with its place and skips it.
 * @param given the delimiter; without it, any delimiter other than a comma is reported
 * @param onDamaged receives, instead of `report`, a damaged record that certainly ends with its line
 * @returns batches of records in file order
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
    (damage) => {
      const { line, raw } = damage;
      const issue = damageIssue(damage, file);
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
