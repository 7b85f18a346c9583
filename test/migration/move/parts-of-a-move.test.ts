import { describe, expect, it } from 'vitest';
import type { Change, UserChange } from '../../../src/bulk/plan/change.ts';
import { joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { userRecord } from '../../../src/migration/compare/copy-builder.ts';
import { JOIN_KEYS } from '../../../src/migration/compare/organization-copy.ts';
import { knownPairs, newPairs, resolvedPairs } from '../../../src/migration/move/known-pairs.ts';
import { reportSharedNames, unsharedNameOf } from '../../../src/migration/move/shared-names.ts';
import {
  personKey,
  positionsOf,
  storedWaitingOf,
  waitingSince,
} from '../../../src/migration/move/waiting-people.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';
import { changeId, userId } from '../../../src/values/ids.ts';
import { crowd, organization } from '../compare/small-organizations.ts';

const creation = (line: number, user: UserValues): UserChange => ({
  id: changeId(`L${line}`),
  line,
  after: [],
  name: '',
  kind: 'createUser',
  user,
  withheld: [],
});
const patch = (line: number, set: UserValues): UserChange => ({
  id: changeId(`L${line}`),
  line,
  after: [],
  name: '',
  kind: 'patchUser',
  target: { id: userId(`W${line}`) },
  before: {},
  set,
  clear: [],
});

function shared(...drafts: readonly UserChange[]): readonly string[] {
  const found: string[] = [];
  reportSharedNames(
    drafts,
    (line) => `n${line}`,
    (line, code, path, message) => void found.push(`${line} ${path} ${code}: ${message}`),
  );
  return found;
}

describe('userName or address that several users would get', () => {
  it.each([
    [2, 'n3'],
    [3, 'n3, n4'],
    [4, 'n3, n4, n5'],
    [5, 'n3, n4, n5, 1 more'],
    [6, 'n3, n4, n5, 2 more'],
  ])('is rejected for each user, naming up to three others: %i users', (count, others) => {
    const drafts = Array.from({ length: count }, (_, at) => creation(at + 2, { userName: 'ann' }));
    const found = shared(...drafts);
    expect(found).toHaveLength(count);
    expect(found[0]).toBe(`2 userName username_taken: ${others} would also get the userName "ann"`);
  });

  it.each<[string, readonly UserChange[], readonly string[]]>([
    [
      'one user with the same address twice',
      [creation(2, { email: 'a@x.example', secondaryEmail: 'A@x.example' })],
      [],
    ],
    ['different names', [creation(2, { userName: 'a' }), creation(3, { userName: 'b' })], []],
    // The service chooses another userName if it is an address.
    ['addresses as userNames', [creation(2, { userName: 'a@x' }), creation(3, { userName: 'a@x' })], []],
    [
      'a userName and an equal address',
      [creation(2, { userName: 'ann' }), creation(3, { email: 'ann' })],
      [],
    ],
    [
      'an address in different letter case, of a new and a changed user',
      [creation(2, { email: 'a@x.example' }), patch(3, { secondaryEmail: 'A@x.example' })],
      [
        '2 email email_taken: n3 would also get the address "a@x.example"',
        '3 secondaryEmail email_taken: n2 would also get the address "A@x.example"',
      ],
    ],
    [
      'both addresses of a user',
      [
        creation(2, { email: 'a@x.example', secondaryEmail: 'a@x.example' }),
        creation(3, { email: 'a@x.example' }),
      ],
      [
        '2 email email_taken: n3 would also get the address "a@x.example"',
        '2 secondaryEmail email_taken: n3 would also get the address "a@x.example"',
        '3 email email_taken: n2 would also get the address "a@x.example"',
      ],
    ],
  ])('is rejected or accepted for %s', (_, drafts, expected) => {
    expect(shared(...drafts)).toEqual(expected);
  });

  it('is not used to name the user in the message', () => {
    const ann = userRecord('U1', { userName: 'ann', email: 'a@x.example' }, {});
    const bob = userRecord('U2', { userName: 'bob' }, {});
    expect([
      unsharedNameOf('userName', ann),
      unsharedNameOf('email', ann),
      unsharedNameOf('userName', bob),
    ]).toEqual(['a@x.example', 'ann', 'bob']);
  });
});

describe('users who wait for a later part of a move', () => {
  const copy = organization('A', {
    U1: { employeeNumber: '7', email: 'A@x.example' },
    U2: { email: 'B@x.example' },
    U3: { userName: 'cat' },
  });

  it('are identified by employeeNumber, else by address, else by ID', () => {
    expect(copy.people.map(personKey)).toEqual(['7', 'b@x.example', 'U3']);
  });

  it('wait from the first part that records them until a part settles them', () => {
    const parts = [
      { at: 1, waiting: { managers: ['7', 'x'], members: ['7'] } },
      { at: 2, waiting: { managers: ['7'], members: ['U3'] }, settled: { managers: ['x'], members: [] } },
      { at: 3, settled: { managers: [], members: ['7'] } },
      { at: 4, waiting: { managers: ['x'], members: [] } },
    ];
    const waits = waitingSince(parts);
    const since = (kind: 'managers' | 'members') => [...waits[kind]].map(([key, { at }]) => `${key} ${at}`);
    expect([since('managers'), since('members')]).toEqual([['7 1', 'x 4'], ['U3 2']]);
    const positions = positionsOf(copy, waits);
    expect([[...positions.managers], [...positions.members]]).toEqual([[0], [2]]);
  });

  it('are recorded separately as waiting for a manager and for a membership', () => {
    const nobody = { managers: new Set<number>(), members: new Set<number>() };
    expect(storedWaitingOf(copy, nobody, nobody)).toEqual({});
    expect(storedWaitingOf(copy, nobody, { ...nobody, members: new Set([1, 9]) })).toEqual({
      waiting: { managers: [], members: ['b@x.example'] },
    });
    expect(
      storedWaitingOf(copy, { ...nobody, managers: new Set([0, 2]) }, { ...nobody, managers: new Set([2]) }),
    ).toEqual({
      waiting: { managers: ['U3'], members: [] },
      settled: { managers: ['7'], members: [] },
    });
    const [one, none] = [new Map([['7', 1]]), new Map<string, number>()];
    expect(positionsOf(copy, { managers: none, members: none }).managers.size).toBe(0);
    expect([...positionsOf(copy, { managers: one, members: none }).managers]).toEqual([0]);
    expect([...positionsOf(copy, { managers: none, members: one }).members]).toEqual([0]);
  });
});

describe('recorded pairs of users', () => {
  const a = organization(
    'A',
    { ...crowd('U', 4, (number) => ({ userName: `n${number}` })), 'line 9': {} },
    {
      S1: ['One'],
      S2: ['Two'],
    },
  );
  const b = organization(
    'B',
    { W1: { userName: 'n1' }, W2: { userName: 'n2' }, 'line 4': { userName: 'n4' } },
    {
      T1: ['One'],
    },
  );
  const joined = joinOrganizations(a, b, { keys: JOIN_KEYS });
  const group: Change = { id: changeId('G1'), line: 0, after: [], name: 'Two', kind: 'createGroup' };

  it('contain only new pairs, with the change ID if the user is not created yet', () => {
    const known = new Map([
      ['U1', 'W1'],
      ['U2', 'W9'],
    ]);
    const changes = [creation(4, {}), creation(6, {}), patch(5, {}), group];
    expect(newPairs(joined, known, changes)).toEqual(['U2 W2', 'U3 +L4', 'S1 T1', 'S2 +G1']);
    expect(newPairs(joined, new Map(), [])).toEqual(['U1 W1', 'U2 W2', 'S1 T1']);
  });

  it('get the IDs of created users, and are dropped if a user was not created', () => {
    const ids: Readonly<Record<string, string>> = { L4: 'W4' };
    expect(resolvedPairs(['U2 W2', 'U3 +L4', 'S2 +G1'], (change) => ids[change])).toEqual(['U2 W2', 'U3 W4']);
  });

  it('are overridden by the latest run', () => {
    expect([...knownPairs([['U1 W1', 'U2 W2'], ['U1 W3'], []])]).toEqual([
      ['U1', 'W3'],
      ['U2', 'W2'],
    ]);
  });
});
