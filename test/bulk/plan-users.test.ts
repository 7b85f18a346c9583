import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/bulk/plan/change.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { userId } from '../../src/values/ids.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { account, idOf } from '../support/organization-world.ts';

const USERS = [
  account('ann', { secondaryEmail: 'ann@home.example', title: 'Cook' }),
  account('bob'),
  account('gone', { active: false }),
];

/** Each change as ID, kind, values and dependencies, in the order of the plan. */
function inShort(changes: readonly Change[]): readonly string[] {
  return changes.map((change) => {
    const values = change.kind === 'createUser' ? change.user : 'set' in change ? change.set : {};
    const cleared = 'clear' in change ? change.clear.map((name) => `-${name}`) : [];
    const after = change.after.length === 0 ? '' : ` after ${change.after.join(' ')}`;
    const set = Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .sort();
    return `${change.id} ${change.kind} ${[...set, ...cleared].join(' ')}${after}`;
  });
}

const planned = async (csv: string) => inShort(await (await bulkWorld({ users: USERS })).plan(csv));

describe('planned change of a row', () => {
  it.each([
    [
      'a match by ID, with a new address',
      `id,email,title\n${idOf('ann')},new@x.example,Cook\n`,
      ['L2 patchUser email=new@x.example'],
    ],
    [
      'a match by primary address in any case',
      'email,title\nANN@Example.com,VP\n',
      ['L2 patchUser title=VP'],
    ],
    ['a match by the normalized userName', 'userName,title\nAnn,VP\n', ['L2 patchUser title=VP']],
    [
      'an update for a rename',
      'email,userName\nann@example.com,Ann Lind\n',
      ['L2 patchUser userName=ann_lind'],
    ],
    [
      'an update for a new address',
      'userName,email\nann,ann@new.example\n',
      ['L2 patchUser email=ann@new.example'],
    ],
    [
      'a reactivation for a rehire',
      'email,active,title\ngone@example.com,true,VP\n',
      ['L2 reactivateUser active=true title=VP'],
    ],
    ['no change for equal values', 'email,title,userName\nann@example.com,Cook,ANN\n', []],
    [
      'no change for an empty cell, and a clear for \\clear',
      'email,title,department\nann@example.com,\\clear,\n',
      ['L2 patchUser -title'],
    ],
    [
      'a clear for \\clear with spaces',
      'email,title\nann@example.com," \\clear  "\n',
      ['L2 patchUser -title'],
    ],
    ['a clear for exactly one space', 'email,title\nann@example.com," "\n', ['L2 patchUser -title']],
    ['no change for several spaces', 'email,title,active,groups\nann@example.com,"  ","  ","   "\n', []],
    ['no change for separators without a group', 'email,groups\nann@example.com, ; \n', []],
    [
      'a value with an escaped backslash and spaces',
      'email,title\nann@example.com," \\\\clear "\n',
      ['L2 patchUser title=\\clear'],
    ],
  ])('is %s', async (_, csv, changes) => {
    expect(await planned(csv)).toEqual(changes);
  });

  it.each([
    [
      'two rows for one user',
      'email,userName\nann@example.com,\n,ann\n',
      'lines 2 and 3 are the same user: ann (WANN)',
    ],
    [
      'the secondary address of another user',
      'email,userName\nann@home.example,new\n',
      '"ann@home.example" belongs to ann (WANN)',
    ],
    ['an unknown ID', 'id,title\nWNOBODY,VP\n', 'no user has the ID "WNOBODY"'],
    [
      'a manager who does not exist',
      'email,manager\nann@example.com,zoe\n',
      '"zoe" is neither in the organization nor in this file',
    ],
    [
      'users who swap names',
      'email,userName\nann@example.com,bob\nbob@example.com,ann\n',
      'email ann@example.com belongs to ann (WANN), userName bob belongs to bob (WBOB)',
    ],
  ])('is refused for %s', async (_, csv, message) => {
    await expect(planned(csv)).rejects.toThrow(message);
  });
});

