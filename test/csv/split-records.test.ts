import { describe, expect, it } from 'vitest';
import type { CsvRow } from '../../src/csv/csv-row.ts';
import { type Damage, RecordSplitter } from '../../src/csv/split-records.ts';

/** Splits text that arrives in these chunks. */
function split(pieces: readonly string[]) {
  const records: CsvRow[] = [];
  const damages: Damage[] = [];
  const splitter = new RecordSplitter(
    (record) => records.push(record),
    (damage) => damages.push(damage),
  );
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return { rows: records.map(({ line, raw }) => `${line} ${raw}`), damages };
}

describe('records of text split into chunks', () => {
  it.each(['\n', '\r\n', '\r'])('are the same even if a split divides a line end: %j', (end) => {
    const text = ['a,b', 'c,"d"', '', '"e",f', 'g,h'].map((line) => line + end).join('');
    const whole = { rows: ['1 a,b', '2 c,"d"', '4 "e",f', '5 g,h'], damages: [] };
    expect(split([text])).toEqual(whole);
    for (let at = 0; at <= text.length; at += 1) {
      expect({ at, ...split([text.slice(0, at), text.slice(at)]) }).toEqual({ at, ...whole });
    }
    expect(split([...text])).toEqual(whole);
  });
});
