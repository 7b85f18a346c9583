import type { JsonObject } from '../../../src/spec/protocol-types.ts';
import {
  ADDRESS,
  ENTERPRISE,
  filtered,
  GROUP,
  get,
  type Provider,
  patch,
  post,
  put,
  USER,
} from './provider.ts';

const person = (more: JsonObject = {}): JsonObject => ({
  schemas: [USER, ENTERPRISE],
  userName: ADDRESS,
  name: { givenName: 'Ana', middleName: 'M', familyName: 'Lind' },
  emails: [{ primary: true, value: ADDRESS, type: 'work' }],
  displayName: 'Ana Lind',
  nickName: 'Annie',
  locale: 'en-US',
  externalId: '00u1ab',
  groups: [],
  active: true,
  ...more,
});

export const OKTA: Provider = {
  name: 'Okta',
  steps: {
    'match a person': {
      requests: () => [filtered('/Users', `userName eq "${ADDRESS}"`, '&startIndex=1&count=100')],
      seen: () => ({ found: 0 }),
    },
    create: {
      requests: () => [post('/Users', person({ password: 'Chosen-once-7' }))],
      seen: () => ({ user: { userName: 'ana.lind', nickName: 'ana.lind', active: true } }),
    },
    'update by PUT': {
      requests: ({ user }) => [
        get(`/Users/${user}`),
        put(`/Users/${user}`, person({ id: user, title: 'Cook', meta: { resourceType: 'User' } })),
      ],
      seen: () => ({ user: { title: 'Cook', userName: 'ana.lind', locale: 'en-US' } }),
    },
    manager: {
      requests: ({ user, boss }) => [
        put(`/Users/${user}`, person({ id: user, [ENTERPRISE]: { manager: { managerId: boss } } })),
      ],
      seen: ({ boss }) => ({ user: { [ENTERPRISE]: { manager: { managerId: boss } } } }),
    },
    'manager as an object of the standard': {
      requests: ({ user, boss }) => [
        put(
          `/Users/${user}`,
          person({ id: user, [ENTERPRISE]: { manager: { value: boss, displayName: 'Boss' } } }),
        ),
      ],
    },
    deactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', value: { active: false } })],
      seen: () => ({ user: { active: false } }),
    },
    reactivate: {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', value: { active: true } })],
      seen: () => ({ user: { active: true } }),
    },
    'push a group': {
      requests: ({ user }) => [
        filtered('/Groups', 'displayName eq "Crew"', '&startIndex=1&count=100'),
        post('/Groups', {
          schemas: [GROUP],
          displayName: 'Crew',
          members: [{ value: user, display: ADDRESS }],
        }),
      ],
      seen: ({ user }) => ({ group: { displayName: 'Crew', members: [{ value: user }] } }),
    },
    'add one member': {
      requests: ({ group, other }) => [
        patch(`/Groups/${group}`, {
          op: 'add',
          path: 'members',
          value: [{ value: other, display: 'Other' }],
        }),
      ],
      seen: ({ user, other }) => ({ group: { members: [{ value: user }, { value: other }] } }),
    },
    'remove one member': {
      requests: ({ group, other }) => [
        patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${other}"]` }),
        patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${other}"]` }),
      ],
      seen: ({ user }) => ({ group: { members: [{ value: user }] } }),
    },
    'replace the members': {
      requests: ({ group, other, boss }) => [
        patch(`/Groups/${group}`, {
          op: 'replace',
          path: 'members',
          value: [{ value: other }, { value: boss }],
        }),
      ],
      seen: ({ other, boss }) => ({ group: { members: [{ value: other }, { value: boss }] } }),
    },
    'rename the group': {
      requests: ({ group }) => [
        patch(`/Groups/${group}`, { op: 'replace', value: { id: group, displayName: 'Staff' } }),
      ],
      seen: () => ({ group: { displayName: 'Staff' } }),
    },
    'full resync': {
      requests: ({ user }) => [
        get('/Users?startIndex=1&count=100'),
        put(`/Users/${user}`, person({ id: user, title: 'Chef' })),
        put(`/Users/${user}`, person({ id: user, title: 'Chef' })),
      ],
      seen: () => ({ user: { userName: 'ana.lind', title: 'Chef' } }),
    },
    'a deleted person': {
      requests: ({ user }) => [patch(`/Users/${user}`, { op: 'replace', value: { active: false } })],
      seen: () => ({ user: { active: false } }),
    },
  },
};
