import type { WebErrorCode } from '../spec/webapi-error-codes.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken } from './organization-data.ts';

/**
 * Returns the code of WEB §5 for a token that no longer works, on either API: it was revoked or has expired,
 * its app was removed, or its account is deactivated or lacks the second factor (assumption `dead-tokens`).
 * Returns undefined if the token works.
 */
export function tokenRejectionCode(
  organization: Organization,
  { end, appId = '', userId = '' }: SandboxToken,
): WebErrorCode | undefined {
  const { settings, records } = organization;
  const app = records.get('app', appId);
  if (end === 'revoked' || (app !== undefined && app.installation === undefined)) return 'token_revoked';
  if (end === 'expired') return 'token_expired';
  if (organization.user(userId)?.values.active === false) return 'account_inactive';
  return settings.withoutSecondFactor?.includes(userId) === true ? 'two_factor_setup_required' : undefined;
}
