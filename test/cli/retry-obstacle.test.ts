import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import type { JournalRecord, Outcome } from '../../src/bulk/run/journal-record.ts';
import { retryObstacleOf } from '../../src/cli/bulk/retry-obstacle.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const failed = (code: string): Outcome => ({ state: 'failed', code, message: 'no' });
const done: Outcome = { state: 'succeeded', id: 'U1', name: 'anna' };
const STAYS = 'a retry will not help until the cause is fixed';
const SAME = `${STAYS}: the same changes failed again`;
const MANAGED = 'group_members_create_failed';
const AT_SOURCE =
  'a retry will not help if the service itself manages the members of c0: remove the rows, and change the members at their source';

/** The codes of failed changes, how often they failed, and the explanation of a retry. */
const ENDS: readonly (readonly [
  codes: readonly string[],
  times: number,
  why: string | undefined,
  isForNow: boolean,
])[] = [
  [['email_taken'], 1, `${STAYS}; see: orgctl explain email_taken`, true],
  [['email_taken', 'title_too_long'], 1, undefined, false],
  [['title_too_long'], 2, SAME, true],
  [['title_too_long', 'email_taken'], 2, `${SAME}; see: orgctl explain email_taken`, true],
  [['missing_scope'], 2, `${SAME}; see: orgctl explain missing_scope`, true],
  [[MANAGED], 1, `${AT_SOURCE}; see: orgctl explain ${MANAGED}`, false],
  [[MANAGED, 'title_too_long'], 2, `${AT_SOURCE}; see: orgctl explain ${MANAGED}`, false],
  [[MANAGED, 'title_too_long'], 1, undefined, false],
  [['blocked'], 2, undefined, false],
];

function ended(codes: readonly string[], set: UserValues = {}) {
  const changes = codes.map((_, index): Change => {
    const [id, name] = [changeId(`c${index}`), `c${index}`];
    return {
      kind: 'patchUser',
      id,
      name,
      line: index + 2,
      after: [],
      target: { id: userId('U1') },
      before: {},
      set,
      clear: [],
    };
  });
  const outcomes = new Map(codes.map((code, index) => [changeId(`c${index}`), failed(code)]));
  return { plan: { changes, profile: 'sandbox', origin: 'http://sandbox.localhost' }, outcomes };
}

describe('retryObstacleOf', () => {
  it.each(ENDS)('explains %j, which failed %i times', async (codes, times, why, isForNow) => {
    const { plan, outcomes } = ended(codes);
    const records = Array.from({ length: times }).flatMap(() =>
      [...outcomes].map(([change, outcome]): JournalRecord => ({ type: 'outcome', change, outcome })),
    );
    const told = retryObstacleOf(plan, outcomes, () => records);
    expect(told).toEqual(why === undefined ? undefined : { why, isForNow });
    const [, command] = /see: orgctl (.*)$/.exec(why ?? '') ?? [];
    if (command !== undefined) expect(await freshMachine().orgctl(command)).toMatchObject({ exit: 0 });
  });

  it('suggests the command that shows the owner of a taken value, with the profile of the run', () => {
    const { plan, outcomes } = ended(['email_taken'], { email: "o'hara@x.example" });
    const told = retryObstacleOf(plan, outcomes, () => []);
    expect(told?.why).toBe(`${STAYS}; see: orgctl -p sandbox scim users get 'o'\\''hara@x.example'`);
  });

  it('reads the journal only if a failure needs it', () => {
    let reads = 0;
    const read = () => {
      reads += 1;
      return [];
    };
    retryObstacleOf(ended([MANAGED]).plan, new Map([[changeId('c0'), done]]), read);
    retryObstacleOf(ended([MANAGED]).plan, ended([MANAGED]).outcomes, read);
    expect(reads).toBe(0);
    retryObstacleOf(ended(['email_taken']).plan, ended(['email_taken']).outcomes, read);
    expect(reads).toBe(0);
    retryObstacleOf(ended(['title_too_long']).plan, ended(['title_too_long']).outcomes, read);
    expect(reads).toBe(1);
  });

  it('returns undefined if the journal cannot be read', () => {
    const { plan, outcomes } = ended(['title_too_long']);
    const read = () => {
      throw new Error('EIO');
    };
    expect(retryObstacleOf(plan, outcomes, read)).toBeUndefined();
  });
});
