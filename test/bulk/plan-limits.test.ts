import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { checkLimits, type LimitCounts, neededCounts } from '../../src/bulk/plan/limits.ts';
import { Failure } from '../../src/failure/failure.ts';
import {
  allowance,
  type LimitValue,
  PLAN_LIMITS,
  type PlanLimitName,
  type PlanLimits,
  parseLimitValue,
} from '../../src/profiles/plan-limits.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const base = (n: number) => ({ id: changeId(`L${n}`), line: n, after: [], name: `u${n}` });
const update = (n: number, active: boolean) =>
  ({
    ...base(n),
    target: { id: userId(`W${n}`) },
    before: { active: !active },
    set: { active },
    clear: [],
  }) as const;

/** Plans with this many changes of the kind that each limit counts. */
const PLANS: Readonly<Record<PlanLimitName, (count: number) => readonly Change[]>> = {
  maxDeactivate: (count) =>
    Array.from({ length: count }, (_, n) => ({ ...update(n, false), kind: 'deactivateUser' as const })),
  maxReactivate: (count) =>
    Array.from({ length: count }, (_, n) => ({ ...update(n, true), kind: 'reactivateUser' as const })),
  maxRemoveMembers: (count) => removals('S1', 'IT', count),
  maxDeleteGroups: (count) =>
    Array.from({ length: count }, (_, n) => ({
      ...base(n),
      kind: 'deleteGroup' as const,
      target: { id: groupId(`S${n}`) },
      members: [],
    })),
  maxChanges: (count) =>
    Array.from({ length: count }, (_, n) => ({ ...base(n), kind: 'createGroup' as const })),
};

/** Members are removed in calls of at most three. */
function removals(id: string, name: string, count: number): readonly Change[] {
  const members = Array.from({ length: count }, (_, n) => ({ id: userId(`W${n}`), name: `u${n}`, line: n }));
  return Array.from({ length: Math.ceil(count / 3) }, (_, n) => ({
    ...base(n),
    name,
    kind: 'removeMembers' as const,
    target: { id: groupId(id) },
    members: members.slice(n * 3, n * 3 + 3),
  }));
}

const COUNTS: LimitCounts = { activeUsers: 400, groups: 40, members: { S1: 300, S2: 20 } };

