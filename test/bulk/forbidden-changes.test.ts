import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import type { Outcome } from '../../src/bulk/run/journal-record.ts';
import { createRefusedAccess, REFUSALS_IN_A_ROW, showsAccess } from '../../src/bulk/run/refused-access.ts';
import { Failure } from '../../src/failure/failure.ts';
import { changeId } from '../../src/values/ids.ts';

const change = (id: string): Change => ({
  id: changeId(id),
  line: 2,
  name: id,
  after: [],
  kind: 'createGroup',
});
const failed = (code: string): Outcome => ({ state: 'failed', code, message: 'no' });
const DONE: Outcome = { state: 'succeeded', id: 'W1', name: 'ann' };
const FAILED = failed('forbidden');
const refusal = (code?: string, status = 403, kind: 'unauthorized' | 'refused' = 'unauthorized') =>
  new Failure(kind, `refused ${code}`, { status, ...(code === undefined ? {} : { code }) });

function holding(...codes: readonly string[]) {
  const access = createRefusedAccess();
  const freed = codes.map((code, at) => {
    const one = change(`${at}`);
    access.note(one.id, refusal(code));
    return access.hold({ change: one, outcome: FAILED }).map((held) => held.change.id);
  });
  return { access, freed };
}

describe('changes refused with 403', () => {
  it.each([
    [REFUSALS_IN_A_ROW - 1, false],
    [REFUSALS_IN_A_ROW, true],
    [REFUSALS_IN_A_ROW + 1, true],
  ])('indicate a token without access after enough of them: %i', (count, isFull) => {
    const { access } = holding(...Array.from({ length: count }, () => 'no_scope'));
    expect(access.isFull()).toBe(isFull);
    expect(access.failure()).toMatchObject({
      kind: 'unauthorized',
      message: `${count} changes in a row were refused: refused no_scope`,
      code: 'no_scope',
      status: 403,
    });
  });

  it('are released as failures when another code follows', () => {
    const { access, freed } = holding('one', 'one', 'two', 'two');
    expect(freed).toEqual([[], [], ['0', '1'], []]);
    expect(access.takeAll().map((held) => held.change.id)).toEqual(['2', '3']);
    expect(access.takeAll()).toEqual([]);
    expect(access.isRefusal(change('2'), FAILED)).toBe(false);
  });

  it.each([
    ['403 with a code of the token', refusal('no_scope'), true],
    ['403 without a code', refusal(undefined, 403, 'refused'), true],
    ['403 with an unknown code', refusal('strange', 403, 'refused'), true],
    ['403 with a documented code of a user', refusal('username_taken', 403, 'refused'), false],
    ['401', refusal('no_scope', 401), false],
    ['409', refusal(undefined, 409, 'refused'), false],
  ])('count toward the token: %s', (_, failure, isRefusal) => {
    const access = createRefusedAccess();
    access.note(changeId('a'), failure);
    expect(access.isRefusal(change('a'), FAILED)).toBe(isRefusal);
    expect(access.isRefusal(change('b'), FAILED)).toBe(false);
    expect(access.isRefusal(change('a'), DONE)).toBe(false);
  });

  it.each<[Outcome, boolean]>([
    [DONE, true],
    [{ ...DONE, how: 'adopted' }, true],
    [{ ...DONE, how: 'already' }, false],
    [failed('blocked'), false],
    [failed('conflict'), false],
    [failed('other_person'), false],
    [failed('username_taken'), true],
  ])('are unrelated to the token if another change shows access: %j', (outcome, shows) => {
    expect(showsAccess(outcome)).toBe(shows);
  });
});
