import type { TokenKind } from '../spec/protocol-types.ts';
import { identifier } from './identifiers.ts';
import type { SandboxToken } from './organization-data.ts';

/** The token of the built-in profile, valid only in the sandbox. */
export const SANDBOX_TOKEN = 'sandbox-owner-token';

/** Tokens of the built-in profile, one of each kind (WEB §5 rule 2). */
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

/** Returns the token record for a token that the user sets for a sandbox reachable from other machines. */
export function customToken(word: string): SandboxToken {
  return token(word, 'primaryOwner', 1);
}

/**
 * One token of every kind, rank and state that the rules mention; the number is the position of its user in
 * PEOPLE (SCIM §5, WEB §5).
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
