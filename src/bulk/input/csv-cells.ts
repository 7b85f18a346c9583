import { parse } from 'csv-parse/sync';
import type { RawRecord } from './split-records.ts';

/** Tells the cells of one record apart. */
export function cellsOf({ raw, hasQuotes }: RawRecord, delimiter: string): readonly string[] {
  return hasQuotes ? (parseRecords([{ raw }], delimiter)[0] ?? []) : raw.split(delimiter);
}

/** Tells the cells of records with quotes apart. */
export function parseRecords(records: readonly Pick<RawRecord, 'raw'>[], delimiter: string): string[][] {
  const text = records.map(({ raw }) => raw).join('\n');
  return parse(text, { record_delimiter: '\n', relax_column_count: true, delimiter });
}
