import { expect, it } from 'vitest';
import { CallSlots } from '../../src/bulk/run/call-slots.ts';
import { changeId } from '../../src/values/ids.ts';

const slots = (concurrency: number, isHeld = () => false) => new CallSlots({ concurrency, isHeld });

it('begins no change while two changes per slot are about to make a call', () => {
  const two = slots(2);
  for (const id of ['L2', 'L3', 'L4'].map(changeId)) two.prepare(id);
  expect(two.mayBegin(3)).toBe(true);
  two.prepare(changeId('L5'));
  expect(two.mayBegin(4)).toBe(false);
});

it('begins changes again when half of the prepared changes have been sent, to flush their intents together', () => {
  const two = slots(2);
  const ids = ['L2', 'L3', 'L4', 'L5'].map(changeId);
  for (const id of ids) two.prepare(id);
  const mayBegin = () => two.mayBegin(4);
  expect(mayBegin()).toBe(false);
  expect(
    ids.map((id) => {
      two.release(id);
      return mayBegin();
    }),
  ).toEqual([false, true, true, true]);
  for (const id of ids) two.prepare(id);
  expect(mayBegin()).toBe(false);
});

it('keeps four rows in progress per call, and one row if there is one call', () => {
  expect([7, 8].map((rows) => slots(2).mayBegin(rows))).toEqual([true, false]);
  expect([0, 1].map((rows) => slots(1).mayBegin(rows))).toEqual([true, false]);
});

it('gives a free slot to the call that waits longest', async () => {
  const one = slots(1);
  expect(one.take()).toBe(true);
  const order: string[] = [];
  const turns = ['first', 'second'].map((name) => one.acquireSlot().then(() => order.push(name)));
  expect(one.take()).toBe(false);
  one.leave();
  await turns[0];
  expect(order).toEqual(['first']);
  one.leave();
  await Promise.all(turns);
  expect(order).toEqual(['first', 'second']);
});

it('holds all calls back while held, and admits them afterwards', async () => {
  let isHeld = true;
  const two = slots(2, () => isHeld);
  expect(two.take()).toBe(false);
  const turn = two.acquireSlot();
  two.startWaitingCalls();
  isHeld = false;
  two.startWaitingCalls();
  await turn;
  expect([two.take(), two.take()]).toEqual([true, false]);
});
