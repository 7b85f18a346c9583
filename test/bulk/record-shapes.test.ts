import { describe, expect, it } from 'vitest';
import { recordLine } from '../../src/bulk/run/journal-line.ts';
import type { JournalRecord } from '../../src/bulk/run/journal-record.ts';
import { readJournalText } from '../../src/bulk/run/read-journal.ts';
import { changeId, runId, userId } from '../../src/values/ids.ts';
import { damagedForms } from '../support/damaged-forms.ts';

const TIME = '2026-01-02T03:04:05.000Z';

/** Each type of record with all of its members. */
const RECORDS: readonly JournalRecord[] = [
  {
    type: 'run.start',
    run: runId('r'),
    plan: 'x',
    origin: 'https://scim.example',
    profile: 'acme',
    source: 'people.csv',
    mode: 'upsert',
    tool: 'orgctl 1.0.0',
    by: {
      user: 'ada',
      host: 'h',
      ci: { system: 's', job: 'j', url: 'u', actor: 'a' },
      token: { kind: 'org', hash: 'abcd' },
      command: 'bulk apply',
    },
    feed: { name: 'people.csv', rows: 2, columns: { email: 2 }, limits: { minRows: '90%' } },
  },
  { type: 'intent', change: changeId('L1'), at: 1 },
  {
    type: 'outcome',
    change: changeId('L1'),
    outcome: {
      state: 'succeeded',
      id: 'W1',
      name: 'ada',
      created: TIME,
      how: 'adopted',
      notKept: ['title'],
      untouched: [userId('W2')],
      changed: { before: { title: 'x' }, after: { title: 'y' } },
      regrouped: { added: [userId('W1')], removed: [userId('W2')], renamed: { before: 'IT', after: 'ICT' } },
    },
  },
  {
    type: 'outcome',
    change: changeId('L2'),
    outcome: { state: 'failed', code: 'username_taken', message: 'x' },
  },
  { type: 'absent', change: changeId('L1') },
  { type: 'run.pause', why: 'x', calls: 2 },
  { type: 'throttled', rates: 'createUser', resource: 'Groups/S1', seconds: 3 },
  { type: 'outage', why: 'service unreachable', seconds: 3 },
  { type: 'run.end', succeeded: 1, failed: 2, calls: 3, undoneBy: runId('r2'), closed: 'x' },
  { type: 'part.undone', by: runId('r2') },
];

const journalOf = (record: unknown) =>
  recordLine(record as JournalRecord, { seq: 0, time: TIME, isJoined: false, before: '' }).text;
const foundIn = (record: unknown) => {
  try {
    readJournalText(journalOf(record), 'journal');
    return undefined;
  } catch (error) {
    return String(error);
  }
};
/** Objects without required members. */
const isFree = (path: string) => /\.(limits|before|after)$/.test(path);

describe('journal record', () => {
  it.each(RECORDS)('is read if it is complete: %j', (record) => {
    expect(readJournalText(journalOf(record), 'journal').records).toMatchObject([record]);
  });

  it.each(RECORDS)('is refused with a value of another type, even with a valid checksum: %j', (record) => {
    for (const wrong of [null, [[7]], { a: [7] }])
      for (const [path, other] of damagedForms(record, wrong)) {
        if (!Array.isArray(wrong) && wrong !== null && isFree(path)) continue;
        const found = foundIn(other) ?? '';
        const expected = `the journal journal is damaged: line 1: ${path.slice(1)}`;
        expect({ path, wrong, isFound: found.includes(expected) }).toEqual({ path, wrong, isFound: true });
      }
  });

  it('is refused with its place even in the last line, if that line is complete', () => {
    expect(foundIn({ type: 'intent', change: 7, at: 1 })).toContain(
      'the journal journal is damaged: line 1: change: expected a string',
    );
    expect(foundIn({ type: 'constructor' })).toContain('line 1: type: expected run.start or');
  });
});
