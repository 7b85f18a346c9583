import type { JsonObject } from '../../../src/spec/protocol-types.ts';
import {
  ADDRESS,
  ENTERPRISE,
  filtered,
  GROUP,
  get,
  type Provider,
  type ProviderStep,
  patch,
  post,
  put,
  remove,
  USER,
} from './provider.ts';

const person = (more: JsonObject = {}): JsonObject => ({
  schemas: [USER, ENTERPRISE],
  userName: ADDRESS,
  name: { givenName: 'Ana', familyName: 'Lind', formatted: 'Ana Lind' },
  displayName: 'Ana Lind',
  emails: [{ value: ADDRESS, type: 'work', primary: true }],
  active: true,
  ...more,
});

const byPut = (more: JsonObject, seen: JsonObject = more): ProviderStep => ({
  requests: ({ user }) => [put(`/Users/${user}`, person({ id: user, ...more }))],
  seen: () => ({ user: seen }),
});

const matchByName: ProviderStep = {
  requests: () => [filtered('/Users', `userName eq "${ADDRESS}"`)],
  seen: () => ({ found: 0 }),
};
const create = (more: JsonObject, seen: JsonObject): ProviderStep => ({
  requests: () => [post('/Users', person(more))],
  seen: () => ({ user: { userName: 'ana.lind', ...seen } }),
});
const managerById: ProviderStep = {
  requests: ({ user, boss }) => [
    put(`/Users/${user}`, person({ id: user, [ENTERPRISE]: { manager: { managerId: boss } } })),
  ],
  seen: ({ boss }) => ({ user: { [ENTERPRISE]: { manager: { managerId: boss } } } }),
};
const managerByValue: ProviderStep = {
  requests: ({ user, boss }) => [
    put(`/Users/${user}`, person({ id: user, [ENTERPRISE]: { manager: { value: boss } } })),
  ],
};
const resync: ProviderStep = {
  requests: ({ user }) => [
    get('/Users?startIndex=1&count=50'),
    put(`/Users/${user}`, person({ id: user, title: 'Chef' })),
    put(`/Users/${user}`, person({ id: user, title: 'Chef' })),
  ],
  seen: () => ({ user: { userName: 'ana.lind', title: 'Chef' } }),
};
const deletion: ProviderStep = {
  requests: ({ user }) => [remove(`/Users/${user}`)],
  seen: () => ({ user: { active: false } }),
};
const pushed = (more: JsonObject = {}): ProviderStep => ({
  requests: ({ user }) => [
    get('/Groups?startIndex=1&count=100'),
    post('/Groups', { schemas: [GROUP], displayName: 'Crew', members: [{ value: user }], ...more }),
  ],
  seen: ({ user }) => ({ group: { displayName: 'Crew', members: [{ value: user }] } }),
});
const added: ProviderStep = {
  requests: ({ group, other }) => [
    patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: other }] }),
  ],
  seen: ({ user, other }) => ({ group: { members: [{ value: user }, { value: other }] } }),
};
const taken: ProviderStep = {
  requests: ({ group, other }) => [
    patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${other}"]` }),
  ],
  seen: ({ user }) => ({ group: { members: [{ value: user }] } }),
};
const replaced: ProviderStep = {
  requests: ({ group, other, boss }) => [
    put(`/Groups/${group}`, {
      schemas: [GROUP],
      id: group,
      displayName: 'Crew',
      members: [{ value: other }, { value: boss }],
    }),
  ],
  seen: ({ other, boss }) => ({ group: { members: [{ value: other }, { value: boss }] } }),
};
const renamed: ProviderStep = {
  requests: ({ group }) => [
    patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: 'Staff' }),
  ],
  seen: () => ({ group: { displayName: 'Staff' } }),
};

export const ONE_LOGIN: Provider = {
  name: 'OneLogin',
  steps: {
    'match a person': matchByName,
    create: create({ externalId: '128537', title: 'Cook' }, { title: 'Cook' }),
    'update by PUT': byPut({ title: 'Chef' }),
    'update by PATCH with a path': {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', path: 'title', value: 'Host' })],
      seen: () => ({ user: { title: 'Host' } }),
    },
    manager: managerById,
    'manager as an object of the standard': managerByValue,
    deactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', path: 'active', value: false })],
      seen: () => ({ user: { active: false } }),
    },
    reactivate: byPut({ active: true }),
    'push a group': pushed(),
    'add one member': added,
    'remove one member': taken,
    'replace the members': replaced,
    'rename the group': renamed,
    'full resync': resync,
    'a deleted person': deletion,
  },
};

export const JUMP_CLOUD: Provider = {
  name: 'JumpCloud',
  steps: {
    'match a person': matchByName,
    create: create(
      {
        externalId: '5f0a',
        phoneNumbers: [
          { type: 'work', value: '100', primary: false },
          { type: 'mobile', value: '200', primary: true },
        ],
        addresses: [{ type: 'work', streetAddress: 'Quay 1', country: 'NO', primary: false }],
        [ENTERPRISE]: { employeeNumber: '7', costCenter: '4130', department: 'Kitchen' },
      },
      { phoneNumbers: [{ value: '100' }, { value: '200' }], addresses: [{ country: 'NO' }] },
    ),
    'update by PUT': byPut({ title: 'Cook', externalId: '5f0a' }, { title: 'Cook' }),
    'update by PATCH without a path': {
      requests: ({ user }) => [
        patch(`/Users/${user}`, { op: 'replace', value: { title: 'Host', name: { familyName: 'Lindh' } } }),
      ],
      seen: () => ({ user: { title: 'Host', name: { givenName: 'Ana', familyName: 'Lindh' } } }),
    },
    manager: managerById,
    'manager as an object of the standard': managerByValue,
    deactivate: byPut({ active: false }),
    reactivate: byPut({ active: true }),
    'push a group': pushed({ externalId: '6a1b' }),
    'add one member': added,
    'remove one member': taken,
    'replace the members': replaced,
    'rename the group': {
      requests: ({ group, user }) => [
        put(`/Groups/${group}`, { schemas: [GROUP], displayName: 'Staff', members: [{ value: user }] }),
      ],
      seen: ({ user }) => ({ group: { displayName: 'Staff', members: [{ value: user }] } }),
    },
    'full resync': resync,
    'a deleted person': deletion,
  },
};

/** This provider pushes no groups. */
export const GOOGLE: Provider = {
  name: 'Google',
  steps: {
    'match a person': matchByName,
    create: create({ title: 'Cook', [ENTERPRISE]: { department: 'Kitchen' } }, { title: 'Cook' }),
    'update by PUT': byPut({ title: 'Chef' }),
    'update by PATCH with a path': {
      requests: ({ user }) => [
        patch(`/Users/${user}`, { op: 'replace', path: 'name.familyName', value: 'Lindh' }),
      ],
      seen: () => ({ user: { name: { givenName: 'Ana', familyName: 'Lindh' } } }),
    },
    manager: managerById,
    'manager as an object of the standard': managerByValue,
    deactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', path: 'active', value: false })],
      seen: () => ({ user: { active: false } }),
    },
    reactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', path: 'active', value: true })],
      seen: () => ({ user: { active: true } }),
    },
    'full resync': resync,
    'a deleted person': deletion,
  },
};
