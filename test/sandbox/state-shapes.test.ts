import { describe, expect, it } from 'vitest';
import { readOrganizationChange } from '../../src/sandbox/change-shapes.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import type { RecordKind, RecordOf } from '../../src/sandbox/record-kinds.ts';
import { damagedForms as damaged } from '../support/damaged-forms.ts';

const session = {
  device_hardware: 'x',
  os: 'x',
  os_version: 'x',
  slack_client_version: 'x',
  ip: 'x',
  ageDays: 1,
};
const isOrganizationChange = (change: unknown) => 'value' in readOrganizationChange(change);

/** The same type without optional members, at any depth. */
type Whole<Value> = Value extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]-?: Whole<Value[Name]> }
    : Value;

/** A record of each kind with every optional member; without a member, this table does not compile. */
const RECORDS: { readonly [Kind in RecordKind]: Whole<Omit<RecordOf<Kind>, 'kind'>> } = {
  team: {
    id: 'T1',
    name: 'x',
    members: ['W1'],
    migration: 'loginClosed',
    blocksPrivateChannels: true,
  },
  app: {
    id: 'A1',
    name: 'x',
    isService: true,
    collaborators: ['W1'],
    installation: { teamId: 'T1', by: 'W1', scope: 'x', channel: 'C1', isEnabled: true },
  },
  channel: {
    id: 'C1',
    type: 'public',
    name: 'x',
    teamId: 'T1',
    members: ['W1'],
    isOrgDefault: true,
    isArchived: true,
    shared: 'external',
    threads: ['1.2'],
  },
  threadStatus: { id: 'C1/1.2', appId: 'A1', status: 'x', loadingMessages: ['x'], until: 1 },
  readCursor: { id: 'C1/W1', ts: '1.2' },
  session: { id: '1', userId: 'W1', teamId: 'T1', created: session, recent: session },
  crowd: { id: 'sessions', count: 1 },
  log: {
    id: '1',
    teamId: 'T1',
    appId: 'A1',
    userId: 'W1',
    date: 1,
    changeType: 'added',
    reason: 'errors',
    scope: 'x',
    channel: 'C1',
    rssFeed: { changeType: 'x', title: 'x', url: 'x' },
  },
  deniedInvite: {
    id: 'I1',
    teamId: 'T1',
    email: 'x',
    realName: 'x',
    dateCreated: 1,
    dateExpire: 2,
    requesterIds: ['W1'],
    channelIds: ['C1'],
    guest: 'restricted',
    reason: 'x',
    deniedBy: { actorType: 'app', actorId: 'A1' },
  },
  policyEntity: { id: 'p/W1' },
  function: {
    id: 'F1',
    callbackId: 'x',
    appId: 'A1',
    title: 'x',
    permission: { type: 'x', userIds: ['W1'], teamIds: ['T1'], orgIds: ['E1'] },
  },
  workflow: {
    id: 'Wf1',
    callbackId: 'x',
    appId: 'A1',
    isPublished: true,
    steps: [{ id: '1', functionId: 'F1', title: 'x', isDeleted: false, versionCreated: 1 }],
  },
  localId: { id: 'U1', userId: 'W1', teamId: 'T1' },
  trouble: { id: '*', code: 'access_denied', times: 1, retryAfter: 2 },
};

/** Kinds of records that only calls create. */
const CREATED_BY_CALLS: readonly string[] = ['threadStatus', 'readCursor', 'crowd', 'trouble'];

