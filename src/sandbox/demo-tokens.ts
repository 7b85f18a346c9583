import type { TokenKind } from '../spec/protocol-types.ts';
import { identifier } from './identifiers.ts';
import type { SandboxToken } from './organization-data.ts';

/** The token that the built-in profile uses; it works nowhere else. */
export const SANDBOX_TOKEN = 'sandbox-owner-token';

/** The tokens of the built-in profile, one of each kind (WEB §5 rule 2). */
export const SANDBOX_TOKENS: { readonly [Kind in TokenKind]: string } = {
  org: SANDBOX_TOKEN,
  user: 'sandbox-user-token',
  bot: 'sandbox-bot-token',
};

const ADMIN_SCOPES = [
  'admin',
  'admin.users:read',
  'admin.users:write',
  'admin.invites:read',
  'admin.conversations:write',
  'tokens.basic',
];
const USER_SCOPES = ['admin', 'channels:write', 'groups:write', 'im:write', 'mpim:write', 'tokens.basic'];
const BOT_SCOPES = ['chat:write', 'channels:manage', 'im:write', 'tokens.basic'];

const token = (
  word: string,
  rank: SandboxToken['rank'],
  person: number,
  more: Partial<SandboxToken> = {},
): SandboxToken => ({
  token: word,
  rank,
  userId: identifier('W', person),
  appId: 'A0ADMIN',
  scopes: ADMIN_SCOPES,
  installedOn: 'organization',
  ...more,
});
const onWorkspace = (...teams: readonly string[]) => ({ installedOn: 'workspace', teams }) as const;

/** What a token is worth that a person gave for a sandbox that other machines reach. */
export function ownToken(word: string): SandboxToken {
  return token(word, 'primaryOwner', 1);
}

/**
 * A token of every kind, rank and state that a rule speaks of; the number is the place among the people
 * (SCIM §5, WEB §5).
 */
export const DEMO_TOKENS: readonly SandboxToken[] = [
  token(SANDBOX_TOKENS.org, 'primaryOwner', 1),
  token('sandbox-admin-token', 'admin', 4),
  token('sandbox-member-token', 'member', 6),
  token('sandbox-unscoped-token', 'owner', 2, { scopes: ['users:read'] }),
  token('sandbox-workspace-token', 'owner', 2, { scopes: ['admin'], ...onWorkspace('T0HARBOUR') }),
  token(SANDBOX_TOKENS.user, 'owner', 2, { scopes: USER_SCOPES, ...onWorkspace('T0HARBOUR') }),
  token(SANDBOX_TOKENS.bot, 'member', 10, {
    scopes: BOT_SCOPES,
    appId: 'A0DEPLOY',
    isBot: true,
    ...onWorkspace('T0HARBOUR'),
  }),
  token('sandbox-workspace-admin-token', 'admin', 3, { isWorkspaceAdmin: true }),
  token('sandbox-one-workspace-token', 'owner', 2, { teams: ['T0HARBOUR'] }),
  token('sandbox-guest-token', 'member', 8, { scopes: USER_SCOPES, ...onWorkspace('T0HARBOUR') }),
  token('sandbox-moving-token', 'owner', 2, { scopes: USER_SCOPES, ...onWorkspace('T0PIER') }),
  token('sandbox-inactive-token', 'owner', 11),
  token('sandbox-expired-token', 'owner', 2, { end: 'expired' }),
  token('sandbox-revoked-token', 'owner', 2, { end: 'revoked' }),
];
