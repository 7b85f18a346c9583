import type {
  OrganizationChange,
  OrganizationSettings,
  SandboxToken,
  StoredGroup,
  StoredUser,
} from '../../src/sandbox/organization-data.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';

/** A token of every role, and one for every reason why a token is invalid (SCIM §5). */
export const TOKENS = {
  primaryOwner: 'primary-owner-token',
  owner: 'owner-token',
  admin: 'admin-token',
  member: 'member-token',
  unscoped: 'unscoped-token',
  workspace: 'workspace-token',
} as const;

const token = (word: string, rank: SandboxToken['rank'], more: Partial<SandboxToken> = {}): SandboxToken => ({
  token: word,
  rank,
  scopes: ['admin'],
  installedOn: 'organization',
  ...more,
});

export const SETTINGS: OrganizationSettings = {
  name: 'Test organization',
  url: 'https://org.example',
  vendor: 'service',
  plan: 'enterprise',
  mayChangeOwnDisplayName: false,
  hasIdentityManager: false,
  channels: ['general', 'random'],
  tokens: [
    token(TOKENS.primaryOwner, 'primaryOwner'),
    token(TOKENS.owner, 'owner'),
    token(TOKENS.admin, 'admin'),
    token(TOKENS.member, 'member'),
    token(TOKENS.unscoped, 'owner', { scopes: ['users:read'] }),
    token(TOKENS.workspace, 'owner', { installedOn: 'workspace' }),
  ],
};

export type Traits = Partial<Omit<StoredUser, 'id' | 'created' | 'values'>>;

/** An account named `ada` has the ID WADA and the address ada@example.com. */
export function account(userName: string, values: UserValues = {}, traits: Traits = {}): StoredUser {
  return {
    id: idOf(userName),
    created: '2024-01-02T03:04:05-08:00',
    rank: 'member',
    hasCustomProfile: false,
    ...traits,
    values: { userName, email: `${userName}@example.com`, active: true, ...values },
  };
}

export function idOf(userName: string): string {
  return `W${userName.toUpperCase()}`;
}

/** One account for every kind of user in SCIM §3, §5 and §7. */
export function everyKindOfAccount(): readonly StoredUser[] {
  return [
    account('prima', {}, { rank: 'primaryOwner' }),
    account('olga', {}, { rank: 'owner' }),
    account('walt', {}, { rank: 'owner', ownsWorkspace: true }),
    account('adam', {}, { rank: 'admin' }),
    account('mia'),
    account('gone', { active: false }),
    account('gus', { guest: true, guestExpiration: '2027-06-30T00:00:00Z' }),
    account('solo', {}, { isSingleChannelGuest: true }),
    account('bot', {}, { isBot: true }),
    account('erased', { active: false }, { isErased: true }),
  ];
}

/** A group, with the ID S1 unless another is given. */
export function group(userNames: readonly string[], more: Partial<StoredGroup> = {}): StoredGroup {
  return { ...team(...userNames), ...more };
}

/** A group with the ID S1. */
export function team(...userNames: readonly string[]): StoredGroup {
  return {
    id: 'S1',
    created: '2024-01-02T03:04:05-08:00',
    displayName: 'Team',
    members: userNames.map(idOf),
  };
}

export interface Inhabitants {
  readonly users?: readonly StoredUser[];
  readonly groups?: readonly StoredGroup[];
  readonly settings?: Partial<OrganizationSettings>;
}

/** The changes that build an organization. */
export function organizationOf({
  users = [],
  groups = [],
  settings = {},
}: Inhabitants): readonly OrganizationChange[] {
  return [
    { settings: { ...SETTINGS, ...settings } },
    ...users.map((user) => ({ user })),
    ...groups.map((group) => ({ group })),
  ];
}
