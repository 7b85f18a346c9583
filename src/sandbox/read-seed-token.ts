import { type JsonObject, TOKEN_KINDS } from '../spec/protocol-types.ts';
import { defined } from '../values/defined.ts';
import { RANKS, type SandboxToken } from './organization-data.ts';
import { pathOf, type SeedReader } from './seed-reader.ts';

/** A token as described in a seed file. */
export interface SeedToken {
  readonly token: Omit<SandboxToken, 'userId'>;
  /** Its user, by ID, userName or email. */
  readonly user?: string;
}

const NAMES = ['token', 'kind', 'rank', 'scopes', 'user', 'app', 'workspaces', 'isWorkspaceAdmin', 'end'];

/** Reads a token: its kind as in a profile (WEB §5 rule 2), and its permissions. */
export function readSeedToken(reader: SeedReader, from: JsonObject, path: string): SeedToken | undefined {
  reader.checkNames(from, path, NAMES);
  const token = reader.text(from, path, 'token');
  if (token === undefined) return reader.report(pathOf(path, 'token'), 'is missing', 'a word');
  if (!/^[\x21-\x7e]+$/.test(token))
    return reader.report(pathOf(path, 'token'), 'cannot be sent in a header', 'a word without spaces');
  const kind = reader.choice(from, path, 'kind', TOKEN_KINDS) ?? 'org';
  const teams = reader.words(from, path, 'workspaces');
  // A user token without a workspace is valid for the whole organization (assumption `org-wide-user-token`).
  const isOrgWide = kind === 'org' || (kind === 'user' && teams === undefined);
  if (!isOrgWide && teams?.length !== 1)
    return reader.report(pathOf(path, 'workspaces'), `of a ${kind} token is not one`, '[T0HARBOUR]');
  const user = reader.text(from, path, 'user');
  const appId = reader.text(from, path, 'app');
  const end = reader.choice(from, path, 'end', ['expired', 'revoked'] as const);
  return {
    token: {
      token,
      rank: reader.choice(from, path, 'rank', RANKS) ?? (kind === 'bot' ? 'member' : 'owner'),
      scopes: reader.words(from, path, 'scopes') ?? [],
      installedOn: isOrgWide ? 'organization' : 'workspace',
      ...(kind === 'bot' ? { isBot: true } : {}),
      ...defined({ teams, appId }),
      ...(reader.flag(from, path, 'isWorkspaceAdmin') === true ? { isWorkspaceAdmin: true } : {}),
      ...defined({ end }),
    },
    ...defined({ user }),
  };
}
