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
import { openTestSandbox, VERSIONS } from '../../support/wire.ts';

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

/** What is done to B by hand, and what a comparison says of it. */
const CASES: readonly (readonly [string, (world: World) => World, readonly Row[]])[] = [
  [
    'an extra user',
    (world) => ({ ...world, users: [...world.users, account('new')] }),
    [{ found: 'only-in-b', subject: 'user', name: 'new', valueInA: '', valueInB: 'new@example.com' }],
  ],
  [
    'a user who is missing',
    (world) => ({ ...world, users: world.users.filter(({ id }) => id !== idOf('fay')) }),
    [{ found: 'only-in-a', subject: 'user', name: 'fay', valueInA: 'fay@example.com' }],
  ],
  ['one phone', setOf('ada', { phone: '+1 556' }), [user('ada', 'phone', '+1 555', '+1 556')]],
  ['a value that is gone', setOf('ada', { title: '' }), [user('ada', 'title', 'Engineer', '')]],
  ['a value that was blank', setOf('cat', { costCenter: '7' }), [user('cat', 'costCenter', '', '7')]],
  [
    'a changed letter case',
    setOf('bob', { familyName: 'STONE' }),
    [user('bob', 'familyName', 'Stone', 'STONE')],
  ],
  [
    'a name whose letters are composed another way',
    setOf('ada', { displayName: 'Ada É'.normalize('NFD') }),
    [
      {
        ...user('ada', 'displayName', 'Ada É', 'Ada É'.normalize('NFD')),
        why: 'letters composed another way',
      },
    ],
  ],
  [
    'a blank behind a word',
    setOf('bob', { department: 'Support ' }),
    [{ ...user('bob', 'department', 'Support', 'Support '), why: 'blanks at an end' }],
  ],
  [
    "a guest's end",
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
  ['somebody deactivated', setOf('cat', { active: false }), [user('cat', 'active', 'true', 'false')]],
  ['somebody reactivated', setOf('eve', { active: true }), [user('eve', 'active', 'false', 'true')]],
  [
    'a deactivated twin',
    (world) => ({
      ...world,
      users: [...world.users, account('ada2', { employeeNumber: '1', active: false })],
    }),
    [{ found: 'only-in-b', subject: 'user', name: 'ada2' }],
  ],
  ['another manager', setOf('cat', { manager: idOf('ada') }), [user('cat', 'manager', 'bob', 'ada')]],
  ['no manager', setOf('bob', { manager: '' }), [user('bob', 'manager', 'ada', '')]],
  [
    'a renamed account',
    setOf('ada', { userName: 'ada.stone' }),
    [user('ada', 'userName', 'ada', 'ada.stone')],
  ],
  [
    'another address',
    setOf('bob', { email: 'bob@other.example' }),
    [user('bob', 'email', 'bob@example.com', 'bob@other.example')],
  ],
  [
    'two people who swapped addresses',
    (world) => setOf('bob', { email: 'ada@example.com' })(setOf('ada', { email: 'bob@example.com' })(world)),
    [
      user('ada', 'email', 'ada@example.com', 'bob@example.com'),
      user('bob', 'email', 'bob@example.com', 'ada@example.com'),
    ],
  ],
  [
    'an account that was handed to somebody else',
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
    'two people with the number of one',
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
  ['a member who is missing', groupSet('S1', { members: [idOf('ada')] }), [membership('Team', 'bob', '')]],
  [
    'an extra group',
    (world) => ({ ...world, groups: [...world.groups, group([], { id: 'S3', displayName: 'New' })] }),
    [{ found: 'only-in-b', subject: 'group', name: 'New', valueInB: '0 members' }],
  ],
  [
    'a group that is missing',
    (world) => ({ ...world, groups: world.groups.filter(({ id }) => id !== 'S1') }),
    [{ found: 'only-in-a', subject: 'group', name: 'Team', valueInA: '2 members' }],
  ],
  [
    'a group in another letter case',
    groupSet('S2', { displayName: 'quay' }),
    [{ found: 'different', subject: 'group', attribute: 'displayName', valueInA: 'Quay', valueInB: 'quay' }],
  ],
  [
    'two groups of one name',
    (world) => ({ ...world, groups: [...world.groups, group([], { id: 'S3', displayName: 'Team' })] }),
    [{ found: 'ambiguous', subject: 'group', name: 'Team', a: ['S1'], b: ['S1', 'S3'] }],
  ],
  [
    'another start date',
    setOf('cat', { startDate: '2026-01-16T00:00:00+0000' }),
    [user('cat', 'startDate', '2026-01-15T00:00:00+0000', '2026-01-16T00:00:00+0000')],
  ],
  [
    'another timezone',
    setOf('fay', { timezone: 'Europe/Rome' }),
    [user('fay', 'timezone', 'Europe/Paris', 'Europe/Rome')],
  ],
  [
    'another photo',
    setOf('fay', { photo: 'https://x.example/2.png' }),
    [user('fay', 'photo', 'https://x.example/1.png', 'https://x.example/2.png')],
  ],
  [
    'another secondary address',
    setOf('eve', { secondaryEmail: 'e@home.example' }),
    [user('eve', 'secondaryEmail', 'eve@home.example', 'e@home.example')],
  ],
  ['an address in another letter case, which is the same', setOf('ada', { email: 'Ada@Example.com' }), []],
  ['nothing', (world) => world, []],
];

/** The same organization with other IDs, as the service gives them in another one. */
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

describe('compare', () => {
  it.each(CASES)('finds %s, and nothing else', async (_, change, expected) => {
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

  it.each(VERSIONS)('finds each of them over SCIM %s, and nothing else', async (version) => {
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

  it('finds at least twenty kinds of them at once, and nothing else', async () => {
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

/** Differences that say something about others, too. */
const ABOUT_MORE_THAN_ONE: readonly string[] = [
  'a user who is missing',
  'a guest who became a full member',
  'a renamed account',
  'two people who swapped addresses',
  'an account that was handed to somebody else',
  'two people with the number of one',
  'a group that is missing',
  'two groups of one name',
];
