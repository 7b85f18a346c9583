import type { TokenKind } from '../spec/protocol-types.ts';
import type { WebApiMethod, WebApiMethodName } from '../spec/webapi-methods.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken } from './organization-data.ts';
import { tokenRejectionCode } from './token-end.ts';
import { WebError } from './web-error.ts';

/** A method with the name by which it was called. */
export interface CalledMethod extends WebApiMethod {
  readonly name: WebApiMethodName | `sandbox.${string}`;
}

/**
 * Returns the token of a call after the checks of WEB §5: whether it exists and still works, its kind, its
 * scopes and its owner.
 * @throws WebError with one of the codes of WEB §5
 */
export function authenticateWeb(
  organization: Organization,
  word: string | undefined,
  method: CalledMethod,
): SandboxToken {
  if (word === undefined) throw new WebError('not_authed');
  const token = organization.token(word);
  if (token === undefined) throw new WebError('invalid_auth');
  checkIsAlive(organization, token);
  if (!method.tokens.includes(kindOf(token))) throw new WebError('not_allowed_token_type');
  if (method.name.startsWith('admin.')) {
    if (organization.settings.plan !== 'enterprise') throw new WebError('feature_not_enabled');
    // An installation on one workspace is not sufficient (WEB §5 rule 3).
    if (token.installedOn !== 'organization') throw new WebError('not_allowed_token_type');
  }
  const { scopes } = method;
  if (scopes.length > 0 && !scopes.some((scope) => token.scopes.includes(scope)))
    throw missingScope(scopes, token);
  if (method.adminOnly === true) checkIsAdmin(token, method);
  return token;
}

/** Returns the kind of a token, named as in a profile. */
export function kindOf(token: SandboxToken): TokenKind {
  if (token.isBot === true) return 'bot';
  return token.installedOn === 'organization' ? 'org' : 'user';
}

/** Returns a refusal with the needed and the provided scopes (OBSERVED §10). */
export function missingScope(scopes: readonly string[], token: SandboxToken): WebError {
  return new WebError('missing_scope', { needed: scopes.join(','), provided: token.scopes.join(',') });
}

function checkIsAlive(organization: Organization, token: SandboxToken): void {
  const { records } = organization;
  const { teams = [] } = token;
  const end = tokenRejectionCode(organization, token);
  if (end !== undefined) throw new WebError(end);
  if (token.installedOn !== 'workspace') return;
  const migration = records.get('team', teams[0] ?? '')?.migration;
  if (migration !== undefined)
    throw new WebError(migration === 'loginClosed' ? 'org_login_required' : 'team_added_to_org');
}

/**
 * Refuses callers who are not admins. An admin of workspaces only may read their logs, but has no access to
 * the organization (WEB §4.1, §4.2, §5 rule 3).
 */
function checkIsAdmin(token: SandboxToken, method: CalledMethod): void {
  if (token.rank === 'member') throw new WebError('not_an_admin');
  if (token.isWorkspaceAdmin !== true || !method.name.startsWith('admin.')) return;
  throw new WebError(method.errors.includes('admin_unauthorized') ? 'admin_unauthorized' : 'not_an_admin');
}
