import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import { changesToRetry, restoreAfterFailedSwap } from '../../src/bulk/run/restore-values.ts';
import { changeId, userId } from '../../src/values/ids.ts';

const done: Outcome = { state: 'succeeded', id: 'W1', name: 'ann' };
const failed: Outcome = { state: 'failed', code: 'blocked', message: 'no' };

/**
 * Ann and Bob exchange their addresses: Ann takes a temporary one (`1t`), Bob takes hers (`2`), and she takes
 * his (`1`).
 */
const patch = (id: string, after: readonly string[], from: string, to: string, isTemporary = false): Change =>
  ({
    kind: 'patchUser',
    id: changeId(id),
    line: 2,
    name: id.startsWith('1') ? 'ann' : 'bob',
    after: after.map(changeId),
    target: { id: userId(id.startsWith('1') ? 'W1' : 'W2') },
    before: { email: from },
    set: { email: to },
    clear: [],
    ...(isTemporary ? { implies: ['takesTemporaryValue'] } : {}),
  }) as Change;
const temporary = patch('1t', [], 'a@x', 'tmp@x', true);
const taker = patch('2', ['1t'], 'b@x', 'a@x');
const own = patch('1', ['2'], 'tmp@x', 'b@x');
const EXCHANGE = [temporary, taker, own];

const idsOf = (outcomes: Readonly<Record<string, Outcome>>) =>
  new Map(Object.entries(outcomes).map(([id, outcome]) => [changeId(id), outcome]));

function back(
  outcomes: Readonly<Record<string, Outcome>>,
  changes: readonly Change[] = EXCHANGE,
  change = own,
) {
  const found = restoreAfterFailedSwap(change, changes, idsOf(outcomes));
  return found && { id: found.id, from: found.before.email, to: found.set.email, implies: found.implies };
}

describe('old value after a failed swap', () => {
  it('is restored under the ID of the change that would have ended the swap', () => {
    expect(back({ '1t': done, 2: failed })).toEqual({
      id: '1',
      from: 'tmp@x',
      to: 'a@x',
      implies: undefined,
    });
  });

  it.each<[string, Readonly<Record<string, Outcome>>]>([
    ['it was never released', { 2: failed }],
    ['its release failed', { '1t': failed, 2: failed }],
    ['another user has it now', { '1t': done, 2: done }],
    ['another user may still take it', { '1t': done }],
  ])('is not restored if %s', (_, outcomes) => {
    expect(back(outcomes)).toBeUndefined();
  });

  it('is not restored while one of several users may take it', () => {
    const other = patch('3', ['1t'], 'c@x', 'a@x');
    expect(back({ '1t': done, 2: failed, 3: done }, [...EXCHANGE, other])).toBeUndefined();
    expect(back({ '1t': done, 2: failed, 3: failed }, [...EXCHANGE, other])).toMatchObject({ to: 'a@x' });
  });

  it.each<[string, readonly Change[], Change]>([
    ['belongs to another user', [temporary, taker], taker],
    ['has the ID of a change that releases nothing', [patch('1t', [], 'a@x', 'tmp@x'), taker, own], own],
  ])('is not restored if the temporary value %s', (_, changes, change) => {
    expect(back({ '1t': done, 2: failed }, changes, change)).toBeUndefined();
  });
});

describe('retry of a restored swap', () => {
  it.each([
    [['1'], ['1', '1t']],
    [['2'], ['2']],
    [['1t'], ['1t']],
    [[], []],
  ])('includes all of its steps after the failure of %j', (ids, again) => {
    expect([...changesToRetry(EXCHANGE, new Set(ids.map(changeId)))].sort()).toEqual(again);
  });
});
