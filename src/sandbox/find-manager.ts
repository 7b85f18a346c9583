import { emailKey } from '../rules/email-address.ts';
import { storedUserName } from '../rules/user-name.ts';
import type { Organization } from './organization.ts';
import type { StoredUser } from './organization-data.ts';
import { ScimError } from './scim-error.ts';

/** Returns the user that a managerId refers to, by ID, primary email or userName (SCIM §4.3 rule 12). */
export function findManager(organization: Organization, managerId: string): StoredUser | undefined {
  const byId = organization.user(managerId);
  if (byId !== undefined) return byId;
  if (!managerId.includes('@')) return organization.userByUserName(storedUserName(managerId));
  const owner = organization.userByEmail(managerId);
  return emailKey(owner?.values.email ?? '') === emailKey(managerId) ? owner : undefined;
}

/**
 * Returns the ID of the user that a managerId refers to; the ID is what is stored (assumption
 * `manager-stored`).
 * @throws ScimError unknown_user
 */
export function requireManager(organization: Organization, managerId: string): string {
  const manager = findManager(organization, managerId);
  if (manager === undefined) throw new ScimError('unknown_user');
  return manager.id;
}
