import { describe, expect, it } from 'vitest';
import { differenceJson } from '../../../src/cli/views/difference-view.ts';
import { differencesOf, joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { readScope } from '../../../src/migration/compare/compare-scope.ts';
import { copyService } from '../../../src/migration/compare/copy-service.ts';
import { JOIN_KEYS } from '../../../src/migration/compare/organization-copy.ts';
import type { StoredGroup, StoredUser } from '../../../src/sandbox/organization-data.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';
import { organizationHome } from '../../support/organization-home.ts';
import { account as bare, group, idOf } from '../../support/organization-world.ts';
import { clientOf } from '../../support/scim-client-of.ts';
import { openTestSandbox, VERSIONS } from '../../support/test-sandbox.ts';

const account = (userName: string, values: UserValues = {}) =>
  bare(userName, values, { hasCustomProfile: true });

interface World {
  readonly users: readonly StoredUser[];
  readonly groups: readonly StoredGroup[];
}

const PEOPLE: readonly StoredUser[] = [
  account('ada', { employeeNumber: '1', displayName: 'Ada É', title: 'Engineer', phone: '+1 555' }),
  account('bob', { employeeNumber: '2', manager: idOf('ada'), department: 'Support', familyName: 'Stone' }),
  account('cat', { employeeNumber: '3', manager: idOf('bob'), startDate: '2026-01-15T00:00:00+0000' }),
  account('dan', { guest: true, guestExpiration: '2027-06-30T00:00:00Z' }),
  account('eve', { active: false, secondaryEmail: 'eve@home.example' }),
  account('fay', { photo: 'https://x.example/1.png', timezone: 'Europe/Paris' }),
];
const WORLD: World = {
  users: PEOPLE,
  groups: [
    group(['ada', 'bob'], { id: 'S1', displayName: 'Team' }),
    group(['cat'], { id: 'S2', displayName: 'Quay' }),
  ],
};

const setOf =
  (userName: string, values: UserValues) =>
  (world: World): World => ({
    ...world,
    users: world.users.map((user) =>
      user.values.userName === userName ? { ...user, values: { ...user.values, ...values } } : user,
    ),
  });
const groupSet =
  (id: string, values: Partial<StoredGroup>) =>
  (world: World): World => ({
    ...world,
    groups: world.groups.map((one) => (one.id === id ? { ...one, ...values } : one)),
  });
const user = (name: string, attribute: string, valueInA: string, valueInB: string) => ({
  found: 'different',
  subject: 'user',
  name,
  attribute,
  valueInA,
  valueInB,
});
const membership = (name: string, valueInA: string, valueInB: string) => ({
  found: 'different',
  subject: 'membership',
  name,
  attribute: 'members',
  valueInA,
  valueInB,
});
type Row = Readonly<Record<string, unknown>>;

/** A change of B, and the differences that compare finds. */
const CASES: readonly (readonly [string, (world: World) => World, readonly Row[]])[] = [
  [
    'an extra user',
    (world) => ({ ...world, users: [...world.users, account('new')] }),
    [{ found: 'only-in-b', subject: 'user', name: 'new', valueInA: '', valueInB: 'new@example.com' }],
  ],
  [
    'a missing user',
    (world) => ({ ...world, users: world.users.filter(({ id }) => id !== idOf('fay')) }),
    [{ found: 'only-in-a', subject: 'user', name: 'fay', valueInA: 'fay@example.com' }],
  ],
  ['a changed phone number', setOf('ada', { phone: '+1 556' }), [user('ada', 'phone', '+1 555', '+1 556')]],
  ['a cleared value', setOf('ada', { title: '' }), [user('ada', 'title', 'Engineer', '')]],
  ['an added value', setOf('cat', { costCenter: '7' }), [user('cat', 'costCenter', '', '7')]],
  [
    'a changed letter case',
    setOf('bob', { familyName: 'STONE' }),
    [user('bob', 'familyName', 'Stone', 'STONE')],
  ],
  [
    'a name in a different Unicode form',
    setOf('ada', { displayName: 'Ada É'.normalize('NFD') }),
    [
      {
        ...user('ada', 'displayName', 'Ada É', 'Ada É'.normalize('NFD')),
        why: 'different Unicode composition',
      },
    ],
  ],
  [
    'a trailing space',
    setOf('bob', { department: 'Support ' }),
    [{ ...user('bob', 'department', 'Support', 'Support '), why: 'leading or trailing spaces' }],
  ],
  [
    'a changed guest expiration',
    setOf('dan', { guestExpiration: '2027-07-01T00:00:00Z' }),
    [user('dan', 'guestExpiration', '2027-06-30T00:00:00Z', '2027-07-01T00:00:00Z')],
  ],
  [
    'a guest who became a full member',
    (world) => ({
      ...world,
      users: world.users.map((one) => (one.id === idOf('dan') ? account('dan') : one)),
    }),
    [user('dan', 'guest', 'true', 'false'), user('dan', 'guestExpiration', '2027-06-30T00:00:00Z', '')],
  ],
  ['a deactivated user', setOf('cat', { active: false }), [user('cat', 'active', 'true', 'false')]],
  ['a reactivated user', setOf('eve', { active: true }), [user('eve', 'active', 'false', 'true')]],
  [
    'an extra deactivated user with the same employeeNumber',
    (world) => ({
      ...world,
      users: [...world.users, account('ada2', { employeeNumber: '1', active: false })],
    }),
    [{ found: 'only-in-b', subject: 'user', name: 'ada2' }],
  ],
  ['a different manager', setOf('cat', { manager: idOf('ada') }), [user('cat', 'manager', 'bob', 'ada')]],
  ['a removed manager', setOf('bob', { manager: '' }), [user('bob', 'manager', 'ada', '')]],
  ['a renamed user', setOf('ada', { userName: 'ada.stone' }), [user('ada', 'userName', 'ada', 'ada.stone')]],
  [
    'a different address',
    setOf('bob', { email: 'bob@other.example' }),
    [user('bob', 'email', 'bob@example.com', 'bob@other.example')],
  ],
  [
    'two users with swapped addresses',
    (world) => setOf('bob', { email: 'ada@example.com' })(setOf('ada', { email: 'bob@example.com' })(world)),
    [
      user('ada', 'email', 'ada@example.com', 'bob@example.com'),
      user('bob', 'email', 'bob@example.com', 'ada@example.com'),
    ],
  ],
  [
    'an account with a different employeeNumber',
    setOf('cat', { employeeNumber: '33' }),
    [
      {
        found: 'ambiguous',
        subject: 'user',
        name: 'cat',
        why: 'the same email, but employeeNumber 3 in A and 33 in B',
      },
    ],
  ],
  [
    'two users with the employeeNumber of one',
    (world) => ({
      groups: world.groups.map((one) => ({
        ...one,
        members: one.members.filter((id) => id !== idOf('cat')),
      })),
      users: [
        ...world.users.filter(({ id }) => id !== idOf('cat')),
        account('cat1', { employeeNumber: '3' }),
        account('cat2', { employeeNumber: '3' }),
      ],
    }),
    [{ found: 'ambiguous', subject: 'user', name: 'cat, cat1, cat2', why: 'employeeNumber 3' }],
  ],
  [
    'an extra member',
    groupSet('S2', { members: [idOf('cat'), idOf('fay')] }),
    [membership('Quay', '', 'fay')],
  ],
  ['a missing member', groupSet('S1', { members: [idOf('ada')] }), [membership('Team', 'bob', '')]],
  [
    'an extra group',
    (world) => ({ ...world, groups: [...world.groups, group([], { id: 'S3', displayName: 'New' })] }),
    [{ found: 'only-in-b', subject: 'group', name: 'New', valueInB: '0 members' }],
  ],
  [
    'a missing group',
    (world) => ({ ...world, groups: world.groups.filter(({ id }) => id !== 'S1') }),
    [{ found: 'only-in-a', subject: 'group', name: 'Team', valueInA: '2 members' }],
  ],
  [
    'a group in different letter case',
    groupSet('S2', { displayName: 'quay' }),
    [{ found: 'different', subject: 'group', attribute: 'displayName', valueInA: 'Quay', valueInB: 'quay' }],
  ],
  [
    'two groups with the same name',
    (world) => ({ ...world, groups: [...world.groups, group([], { id: 'S3', displayName: 'Team' })] }),
    [{ found: 'ambiguous', subject: 'group', name: 'Team', a: ['S1'], b: ['S1', 'S3'] }],
  ],
  [
    'a different start date',
    setOf('cat', { startDate: '2026-01-16T00:00:00+0000' }),
    [user('cat', 'startDate', '2026-01-15T00:00:00+0000', '2026-01-16T00:00:00+0000')],
  ],
  [
    'a different time zone',
    setOf('fay', { timezone: 'Europe/Rome' }),
    [user('fay', 'timezone', 'Europe/Paris', 'Europe/Rome')],
  ],
  [
    'a different photo',
    setOf('fay', { photo: 'https://x.example/2.png' }),
    [user('fay', 'photo', 'https://x.example/1.png', 'https://x.example/2.png')],
  ],
  [
    'a different secondary address',
    setOf('eve', { secondaryEmail: 'e@home.example' }),
    [user('eve', 'secondaryEmail', 'eve@home.example', 'e@home.example')],
  ],
  ['nothing for an address in different letter case', setOf('ada', { email: 'Ada@Example.com' }), []],
  ['nothing in an unchanged copy', (world) => world, []],
];

/** The same organization with different IDs, as another organization has them. */
function elsewhere({ users, groups }: World): World {
  const moved = (id: string) => `U0${id}`;
  return {
    users: users.map((one) => ({
      ...one,
      id: moved(one.id),
      values: {
        ...one.values,
        ...(one.values.manager ? { manager: moved(one.values.manager) } : {}),
      },
    })),
    groups: groups.map((one) => ({ ...one, id: one.id, members: one.members.map(moved) })),
  };
}

const MIRRORED: Readonly<Record<string, string>> = { 'only-in-a': 'only-in-b', 'only-in-b': 'only-in-a' };

describe('compare of two organizations', () => {
  it.each(CASES)('finds only %s', async (_, change, expected) => {
    const a = await organizationHome(WORLD);
    const b = await organizationHome(elsewhere(change(WORLD)));
    const ran = await a.words(['compare', a.home, b.home, '-o', 'json', '-q']);
    const rows: readonly Row[] = JSON.parse(ran.stdout);
    expect(rows).toEqual(expected.map((row) => expect.objectContaining(row)));
    expect(ran).toMatchObject({ exit: 0, stderr: '' });

    const turned: readonly Row[] = JSON.parse(
      (await a.words(['compare', b.home, a.home, '-o', 'json', '-q'])).stdout,
    );
    const about = ({ found, subject, attribute, valueInA, valueInB }: Row) =>
      [found, subject, attribute, valueInA, valueInB].join('|');
    const mirrored = rows.map((row) => ({
      ...row,
      found: MIRRORED[String(row['found'])] ?? row['found'],
      valueInA: row['valueInB'],
      valueInB: row['valueInA'],
    }));
    expect(turned.map(about).sort()).toEqual(mirrored.map(about).sort());
  });

  it.each(VERSIONS)('finds each difference and nothing else over SCIM %s', async (version) => {
    const read = async (name: string, { users, groups }: World) => {
      const service = await openTestSandbox({ version, users: [...users], groups: [...groups] });
      return copyService(clientOf(service), { name }, () => {});
    };
    const a = await read('a', WORLD);
    for (const [kind, change, expected] of CASES) {
      const b = await read('b', elsewhere(change(WORLD)));
      const joined = joinOrganizations(a, b, { keys: JOIN_KEYS });
      const rows = [...differencesOf(joined, readScope())].map(differenceJson);
      expect({ kind, rows }).toEqual({ kind, rows: expected.map((row) => expect.objectContaining(row)) });
    }
  });

  it('finds at least twenty differences of different kinds at the same time', async () => {
    const chosen: (typeof CASES)[number][] = [];
    const about = ({ subject, name, attribute }: Row) => `${subject}|${name}|${attribute}`;
    const known = () => new Set(chosen.flatMap(([, , rows]) => rows.map(about)));
    for (const one of CASES)
      if (!ABOUT_MORE_THAN_ONE.includes(one[0]) && one[2].every((row) => !known().has(about(row))))
        chosen.push(one);
    const a = await organizationHome(WORLD);
    const b = await organizationHome(elsewhere(chosen.reduce((world, [, change]) => change(world), WORLD)));
    const ran = await a.words(['compare', a.home, b.home, '-o', 'json', '-q']);
    const rows: readonly Row[] = JSON.parse(ran.stdout);
    const expected = chosen.flatMap(([, , own]) => own);
    expect(chosen.length).toBeGreaterThanOrEqual(20);
    expect(rows).toHaveLength(expected.length);
    for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
  });
});

/** Changes that also affect the differences of other users or groups. */
const ABOUT_MORE_THAN_ONE: readonly string[] = [
  'a missing user',
  'a guest who became a full member',
  'a renamed user',
  'two users with swapped addresses',
  'an account with a different employeeNumber',
  'two users with the employeeNumber of one',
  'a missing group',
  'two groups with the same name',
];
