import { describe, expect, it } from 'vitest';
import type { Change, ChangeKind, UserUpdateChange } from '../../src/bulk/plan/change.ts';
import {
  callsOf,
  finishTime,
  forecastOf,
  isRead,
  type Pace,
  secondsInWords,
  withEndTime,
} from '../../src/bulk/plan/forecast.ts';
import { createRemainingTime } from '../../src/bulk/plan/remaining-time.ts';
import { changeId, groupId, userId } from '../../src/values/ids.ts';

const base = { id: changeId('c'), line: 2, name: 'x', after: [] } as const;
const create: Change = { ...base, kind: 'createUser', user: {}, withheld: [] };
const update: UserUpdateChange = {
  ...base,
  kind: 'patchUser',
  target: { id: userId('W1') },
  before: {},
  set: { title: 'Chef' },
  clear: [],
};
const target = { id: groupId('S1') };
const asks = { names: [], managers: [], unclear: [] };
const joins = { joining: [], leaving: [], memberIds: [], before: { displayName: 'IT', memberIds: [] } };
const group = { displayName: 'ICT', formerName: 'IT', members: [], body: {} } as const;
const groupAsks = { joining: [], leaving: [], isEmptied: false, names: [], unclear: [] };

const UPDATE = ['readOne', 'changeUser'];
const REGROUP = ['readOne', 'changeGroup'];

describe('calls of a change', () => {
  it.each<[ChangeKind, Change, readonly string[]]>([
    ['createUser', create, ['createUser']],
    ['patchUser', update, UPDATE],
    ['deactivateUser', { ...update, kind: 'deactivateUser' }, UPDATE],
    ['reactivateUser', { ...update, kind: 'reactivateUser' }, UPDATE],
    ['replaceUser', { ...update, kind: 'replaceUser', body: {} }, UPDATE],
    [
      'sendUserPatch',
      { ...update, kind: 'sendUserPatch', bodies: [{}, {}], asks },
      [...UPDATE, 'changeUser'],
    ],
    ['createGroup', { ...base, kind: 'createGroup' }, ['read', 'createGroup', 'read']],
    ['addMembers', { ...base, ...group, target, kind: 'addMembers' }, REGROUP],
    ['removeMembers', { ...base, ...group, target, kind: 'removeMembers' }, REGROUP],
    ['renameGroup', { ...base, ...group, target, kind: 'renameGroup' }, REGROUP],
    ['replaceGroup', { ...base, ...group, ...joins, target, kind: 'replaceGroup' }, REGROUP],
    [
      'sendGroupPatch',
      { ...base, ...group, ...joins, target, kind: 'sendGroupPatch', asks: groupAsks },
      REGROUP,
    ],
    [
      'deleteGroup',
      { ...base, ...group, target, kind: 'deleteGroup' },
      ['readOne', 'readOne', 'deleteGroup'],
    ],
    ['callMethod', { ...base, kind: 'callMethod', method: 'x', arguments: {} }, []],
  ])('depend on the kind: %s', (kind, change, calls) => {
    expect(change.kind).toBe(kind);
    expect(callsOf(change, '2.0')).toEqual(calls);
  });

  it.each([
    ['alone', { startDate: '2026-01-01' }, [], '2.0', 2],
    ['with another value', { startDate: '2026-01-01', title: 'Chef' }, [], '2.0', 3],
    ['with a cleared value', { startDate: '2026-01-01' }, ['title'], '2.0', 3],
    ['with another value in v1', { startDate: '2026-01-01', title: 'Chef' }, [], '1.1', 2],
  ] as const)('include one more in v2 for a start date %s', (_, set, clear, version, calls) => {
    expect(callsOf({ ...update, set, clear }, version)).toHaveLength(calls);
  });

  it.each([
    ['read', true],
    ['readOne', true],
    ['createUser', false],
  ] as const)('count toward the quota of reads: %s is %s', (call, is) => {
    expect(isRead(call)).toBe(is);
  });
});

const pace = (limits: Pace['limits'], more: Partial<Pace> = {}): Pace => ({
  limits,
  concurrency: 1,
  basis: 'given',
  ...more,
});
const creations = (count: number) => Array.from({ length: count }, () => create);
/** A quota of `perSecond` calls with a burst. */
const each = (burst: number, perSecond = 1) => ({ perSecond, burst });

