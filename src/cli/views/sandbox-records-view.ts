import type { ListView } from '../../output/view.ts';
import type { SandboxToken } from '../../sandbox/organization-data.ts';
import type { AppFunction, Channel, PolicyEntity } from '../../sandbox/record-kinds.ts';
import { kindOf } from '../../sandbox/web-authenticate.ts';
import { defined } from '../../values/defined.ts';

/** A channel with its members and how far each of them has read. */
export interface ShownChannel {
  readonly channel: Channel;
  readonly cursors: readonly { readonly member: string; readonly ts: string }[];
}

/** Returns the name of the user with this ID. */
export type NameOf = (id: string) => string;

/** Prints channels, with the effects of conversions and marks. */
export const channelsView = (nameOf: NameOf): ListView<ShownChannel> => ({
  noun: ['channel', 'channels'],
  json: ({ channel: { kind: _, ...channel }, cursors }) => ({
    ...channel,
    cursors: cursors.map((cursor) => ({ ...cursor })),
  }),
  columns: [
    { name: 'id', heading: 'Channel', importance: 1, value: ({ channel }) => channel.id },
    { name: 'name', heading: 'Name', importance: 1, value: ({ channel }) => channel.name },
    { name: 'type', heading: 'Type', importance: 1, value: ({ channel }) => channel.type },
    { name: 'team', heading: 'Workspace', importance: 2, value: ({ channel }) => channel.teamId },
    {
      name: 'members',
      heading: 'Members',
      importance: 3,
      align: 'right',
      value: ({ channel }) => channel.members.length,
    },
    {
      name: 'cursors',
      heading: 'Read up to',
      importance: 3,
      value: ({ cursors }) => cursors.map(({ member, ts }) => `${nameOf(member)} ${ts}`).join(', '),
    },
  ],
});

/** A user that a policy applies to. */
export interface ShownPolicyEntity {
  readonly entity: PolicyEntity;
  readonly userName: string;
}

/** Prints policy assignments. */
export const POLICIES_VIEW: ListView<ShownPolicyEntity> = {
  noun: ['policy entity', 'policy entities'],
  json: ({ entity, userName }) => ({ policy: policyOf(entity), user: userOf(entity), userName }),
  columns: [
    { name: 'policy', heading: 'Policy', importance: 1, value: ({ entity }) => policyOf(entity) },
    { name: 'user', heading: 'User', importance: 1, value: ({ entity }) => userOf(entity) },
    { name: 'userName', heading: 'Username', importance: 1, value: ({ userName }) => userName },
  ],
};

function policyOf({ id }: PolicyEntity): string {
  return id.slice(0, id.indexOf('/'));
}

function userOf({ id }: PolicyEntity): string {
  return id.slice(id.indexOf('/') + 1);
}

/** Prints functions and their permissions. */
export const permissionsView = (nameOf: NameOf): ListView<AppFunction> => ({
  noun: ['function', 'functions'],
  json: ({ kind: _, permission, ...found }) => ({ ...found, permission: { ...permission } }),
  columns: [
    { name: 'id', heading: 'Function', importance: 1, value: ({ id }) => id },
    { name: 'callbackId', heading: 'Callback ID', importance: 2, value: ({ callbackId }) => callbackId },
    { name: 'app', heading: 'App', importance: 2, value: ({ appId }) => appId },
    { name: 'permission', heading: 'Permission', importance: 1, value: ({ permission }) => permission.type },
    {
      name: 'users',
      heading: 'Users',
      importance: 1,
      value: ({ permission }) => permission.userIds.map(nameOf).join(', '),
    },
    {
      name: 'teams',
      heading: 'Workspaces',
      importance: 3,
      value: ({ permission }) => permission.teamIds.join(', '),
    },
    {
      name: 'orgs',
      heading: 'Organizations',
      importance: 4,
      value: ({ permission }) => permission.orgIds.join(', '),
    },
  ],
});

/** A stored session and its user. */
export interface ShownSession {
  readonly id: string;
  readonly user: string;
  readonly userName: string;
  readonly team: string;
  readonly os: string;
  readonly isActive: boolean;
}

/** Prints stored sessions, without those that are generated on request. */
export const STORED_SESSIONS_VIEW: ListView<ShownSession> = {
  noun: ['session', 'sessions'],
  json: (session) => ({ ...session }),
  columns: [
    { name: 'id', heading: 'Session', importance: 1, value: ({ id }) => id },
    { name: 'user', heading: 'User', importance: 1, value: ({ user }) => user },
    { name: 'userName', heading: 'Username', importance: 1, value: ({ userName }) => userName },
    { name: 'team', heading: 'Workspace', importance: 2, value: ({ team }) => team },
    { name: 'os', heading: 'System', importance: 3, value: ({ os }) => os },
    { name: 'active', heading: 'Active', importance: 2, value: ({ isActive }) => isActive },
  ],
};

/** Prints the tokens of a sandbox, which are not valid elsewhere. */
export const SANDBOX_TOKENS_VIEW: ListView<SandboxToken> = {
  noun: ['token', 'tokens'],
  json: (token) => ({
    token: token.token,
    kind: kindOf(token),
    rank: token.rank,
    scopes: token.scopes,
    ...defined({ end: token.end }),
  }),
  columns: [
    { name: 'token', heading: 'Token', importance: 1, isWhole: true, value: ({ token }) => token },
    { name: 'kind', heading: 'Kind', importance: 1, value: kindOf },
    { name: 'rank', heading: 'Rank', importance: 2, value: ({ rank }) => rank },
    { name: 'end', heading: 'Refused because', importance: 2, value: ({ end }) => end },
    { name: 'scopes', heading: 'Scopes', value: ({ scopes }) => scopes.join(' ') },
  ],
};