function refusal(changes: readonly Change[], limits: PlanLimits, counts = COUNTS): Failure | undefined {
  try {
    checkLimits({ changes }, limits, counts);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

describe('limits on a plan', () => {
  it.each<[PlanLimitName, LimitValue | undefined, number]>([
    ['maxDeactivate', undefined, 20],
    ['maxDeactivate', 3, 3],
    ['maxDeactivate', '1%', 4],
    ['maxReactivate', undefined, 20],
    ['maxReactivate', 3, 3],
    ['maxReactivate', '2.5%', 10],
    ['maxRemoveMembers', undefined, 15],
    ['maxRemoveMembers', 7, 7],
    ['maxRemoveMembers', '10%', 30],
    ['maxDeleteGroups', undefined, 0],
    ['maxDeleteGroups', 2, 2],
    ['maxDeleteGroups', '5%', 2],
    ['maxChanges', 5, 5],
    ['maxChanges', '5%', 20],
  ])('%s of %s allows %i and no more', (name, limit, allowed) => {
    const limits = { [name]: limit };
    if (allowed > 0) expect(refusal(PLANS[name](allowed - 1), limits)).toBeUndefined();
    expect(refusal(PLANS[name](allowed), limits)).toBeUndefined();
    const refused = refusal(PLANS[name](allowed + 1), limits);
    expect(refused?.kind).toBe('limit');
    expect(refused?.hint).toBe(`to allow this: ${PLAN_LIMITS[name].flag} ${allowed + 1}`);
  });

  it.each<[PlanLimitName, number]>([
    ['maxDeactivate', 10],
    ['maxReactivate', 10],
    ['maxRemoveMembers', 10],
  ])('%s is ten if five percent are fewer', (name, allowed) => {
    const few: LimitCounts = { activeUsers: 219, groups: 1, members: { S1: 219 } };
    expect(refusal(PLANS[name](allowed), {}, few)).toBeUndefined();
    expect(refusal(PLANS[name](allowed + 1), {}, few)?.kind).toBe('limit');
  });

  it.each<[string, Partial<LimitCounts>, number]>([
    ['eleven users', { activeUsers: 11 }, 5],
    ['two users', { activeUsers: 2 }, 1],
    ['one user', { activeUsers: 1 }, 1],
    ['no users', { activeUsers: 0 }, 1],
    ['twenty users', { activeUsers: 20 }, 10],
    ['many users, most of them protected', { activeUsers: 400, touchable: 12 }, 6],
  ])('allow the deactivation of half of %s, or of one user', (_, counts, allowed) => {
    const few = { ...COUNTS, ...counts };
    expect(refusal(PLANS.maxDeactivate(allowed), {}, few)).toBeUndefined();
    const refused = refusal(PLANS.maxDeactivate(allowed + 1), {}, few);
    expect(refused?.hint).toBe(`to allow this: --max-deactivate ${allowed + 1}`);
    expect(
      refusal(PLANS.maxDeactivate(allowed + 1), { maxDeactivate: '100%' }, { ...few, activeUsers: 400 }),
    ).toBeUndefined();
  });

  it('name what they count, the limit and the first ten names', () => {
    const message = (name: PlanLimitName, limit: LimitValue, count: number) =>
      refusal(PLANS[name](count), { [name]: limit })?.message;
    expect(message('maxDeactivate', 1, 2)).toBe(
      'the plan deactivates 2 users, but only 1 is allowed: u0, u1',
    );
    expect(message('maxReactivate', 0, 1)).toBe('the plan reactivates 1 user, but none is allowed: u0');
    expect(message('maxRemoveMembers', 10, 1451)).toBe(
      'the plan removes 1,451 members from IT, but only 10 are allowed: u0, u1, u2, u3, u4, u5, u6, u7, u8, u9, …',
    );
    expect(message('maxDeleteGroups', 0, 2)).toBe('the plan deletes 2 groups, but none is allowed: u0, u1');
    expect(message('maxChanges', 2, 3)).toBe('the plan makes 3 changes, but only 2 are allowed');
  });

  it('count the members of each group, and the hint has a value that is enough for all groups', () => {
    const changes = [...removals('S1', 'IT', 16), ...removals('S2', 'Sales', 11)];
    const refused = refusal(changes, {});
    expect(refused?.message).toContain(
      'removes 16 members from IT (and too many from 1 other group), but only 15 are',
    );
    expect(refused?.hint).toBe('to allow this: --max-remove-members 16');
    expect(refusal(changes, { maxRemoveMembers: 16 })).toBeUndefined();
    expect(refusal([...removals('S1', 'IT', 10), ...removals('S2', 'Sales', 10)], {})).toBeUndefined();
  });

  it('ignore members removed from a group that the same run creates', () => {
    const [one] = removals('S1', 'IT', 1);
    if (one?.kind !== 'removeMembers') throw new Error('no removal');
    const members = Array.from({ length: 50 }, (_, n) => ({ id: userId(`W${n}`), name: `u${n}`, line: n }));
    expect(refusal([{ ...one, target: { createdBy: changeId('L9') }, members }], {})).toBeUndefined();
  });

  it('name every exceeded limit, and all flags at once', () => {
    const refused = refusal([...PLANS.maxDeactivate(2), ...PLANS.maxDeleteGroups(1)], { maxDeactivate: 1 });
    expect(refused?.message).toBe(
      'the plan deactivates 2 users, but only 1 is allowed: u0, u1; the plan deletes 1 group, but none is allowed: u0',
    );
    expect(refused?.hint).toBe('to allow this: --max-deactivate 2 --max-delete-groups 1');
  });
});

describe('neededCounts', () => {
  it.each<[PlanLimitName, number, LimitValue | undefined, object]>([
    ['maxDeactivate', 10, undefined, { activeUsers: false }],
    ['maxDeactivate', 11, undefined, { activeUsers: true }],
    ['maxDeactivate', 11, 20, { activeUsers: false }],
    ['maxDeactivate', 1, '5%', { activeUsers: true }],
    ['maxDeactivate', 1, undefined, { atLeast: 0 }],
    ['maxDeactivate', 2, undefined, { atLeast: 4 }],
    ['maxDeactivate', 2, 5, { atLeast: 0 }],
    ['maxReactivate', 11, undefined, { activeUsers: true }],
    ['maxRemoveMembers', 10, undefined, { members: [] }],
    ['maxRemoveMembers', 11, undefined, { members: ['S1'] }],
    ['maxRemoveMembers', 1, '5%', { members: ['S1'] }],
    ['maxDeleteGroups', 1, undefined, { groups: false }],
    ['maxDeleteGroups', 1, '5%', { groups: true }],
    ['maxChanges', 1, '5%', { activeUsers: true }],
  ])('returns the counts needed for %s with %i changes and a limit of %s', (name, count, limit, needed) => {
    expect(neededCounts(PLANS[name](count), { [name]: limit })).toMatchObject(needed);
  });
});

it('neededCounts includes groups for a percentage only if the plan deletes a group', () => {
  const changes = [...PLANS.maxChanges(3), ...PLANS.maxDeleteGroups(1)];
  expect(neededCounts(changes, { maxDeleteGroups: '5%' })).toMatchObject({ groups: true });
  expect(neededCounts(PLANS.maxChanges(3), { maxDeleteGroups: '5%' })).toMatchObject({ groups: false });
});

describe('limit value', () => {
  it.each([
    ['0', 0],
    ['29', 29],
    ['5%', '5%'],
    ['2.5%', '2.5%'],
    ['100%', '100%'],
    ['05%', '5%'],
    ['101%', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['5 %', undefined],
    ['', undefined],
    ['all', undefined],
  ])('"%s" is read as %s', (text, limit) => {
    expect(parseLimitValue(text)).toBe(limit);
  });

  it.each<[LimitValue, number, number]>([
    [3, 1000, 3],
    ['5%', 199, 9],
    ['5%', 200, 10],
    ['5%', 0, 0],
    ['0%', 500, 0],
    ['0.57%', 10_000, 57],
    ['0.57%', 9_999, 56],
    ['0.57%', 10_001, 57],
    ['1.001%', 100_000, 1001],
    ['29%', 100, 29],
    ['100%', 999_999_999, 999_999_999],
  ])('%s of %i allows %i', (limit, whole, allowed) => {
    expect(allowance(limit, whole)).toBe(allowed);
  });
});
