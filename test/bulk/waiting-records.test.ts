import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WaitingRecord, WaitingRecords } from '../../src/bulk/run/waiting-records.ts';
import { changeId } from '../../src/values/ids.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const RECORD: WaitingRecord = {
  record: { type: 'intent', change: changeId('1'), at: 0 },
  at: 0,
  resolve: () => {},
  reject: () => {},
};

/** The number of records taken after some turns of the event loop, without any time passing. */
async function taking(records: WaitingRecords) {
  const seen = { taken: 0 };
  void records.take().then((taken) => {
    seen.taken = taken.length;
  });
  await turns();
  return seen;
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

it('a record that may not wait is taken at once, together with waiting records', async () => {
  const records = new WaitingRecords();
  records.add(RECORD, true);
  const seen = await taking(records);
  expect(seen.taken).toBe(0);
  records.add(RECORD, false);
  await turns();
  expect(seen.taken).toBe(2);
});

it.each([
  [9, 0],
  [10, 1],
])(
  'a record that may wait is taken after ten milliseconds: after %i ms, %i taken',
  async (milliseconds, taken) => {
    const records = new WaitingRecords();
    records.add(RECORD, true);
    const seen = await taking(records);
    vi.advanceTimersByTime(milliseconds);
    await turns();
    expect(seen.taken).toBe(taken);
  },
);

it('a record that may wait does so even after a record that could not', async () => {
  const records = new WaitingRecords();
  records.add(RECORD, false);
  expect((await taking(records)).taken).toBe(1);
  records.add(RECORD, true);
  expect((await taking(records)).taken).toBe(0);
});

it('a second wait is also cut short, after the end time of the first one', async () => {
  const records = new WaitingRecords();
  records.add(RECORD, true);
  await taking(records);
  records.add(RECORD, false);
  await turns();
  vi.advanceTimersByTime(5);
  records.add(RECORD, true);
  const second = await taking(records);
  vi.advanceTimersByTime(6);
  records.add(RECORD, false);
  await turns();
  expect(second.taken).toBe(2);
});