describe('order of changes', () => {
  it('creates managers before their reports in any order of the file', async () => {
    expect(
      await planned(
        'email,userName,manager\nc@x.example,c,b@x.example\nb@x.example,b,a\na@x.example,a,ann@example.com\n',
      ),
    ).toEqual([
      `L4 createUser email=a@x.example manager=${idOf('ann')} userName=a`,
      'L3 createUser email=b@x.example manager=a@x.example userName=b after L4',
      'L2 createUser email=c@x.example manager=b@x.example userName=c after L3',
    ]);
  });

  it('sets users as managers of each other after both are created', async () => {
    const world = await bulkWorld({ users: USERS });
    const changes = await world.plan(
      'email,userName,manager\na@x.example,a,b@x.example\nb@x.example,b,a@x.example\n',
    );
    expect(inShort(changes)).toEqual([
      'L2 createUser email=a@x.example userName=a',
      'L3 createUser email=b@x.example userName=b',
      'L2m patchUser manager=b@x.example after L2 L3',
      'L3m patchUser manager=a@x.example after L3 L2',
    ]);
    const { outcomes } = await world.complete(world.begin(changes));
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(changes.map(() => 'succeeded'));
    expect(await world.plan('email,manager\na@x.example,b\nb@x.example,a\n')).toEqual([]);
  });

  it('puts changes that release a name or an address first', async () => {
    const world = await bulkWorld({ users: USERS });
    const csv = 'email,userName\nann@example.com,bob\nbob@example.com,robert\n';
    expect(inShort(await world.plan(csv, {}, 'upsert', { accept: [2] }))).toEqual([
      'L3 patchUser userName=robert',
      'L2 patchUser userName=bob after L3',
    ]);
  });

  it('handles a chain of 20,000 managers in reverse order', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, n) => `u${n}@x.example,u${n},${n === 0 ? '' : `u${n - 1}@x.example`}\n`,
    );
    const changes = await (await bulkWorld({ users: USERS })).plan(
      `email,userName,manager\n${rows.reverse().join('')}`,
    );
    expect(changes.map(({ name }) => name).slice(0, 3)).toEqual(['u0', 'u1', 'u2']);
    expect(changes).toHaveLength(20_000);
  });

  it('blocks only dependents of a failed change', async () => {
    // A channel has the name, which no list of users shows (SCIM §7 username_taken).
    const world = await bulkWorld({ users: USERS });
    const run = world.begin(
      await world.plan(
        'email,userName,manager\na@x.example,general,\nb@x.example,b,a@x.example\nc@x.example,c,\n',
      ),
    );
    const { outcomes } = await world.complete(run);
    expect(
      Object.fromEntries(
        [...outcomes].map(([id, { state, ...more }]) => [id, 'code' in more ? more.code : state]),
      ),
    ).toEqual({
      L2: 'username_taken',
      L3: 'blocked',
      L4: 'succeeded',
    });
  });
});

describe('owner of an address', () => {
  const user = (id: string, values: object) => ({
    id: userId(id),
    values: { userName: id, active: true, ...values },
  });
  const both = [
    user('W1', { email: 'Shared@x.example' }),
    user('W2', { email: 'two@x.example', secondaryEmail: 'shared@X.example' }),
    user('W3', { email: 'three@x.example', secondaryEmail: 'own@x.example' }),
  ];

  it.each([
    ['in list order', both],
    ['in reverse order', both.toReversed()],
  ])('is the user with the primary address: %s', (_, users) => {
    const { idByEmail } = snapshotOf(users);
    expect(Object.fromEntries(idByEmail)).toEqual({
      'shared@x.example': 'W1',
      'two@x.example': 'W2',
      'three@x.example': 'W3',
      'own@x.example': 'W3',
    });
  });
});