/** Each kind of change with every optional value. */
const WHOLE: readonly object[] = [
  {
    settings: {
      name: 'x',
      url: 'https://x.example',
      vendor: 'x',
      plan: 'plus',
      mayChangeOwnDisplayName: true,
      hasIdentityManager: false,
      channels: ['general'],
      otherProfileFields: 3,
      faults: { createUser: 'addresses_invalid' },
      limits: { write: { perMinute: 5, burst: 1 } },
      tokens: [
        {
          token: 't',
          rank: 'owner',
          scopes: ['admin'],
          installedOn: 'workspace',
          userId: 'W1',
          appId: 'A1',
          isBot: true,
          teams: ['T1'],
          isWorkspaceAdmin: true,
          end: 'revoked',
        },
      ],
      enterpriseId: 'E1',
      keysRevoked: true,
      withoutSecondFactor: ['W1'],
    },
  },
  {
    user: {
      id: 'W1',
      created: '2024-03-04T09:00:00-08:00',
      values: { userName: 'bo', active: true, guest: true, title: 'x', costCenter: 'x' },
      rank: 'member',
      userNameFrom: 'bo@x.example',
      hasCustomProfile: false,
      isBot: true,
      ownsWorkspace: true,
      isErased: true,
      isSingleChannelGuest: true,
    },
  },
  {
    group: {
      id: 'S1',
      created: '2024-03-04T09:00:00Z',
      displayName: 'x',
      members: ['W1'],
      channels: ['general'],
      keepsMembers: true,
      isAutomatic: true,
    },
  },
  { membership: { group: 'S1', removed: ['W1'], added: ['W2'] } },
  { deletedGroup: 'S1' },
  { deletedRecord: { kind: 'team', id: 'T1' } },
  ...Object.entries(RECORDS).map(([kind, values]) => ({ record: { kind, ...values } })),
];

describe('line of the state file', () => {
  it.each(WHOLE)('is accepted with every optional value: %j', (change) =>
    expect(isOrganizationChange(change)).toBe(true),
  );

  it('is accepted as written for the demo organization', () => {
    const lines = [...demoOrganization()].map((change) => JSON.parse(JSON.stringify(change)));
    expect(lines.filter((change) => !isOrganizationChange(change))).toEqual([]);
  });

  it.each(Object.entries(RECORDS).filter(([kind]) => !CREATED_BY_CALLS.includes(kind)))(
    'has a value of each member in the demo organization (src/sandbox/demo-workspaces.ts): %s',
    (kind, values) => {
      const stored = [...demoOrganization()].flatMap((change) =>
        'record' in change && change.record.kind === kind ? Object.keys(change.record) : [],
      );
      expect(Object.keys(values).filter((name) => !stored.includes(name))).toEqual([]);
    },
  );

  it.each(WHOLE)('is refused if any value has the wrong type: %j', (change) => {
    for (const wrong of [null, [7], { a: 7 }])
      for (const [path, other] of damaged(change, wrong))
        expect({ path, wrong, isRead: isOrganizationChange(other) }).toEqual({ path, wrong, isRead: false });
  });

  it.each([
    ['nothing', {}],
    ['two changes at once', { deletedGroup: 'S1', user: WHOLE[1] }],
    ['an unknown change', { usr: {} }],
    ['an inherited name', { constructor: {} }],
    ['an unknown kind of record', { record: { kind: 'constructor', id: 'x' } }],
    ['an unknown kind of deleted record', { deletedRecord: { kind: 'teams', id: 'x' } }],
    ['a list', [{ deletedGroup: 'S1' }]],
    [
      'a user without values',
      { user: { id: 'W1', created: '2024-03-04T09:00:00Z', rank: 'member', hasCustomProfile: false } },
    ],
    ['an invalid time', { group: { id: 'S1', created: 'soon', displayName: 'x', members: [] } }],
    [
      'a time beyond the calendar',
      {
        record: {
          kind: 'log',
          id: '1',
          teamId: 'T',
          appId: 'A',
          userId: 'W',
          date: 1e300,
          changeType: 'added',
        },
      },
    ],
    ['an unknown quota', { settings: { limits: { reads: { perMinute: 1, burst: 1 } } } }],
  ])('is refused if it contains %s', (_, change) => expect(isOrganizationChange(change)).toBe(false));
});
