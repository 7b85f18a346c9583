import { bearerTokenIn } from './bearer.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken } from './organization-data.ts';
import { ScimError } from './scim-error.ts';
import { tokenRejectionCode } from './token-end.ts';

/** The scope that every SCIM call needs (OBSERVED §5). */
const SCIM_SCOPE = 'admin';

/**
 * Returns the token of a request (SCIM §5).
 * @throws ScimError missing_authentication, invalid_authentication, non_org_teams_only, plus_teams_only
 */
export function authenticate(organization: Organization, authorization: string | undefined): SandboxToken {
  if (authorization === undefined || authorization.trim() === '')
    throw new ScimError('missing_authentication');
  const { plan } = organization.settings;
  const token = organization.token(bearerTokenIn(authorization));
  if (token === undefined || token.rank === 'member') throw new ScimError('invalid_authentication');
  // A token that has expired or was revoked is invalid on both APIs (assumption `dead-tokens`).
  if (tokenRejectionCode(organization, token) !== undefined) throw new ScimError('invalid_authentication');
  if (!token.scopes.includes(SCIM_SCOPE)) throw new ScimError('invalid_authentication');
  if (plan === 'lowest' || plan === 'low') throw new ScimError('plus_teams_only');
  if (plan === 'enterprise' && token.installedOn !== 'organization')
    throw new ScimError('non_org_teams_only');
  return token;
}
