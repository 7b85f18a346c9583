import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../../src/bulk/plan/group-snapshot.ts';
import { snapshotOf } from '../../../src/bulk/plan/snapshot.ts';
import { joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { JOIN_KEYS, type OrganizationCopy } from '../../../src/migration/compare/organization-copy.ts';
import { copySnapshot } from '../../../src/migration/move/copy-snapshot.ts';
import type { MoveInput } from '../../../src/migration/move/drafted-users.ts';
import { planMove } from '../../../src/migration/move/plan-move.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';
import { groupId, userId } from '../../../src/values/ids.ts';
import { organization } from '../compare/small-organizations.ts';

type People = Readonly<Record<string, UserValues>>;
type Groups = Readonly<Record<string, readonly [string, ...string[]]>>;
interface Options extends Partial<Omit<MoveInput, 'joined' | 'snapshot'>> {
  readonly prune?: boolean;
  readonly groupsOfA?: Groups;
  readonly groupsOfB?: Groups;
  /** IDs in A with their IDs in B. */
  readonly map?: Readonly<Record<string, string>>;
  /** Columns that the file of A lacks. */
  readonly lacks?: readonly string[];
}

/** Formats a change as one line: ID, kind, user, values, and the changes it depends on. */
function told(change: Change): string {
  const { id, kind, name, after, behind = [] } = change;
  const values = (object: object) => Object.entries(object).map(([key, value]) => `${key}=${value}`);
  const parts =
    change.kind === 'createUser'
      ? values(change.user)
      : 'set' in change
        ? [...values(change.set), ...change.clear.map((one) => `-${one}`)]
        : 'members' in change
          ? change.members.map((one) =>
              typeof one === 'string' ? one : 'id' in one ? one.id : one.createdBy,
            )
          : 'displayName' in change
            ? [`${change.displayName}`]
            : [];
  const words = (word: string, ids: readonly string[]) =>
    ids.length === 0 ? '' : ` ${word} ${ids.join('+')}`;
  const waits = `${words('after', after)}${words('behind', behind)}`;
  return `${id} ${kind} ${name}: ${parts.join(' ')}${waits}`;
}

function planned(peopleOfA: People, peopleOfB: People, options: Options = {}) {
  const { prune = false, groupsOfA, groupsOfB = {}, map = {}, lacks = [], ...input } = options;
  const whole = organization('A', peopleOfA, groupsOfA);
  const a: OrganizationCopy = {
    ...whole,
    holds: new Set([...whole.holds].filter((name) => !lacks.includes(name))),
    hasGroups: groupsOfA !== undefined,
  };
  const snapshot = snapshotOf(
    Object.entries(peopleOfB).map(([id, values]) => ({
      id: userId(id),
      values: { active: true, guest: false, ...values },
    })),
  );
  const groups = groupSnapshotOf(
    Object.entries(groupsOfB).map(([id, [displayName, ...members]]) => ({
      id: groupId(id),
      displayName,
      members: new Set(members.map(userId)),
    })),
  );
  const b = copySnapshot(snapshot, groups, { name: 'B' });
  const joined = joinOrganizations(a, b, { keys: JOIN_KEYS, map: new Map(Object.entries(map)) });
  const move = planMove({ joined, snapshot, isMeant: () => true, ...input }, groups, prune);
  return {
    changes: move.changes.map(told),
    rejects: move.rejects.map(
      ({ line, name, code, attribute, value, message }) =>
        `${line} ${name} ${attribute}=${value} ${code}: ${message}`,
    ),
    managers: [...move.waiting.managers],
    members: [...move.waiting.members],
    unchanged: move.unchanged,
  };
}

const mail = (name: string) => ({ userName: name, email: `${name}@x.example` });
const full = (name: string, values: UserValues = {}) => ({
  ...mail(name),
  givenName: name,
  displayName: name,
  ...values,
});
const NOTHING = { changes: [], rejects: [], managers: [], members: [], unchanged: 0 };

describe('planned changes of users', () => {
  it.each<[string, Parameters<typeof planned>, Partial<ReturnType<typeof planned>>]>([
    ['are empty without users', [{}, {}], {}],
    ['are empty for equal users', [{ U1: mail('ann') }, { W1: mail('ann') }], { unchanged: 1 }],
    [
      'create missing users and clear values that the service sets',
      [{ U1: mail('ann'), U2: full('bob') }, {}],
      {
        changes: [
          'L2 createUser ann: email=ann@x.example userName=ann',
          'L2c patchUser ann: -givenName -displayName after L2',
          'L3 createUser bob: email=bob@x.example userName=bob givenName=bob displayName=bob',
        ],
      },
    ],
    [
      'do not clear attributes that A does not contain',
      [{ U1: mail('ann') }, {}, { lacks: ['givenName', 'displayName'] }],
      { changes: ['L2 createUser ann: email=ann@x.example userName=ann'] },
    ],
    [
      'create managers first',
      [{ U1: full('ann', { manager: 'U2' }), U2: full('bob') }, {}],
      {
        changes: [
          'L3 createUser bob: email=bob@x.example userName=bob givenName=bob displayName=bob',
          'L2 createUser ann: email=ann@x.example userName=ann givenName=ann displayName=ann manager=bob@x.example after L3',
        ],
      },
    ],
    [
      'set a manager by the ID in B',
      [
        { U1: mail('ann'), U2: { ...mail('bob'), manager: 'ann@x.example' } },
        { W1: mail('ann'), W2: mail('bob') },
      ],
      { changes: ['L3 patchUser bob: manager=W1'], unchanged: 1 },
    ],
    [
      'keep a manager who is the same user',
      [
        { U1: mail('ann'), U2: { ...mail('bob'), manager: 'U1' } },
        { W1: mail('ann'), W2: { ...mail('bob'), manager: 'W1' } },
      ],
      { unchanged: 2 },
    ],
    [
      'clear a manager and reject an unknown one',
      [
        { U1: mail('ann'), U2: { ...mail('bob'), manager: 'zoe' } },
        { W1: { ...mail('ann'), manager: 'W2' }, W2: mail('bob') },
      ],
      {
        changes: ['L2 patchUser ann: -manager'],
        rejects: ['3 bob manager=zoe unknown_user: "zoe" does not exist in A'],
        unchanged: 1,
      },
    ],
    [
      'keep managers if A does not contain managers',
      [{ U1: mail('ann') }, { W1: { ...mail('ann'), manager: 'W1' } }, { lacks: ['manager'] }],
      { unchanged: 1 },
    ],
    [
      'postpone a manager who is not moved yet',
      [
        { U1: mail('ann'), U2: { ...mail('bob'), manager: 'U1' } },
        { W2: mail('bob') },
        { isMeant: (at) => at === 1 },
      ],
      { managers: [1], unchanged: 1 },
    ],
    [
      'set only the postponed manager of a user of an earlier part',
      [
        { U1: mail('ann'), U2: { ...mail('bob'), title: 'x', manager: 'U1' } },
        { W1: mail('ann'), W2: mail('bob') },
        { isMeant: () => false, waiting: { managers: new Set([1]), members: new Set() } },
      ],
      { changes: ['L3 patchUser bob: manager=W1'] },
    ],
    [
      'are empty if the postponed manager is no longer in A',
      [
        { U2: { ...mail('bob'), manager: 'U1' } },
        { W2: mail('bob') },
        { isMeant: () => false, waiting: { managers: new Set([0]), members: new Set() } },
      ],
      {},
    ],
    [
      'set and clear values',
      [{ U1: { ...mail('ann'), title: 'x' } }, { W1: { ...mail('ann'), phone: '1' } }],
      { changes: ['L2 patchUser ann: title=x -phone'] },
    ],
    [
      'deactivate and reactivate users',
      [
        { U1: { ...mail('ann'), active: false }, U2: { ...mail('bob'), active: true } },
        { W1: mail('ann'), W2: { ...mail('bob'), active: false } },
      ],
      { changes: ['L2 deactivateUser ann: active=false', 'L3 reactivateUser bob: active=true'] },
    ],
    [
      'convert a deactivated user to a guest and deactivate it again',
      [
        { U1: { ...mail('ann'), guest: true, guestExpiration: '2027-06-30T00:00:00Z', active: false } },
        { W1: { ...mail('ann'), active: false } },
      ],
      {
        changes: [
          'L2 reactivateUser ann: guest=true guestExpiration=2027-06-30T00:00:00Z active=true',
          'L2d deactivateUser ann: active=false after L2',
        ],
      },
    ],
    [
      'set no guest expiration of a full member',
      [
        {
          U1: { ...mail('ann'), guest: false },
          U2: { ...mail('bob'), guestExpiration: '2027-06-30T00:00:00Z' },
        },
        { W1: { ...mail('ann'), guest: true, guestExpiration: '2027-06-30T00:00:00Z' }, W2: mail('bob') },
      ],
      { changes: ['L2 patchUser ann: guest=false'], unchanged: 1 },
    ],
    [
      'reject users that the service cannot create',
      [{ U1: { userName: 'ann' }, U2: { email: 'bob@x.example' } }, {}],
      {
        rejects: [
          '2 ann row= email_empty: a new user needs an e-mail address',
          '3 bob@x.example row= username_required: a new user needs a userName',
        ],
      },
    ],
    [
      'reject a photo in a data: URL and a value that cannot be cleared',
      [
        {
          U1: full('ann', { photo: 'data:image/png;base64,AA' }),
          U2: { email: 'bob@x.example', photo: 'data:x' },
        },
        { W2: mail('bob') },
      ],
      {
        changes: ['L2 createUser ann: email=ann@x.example userName=ann givenName=ann displayName=ann'],
        rejects: [
          '2 ann photo= invalid_attribute_format: photos given as data URLs are not migrated',
          '3 bob@x.example userName= invalid_attribute_format: it is "bob" in B and cannot be cleared',
          '3 bob@x.example photo=data:x invalid_attribute_format: photos given as data URLs are not migrated',
        ],
        unchanged: 1,
      },
    ],
    [
      'reject ambiguous users',
      [{ U1: { userName: 'ann' } }, { W1: mail('ann'), W2: { userName: 'ANN' } }],
      {
        rejects: [
          '2 ann row= ambiguous: userName ann: in B it is ann (W1) and ANN (W2); add the pair to the --map file',
        ],
      },
    ],
    [
      'set an address after another user gives it up in the same plan',
      [
        { U1: { employeeNumber: '1', ...mail('ann') }, U2: { employeeNumber: '2', ...full('bob') } },
        { W1: { employeeNumber: '1', ...mail('bob') } },
      ],
      {
        changes: [
          'L2 patchUser bob: email=ann@x.example userName=ann',
          'L3 createUser bob: employeeNumber=2 email=bob@x.example userName=bob givenName=bob displayName=bob after L2',
        ],
      },
    ],
    [
      'reject values that another user of B has',
      [
        {
          U1: full('ann', { employeeNumber: '1' }),
          U2: { employeeNumber: '2', userName: 'cat', title: 'x' },
        },
        {
          W1: { employeeNumber: '3', userName: 'ann', email: 'own@x.example' },
          W2: { employeeNumber: '2', userName: 'dan' },
          W3: { employeeNumber: '4', userName: 'cat' },
        },
      ],
      {
        changes: ['L3 patchUser dan: title=x'],
        rejects: [
          '2 ann row= ambiguous: the same userName, but employeeNumber 1 in A and 3 in B: in B it is ann (W1); add the pair to the --map file',
          '3 cat userName=cat username_taken: "cat" belongs to cat (W3)',
        ],
      },
    ],
    [
      'deactivate active users that only B has, with --prune',
      [
        { U1: mail('ann') },
        { W1: mail('ann'), W2: mail('bob'), W3: { ...mail('cat'), active: false } },
        { prune: true },
      ],
      { changes: ['PW2 deactivateUser bob: active=false'], unchanged: 1 },
    ],
    [
      'never deactivate ambiguous users',
      [{ U1: { userName: 'ann' } }, { W1: mail('ann'), W2: { userName: 'ann' } }, { prune: true }],
      {
        rejects: [
          '2 ann row= ambiguous: userName ann: in B it is ann (W1) and ann (W2); add the pair to the --map file',
        ],
      },
    ],
  ])('%s', (_, input, expected) => {
    expect(planned(...input)).toEqual({ ...NOTHING, ...expected });
  });
});

describe('planned changes of groups', () => {
  const people = { U1: mail('ann'), U2: mail('bob') };
  const others = { W1: mail('ann'), W2: mail('bob'), W3: mail('own') };
  const groups = (groupsOfA: Groups, groupsOfB: Groups, options: Options = {}) =>
    planned(people, others, { groupsOfA, groupsOfB, ...options });

  it.each<[string, ReturnType<typeof planned>, Partial<ReturnType<typeof planned>>]>([
    ['are empty for equal groups', groups({ S1: ['One', 'U1'] }, { T1: ['One', 'W1'] }), {}],
    [
      'create and rename groups',
      groups({ S1: ['Team'], S2: ['New', 'U1', 'U2'] }, { T1: ['team'] }),
      {
        changes: ['N1 renameGroup team: Team', 'G1 createGroup New: ', 'G1a1 addMembers New: W1 W2 after G1'],
      },
    ],
    [
      'add and remove members who are users of A, and keep members that only B has',
      groups({ S1: ['One', 'U1'] }, { T1: ['One', 'W2', 'W3'] }),
      { changes: ['G1r1 removeMembers One: W2', 'G1a1 addMembers One: W1 behind G1r1'] },
    ],
    [
      'remove members and delete groups that only B has, with --prune',
      groups({ S1: ['One', 'U1'] }, { T1: ['One', 'W1', 'W3'], T2: ['Two', 'W1'] }, { prune: true }),
      {
        changes: [
          'PW3 deactivateUser own: active=false',
          'D2 deleteGroup Two: W1',
          'G1r1 removeMembers One: W3',
        ],
      },
    ],
    [
      'do not change memberships of users who are not moved',
      groups({ S1: ['One', 'U1'] }, { T1: ['One', 'W2'] }, { isMeant: () => false }),
      { unchanged: 0 },
    ],
    [
      'add a member who was postponed in an earlier part',
      groups(
        { S1: ['One', 'U1', 'U2'] },
        { T1: ['One'] },
        {
          isMeant: () => false,
          waiting: { managers: new Set(), members: new Set([1]) },
          movedGroups: 'of members',
        },
      ),
      { changes: ['G1a1 addMembers One: W2'], unchanged: 0 },
    ],
    [
      'reject an ambiguous, a duplicate and an empty name',
      groups({ S1: ['One'], S2: ['Two'], S3: ['TWO'], S4: [''] }, { T1: ['One'], T2: ['One'] }),
      {
        changes: ['G1 createGroup Two: '],
        rejects: [
          '0 One row= ambiguous: displayName One: in A 1 group, in B T1 and T2; add the pair to the --map file',
          '0 TWO row= groups_invalid: another group of A has this name in another letter case',
          '0  row= groups_invalid: it has no name',
        ],
      },
    ],
    [
      'reject a group whose name in another letter case belongs to the counterpart of another',
      groups({ S1: ['Team', 'U1'], S2: ['team', 'U2'] }, { T1: ['Team'] }),
      {
        changes: ['G1a1 addMembers Team: W1'],
        rejects: ['0 team row= groups_invalid: another group of B has this name (T1); rename one of them'],
      },
    ],
    [
      'keep the name of a group if another group of B has the new one',
      groups({ S1: ['Team', 'U1'] }, { T1: ['Crew'], T2: ['team'] }, { map: { S1: 'T1' } }),
      {
        changes: ['G1a1 addMembers Crew: W1'],
        rejects: [
          '0 Team displayName= groups_invalid: another group of B has this name (T2); rename one of them',
        ],
      },
    ],
    [
      'swap the names of two groups, and change the letter case of one',
      groups(
        { S1: ['One'], S2: ['Two'], S3: ['THREE'] },
        { T1: ['Two'], T2: ['One'], T3: ['Three'] },
        { map: { S1: 'T1', S2: 'T2', S3: 'T3' } },
      ),
      {
        changes: ['N1 renameGroup Two: One', 'N2 renameGroup One: Two', 'N3 renameGroup Three: THREE'],
      },
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual({ ...NOTHING, unchanged: 2, ...expected });
  });

  it.each<[MoveInput['movedGroups'], readonly string[]]>([
    ['of members', ['Of ann']],
    ['of members and empty', ['Of ann', 'Empty']],
    ['all', ['Of ann', 'Of bob', 'Empty']],
    [undefined, ['Of ann', 'Of bob', 'Empty']],
  ])('creates the groups selected with movedGroups: %s', (movedGroups, names) => {
    const { changes } = groups(
      { S1: ['Of ann', 'U1'], S2: ['Of bob', 'U2'], S3: ['Empty'] },
      {},
      { isMeant: (at) => at === 0, ...(movedGroups === undefined ? {} : { movedGroups }) },
    );
    expect(
      changes.filter((line) => line.includes('createGroup')).map((line) => line.split(/ createGroup |: /)[1]),
    ).toEqual(names);
  });

  it('adds created users to a group and rejects deactivated members', () => {
    const a = { U1: full('ann'), U2: full('bob', { active: false }), U3: { userName: 'cat' } };
    expect(planned(a, {}, { groupsOfA: { S1: ['One', 'U1', 'U2', 'U3'] } })).toMatchObject({
      changes: [
        expect.stringContaining('L2 createUser'),
        expect.stringContaining('L3 createUser'),
        'G1 createGroup One: ',
        'G1a1 addMembers One: L2 after G1 behind L2',
      ],
      rejects: [
        expect.stringContaining('email_empty'),
        '3 bob members=One unable_to_add_deleted_or_guest_to_group: a deactivated user cannot join a group',
      ],
    });
  });

  it('postpones a member or manager whose address another user of B gives up in the same plan', () => {
    const a = {
      U1: { employeeNumber: '1', ...full('ann') },
      U2: { employeeNumber: '2', ...full('bob') },
      U3: { employeeNumber: '3', ...full('cat', { manager: 'U2' }) },
    };
    const b = {
      W1: { employeeNumber: '1', ...full('ann'), ...mail('bob') },
      W3: { employeeNumber: '3', ...full('cat') },
    };
    const plan = planned(a, b, { groupsOfA: { S1: ['One', 'U2'] } });
    expect([plan.managers, plan.members, plan.rejects]).toEqual([[2], [1], []]);
    expect(plan.changes.filter((line) => /addMembers|manager/.test(line))).toEqual([]);
  });
});
