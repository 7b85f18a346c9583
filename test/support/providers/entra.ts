import {
  ADDRESS,
  ENTERPRISE,
  filtered,
  GROUP,
  get,
  type Provider,
  patch,
  post,
  remove,
  USER,
} from './provider.ts';

const phones = 'phoneNumbers';

export const ENTRA: Provider = {
  name: 'Entra ID',
  steps: {
    'match a person': {
      requests: () => [
        filtered('/Users', `userName eq "${ADDRESS}"`),
        filtered('/Users', `emails[type eq "work"].value eq "${ADDRESS}"`),
        filtered('/Users', 'externalId eq "ana.lind"'),
      ],
      seen: () => ({ found: 0 }),
    },
    create: {
      requests: () => [
        post('/Users', {
          schemas: [USER, ENTERPRISE],
          externalId: 'ana.lind',
          userName: ADDRESS,
          active: true,
          displayName: 'Ana Lind',
          emails: [{ primary: true, type: 'work', value: ADDRESS }],
          meta: { resourceType: 'User' },
          name: { formatted: 'Ana Lind', familyName: 'Lind', givenName: 'Ana' },
          roles: [],
          addresses: [{ type: 'work', formatted: 'Quay 1', locality: 'Oslo', primary: true }],
          [phones]: [
            { type: 'work', value: '100' },
            { type: 'mobile', value: '200' },
            { type: 'fax', value: '300' },
          ],
          [ENTERPRISE]: { department: 'Kitchen' },
        }),
      ],
      seen: () => ({
        user: {
          userName: 'ana.lind',
          [phones]: [
            { value: '100', type: 'mobile' },
            { value: '200', primary: true },
          ],
          addresses: [{ locality: 'Oslo' }],
        },
      }),
    },
    'update by PATCH with a path': {
      requests: ({ user }) => [
        filtered('/Users', `userName eq "${ADDRESS}"`),
        patch(
          `/Users/${user}`,
          { op: 'Replace', path: 'displayName', value: 'Ana L' },
          { op: 'Replace', path: 'name.formatted', value: 'Ana L' },
          { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ana.l@corp.example' },
          { op: 'Add', path: `${phones}[type eq "mobile"].value`, value: '201' },
          { op: 'Add', path: `${phones}[type eq "fax"].value`, value: '301' },
          { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: 'Quay 2' },
          { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'NO' },
          { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Bar' },
        ),
      ],
      seen: () => ({
        user: {
          displayName: 'Ana L',
          emails: [{ value: 'ana.l@corp.example' }, {}],
          [phones]: [{ value: '100' }, { value: '201' }],
          addresses: [{ locality: 'Oslo', country: 'NO' }],
          [ENTERPRISE]: { department: 'Bar' },
        },
      }),
    },
    'update by PATCH without a path': {
      requests: ({ user }) => [
        patch(`/Users/${user}`, {
          op: 'replace',
          value: {
            title: 'Cook',
            'name.givenName': 'Anna',
            [`${ENTERPRISE}:department`]: 'Kitchen',
            [`${phones}[type eq "work"].value`]: '101',
          },
        }),
      ],
      seen: () => ({
        user: {
          title: 'Cook',
          name: { givenName: 'Anna', familyName: 'Lind' },
          [phones]: [{ value: '101' }, { value: '201' }],
          [ENTERPRISE]: { department: 'Kitchen' },
        },
      }),
    },
    'externalId in a PATCH': {
      requests: ({ user }) => [
        patch(
          `/Users/${user}`,
          { op: 'Replace', path: 'title', value: 'Chef' },
          { op: 'Add', path: 'externalId', value: 'ana' },
        ),
      ],
      seen: () => ({ user: { title: 'Cook' } }),
    },
    manager: {
      requests: ({ user, boss }) => [
        filtered('/Users', `id eq "${user}" and ${ENTERPRISE}:manager eq "${boss}"`, '&attributes=id'),
        patch(`/Users/${user}`, { op: 'Add', path: `${ENTERPRISE}:manager`, value: boss }),
      ],
      seen: ({ boss }) => ({ user: { [ENTERPRISE]: { manager: { managerId: boss } } } }),
    },
    'manager as an object of the standard': {
      requests: ({ user, boss }) => [
        patch(`/Users/${user}`, { op: 'Add', path: `${ENTERPRISE}:manager`, value: [{ value: boss }] }),
      ],
    },
    deactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'Replace', path: 'active', value: 'False' })],
      seen: () => ({ user: { active: false } }),
    },
    reactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'Replace', path: 'active', value: 'True' })],
      seen: () => ({ user: { active: true } }),
    },
    'push a group': {
      requests: () => [
        filtered('/Groups', 'displayName eq "Crew"', '&excludedAttributes=members'),
        post('/Groups', {
          schemas: [GROUP, 'http://schemas.example.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
          externalId: '8aa1a0c0',
          displayName: 'Crew',
          members: [],
          meta: { resourceType: 'Group' },
        }),
      ],
      seen: () => ({ group: { displayName: 'Crew', members: [] } }),
    },
    'add one member': {
      requests: ({ group, user }) => [
        get(`/Groups/${group}?excludedAttributes=members`),
        patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: [{ $ref: null, value: user }] }),
      ],
      seen: ({ user }) => ({ group: { members: [{ value: user }] } }),
    },
    'remove one member': {
      requests: ({ group, user, other }) => [
        filtered('/Groups', `id eq "${group}" and members eq "${user}"`, '&excludedAttributes=members'),
        patch(`/Groups/${group}`, { op: 'Remove', path: 'members', value: [{ $ref: null, value: user }] }),
        patch(`/Groups/${group}`, { op: 'Remove', path: 'members', value: [{ value: other }] }),
        patch(`/Groups/${group}`, { op: 'Remove', path: 'members', value: [] }),
      ],
      seen: () => ({ group: { members: [] } }),
    },
    'replace the members': {
      requests: ({ group, other, boss }) => [
        patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: [{ value: other }, { value: boss }] }),
      ],
      seen: ({ other, boss }) => ({ group: { members: [{ value: other }, { value: boss }] } }),
    },
    'rename the group': {
      requests: ({ group }) => [
        patch(`/Groups/${group}`, { op: 'Replace', path: 'displayName', value: 'Staff' }),
      ],
      seen: () => ({ group: { displayName: 'Staff' } }),
    },
    'full resync': {
      requests: ({ user }) => [
        filtered('/Users', `userName eq "${ADDRESS}"`),
        patch(`/Users/${user}`, { op: 'Replace', path: 'userName', value: ADDRESS }),
        patch(`/Users/${user}`, { op: 'Replace', path: 'userName', value: ADDRESS }),
      ],
      seen: () => ({ user: { userName: 'ana.lind', title: 'Cook' } }),
    },
    'a deleted person': {
      requests: ({ user }) => [remove(`/Users/${user}`)],
      seen: () => ({ user: { active: false } }),
    },
  },
};