describe("forecast of a plan's duration", () => {
  it.each<[string, readonly Change[], Pace, number, number]>([
    ['no change', [], pace({ createUser: each(1) }), 0, 0],
    ['no wait for the first call', creations(1), pace({ createUser: each(1) }), 1, 0],
    ['one call per second after the first', creations(5), pace({ createUser: each(1) }), 5, 4],
    ['no wait within a burst', creations(5), pace({ createUser: each(3) }), 5, 2],
    ['all calls within the burst', creations(3), pace({ createUser: each(3) }), 3, 0],
    ['the quota of all writes', creations(5), pace({ write: each(1) }), 5, 4],
    ['the slower of two quotas', creations(5), pace({ write: each(1), createUser: each(1, 0.5) }), 5, 8],
    ['no quota', creations(5), pace({}), 5, 0],
    ['a rate over all calls', creations(5), pace({}, { rate: each(1) }), 5, 4],
    ['rounding up to whole seconds', creations(2), pace({ createUser: each(1, 3) }), 2, 1],
    ['thirds of a second without a remainder', creations(4), pace({ createUser: each(1, 3) }), 4, 1],
    ['separate quotas of reads and writes', [update, update], pace({ read: each(1), write: each(1) }), 4, 1],
    ['one rate for reads and writes', [update, update], pace({}, { rate: each(1) }), 4, 3],
    [
      'reads of one resource and of lists with one quota',
      [{ ...base, kind: 'createGroup' }],
      pace({ read: each(1) }),
      3,
      1,
    ],
    [
      'parallel calls with a shared quota',
      creations(5),
      pace({ createUser: each(1) }, { concurrency: 8 }),
      5,
      4,
    ],
    ['a concurrency of 0 as 1', creations(5), pace({ createUser: each(1) }, { concurrency: 0 }), 5, 4],
    [
      'one row after another',
      [update, update, create, create],
      pace({ changeUser: each(1, 0.1), createUser: each(1) }),
      6,
      11,
    ],
    [
      'two rows in parallel',
      [update, update, create, create],
      pace({ changeUser: each(1, 0.1), createUser: each(1) }, { concurrency: 2 }),
      6,
      10,
    ],
  ])('computes calls and seconds: %s', (_, changes, given, calls, seconds) => {
    expect(forecastOf(changes, '2.0', given)).toMatchObject({ calls, seconds });
  });

  it.each<[string, Pace, object]>([
    ['the quotas', pace({ createUser: each(1) }), { seconds: 4, basis: 'given' }],
    [
      'the documented quotas',
      pace({ createUser: each(1) }, { basis: 'documented' }),
      { seconds: 4, basis: 'documented' },
    ],
    [
      'a slower rate',
      pace({ createUser: each(1) }, { basis: 'documented', rate: each(1, 0.5), rateWords: '1/2s' }),
      { seconds: 8, basis: 'given', rate: '1/2s' },
    ],
    [
      'not a rate of equal speed',
      pace({ createUser: each(1) }, { basis: 'documented', rate: each(1), rateWords: '1/s' }),
      { seconds: 4, basis: 'documented' },
    ],
    [
      'a rate without a text',
      pace({}, { basis: 'documented', rate: each(1) }),
      { seconds: 4, basis: 'given' },
    ],
    [
      'slower documented quotas',
      pace({}, { rate: each(1), rateWords: '1/s', documented: { createUser: each(1, 0.5) } }),
      { seconds: 4, basis: 'given', rate: '1/s', secondsAtDocumented: 8 },
    ],
    [
      'no documented quotas of equal speed',
      pace({ createUser: each(1) }, { documented: { createUser: each(1) } }),
      { seconds: 4, basis: 'given' },
    ],
  ])('names its basis: %s', (_, given, forecast) => {
    expect(forecastOf(creations(5), '2.0', given)).toEqual({ calls: 5, ...forecast });
  });

  it('uses the documented quotas by default', () => {
    expect(forecastOf(creations(1), '2.0').basis).toBe('documented');
  });
});

describe('printed duration', () => {
  it.each([
    [0, '0 s'],
    [0.1, '1 s'],
    [89, '89 s'],
    [89.9, '90 s'],
    [90, '2 min'],
    [120, '2 min'],
    [5399, '90 min'],
    [5400, '1.5 h'],
    [9000, '2.5 h'],
  ])('of %s seconds is %s', (seconds, words) => {
    expect(secondsInWords(seconds)).toBe(words);
  });

  const noon = new Date(2026, 10, 22, 12, 0, 0).getTime();

  it.each([
    [600, undefined, false],
    [601, '12:10', true],
    [7200, '14:00', true],
    [43_199, '23:59', true],
    [43_200, 'Nov 23 00:00', true],
  ])('includes the finish time if it is long: %i seconds from noon is %s', (seconds, words, isTold) => {
    expect(finishTime(noon, seconds)).toBe(words);
    const { finish, ...rest } = withEndTime({ calls: 1, seconds, finish: 'of another time' }, noon);
    expect(rest).toEqual({ calls: 1, seconds });
    expect(finish).toBe(isTold ? new Date(noon + seconds * 1000).toISOString() : undefined);
  });
});

describe('remaining time of a run', () => {
  const rest = (changes: readonly Change[], given: Pace) => createRemainingTime(changes, '2.0', given);

  it('is computed from the given quotas and shrinks as changes end', () => {
    const left = rest(creations(6), pace({ createUser: each(1, 2) }));
    expect(left.seconds()).toBe(3);
    left.done(create);
    left.done(create);
    expect(left.seconds()).toBe(2);
    for (let ended = 0; ended < 5; ended += 1) left.done(create);
    expect(left.seconds()).toBe(0);
  });

  it.each<[string, readonly Change[], Pace, number]>([
    [
      'documented quotas are ignored',
      creations(6),
      pace({ createUser: each(1) }, { basis: 'documented' }),
      0,
    ],
    ['a rate applies to all calls', [update, create], pace({}, { rate: each(1) }), 3],
    [
      'a rate applies beside documented quotas',
      [create],
      pace({}, { basis: 'documented', rate: each(1) }),
      1,
    ],
    ['reads use the quota of reads', [update, update], pace({ read: each(1) }), 2],
    ['a read of one resource also uses its own quota', [update], pace({ readOne: each(1, 0.5) }), 2],
    ['writes use the quota of writes', [update, create], pace({ write: each(1) }), 2],
    ['the slowest quota decides', creations(2), pace({ write: each(1), createUser: each(1, 0.1) }), 20],
    ['a quota of another call is ignored', creations(2), pace({ createGroup: each(1) }), 0],
    ['no quota is known', creations(2), pace({}), 0],
  ])('follows the quotas: %s', (_, changes, given, seconds) => {
    expect(rest(changes, given).seconds()).toBe(seconds);
  });
});
