import { lookUpSent } from '../../scim/reconcile-create.ts';
import { getUser } from '../../scim/users.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { ChangeOf } from '../plan/change.ts';
import { unstoredAttributes } from './compare-user.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';
import { userSucceeded } from './user-outcome.ts';

/**
 * Returns the outcome of a creation that was refused because the user exists: another machine that applies
 * the same file may have created it first. Only an account with every value of the row counts as that user;
 * undefined for any other.
 */
export async function adoptConcurrentCreation(
  change: ChangeOf<'createUser'>,
  values: UserValues,
  context: SendContext,
): Promise<Outcome | undefined> {
  const { scim, isShared } = context;
  if (isShared !== true) return undefined;
  const found = await lookUpSent(scim, values);
  if (found === undefined) return undefined;
  // The lookup uses v1, whose resources lack what v2 has in extensions.
  const user = scim.dialect.version === '1.1' ? found : await getUser(scim, found.id);
  const isActive = user.values.active !== false || values.active === false;
  const isWanted = isActive && unstoredAttributes({ set: values, clear: [] }, user.values).length === 0;
  return isWanted ? userSucceeded(change, user, context, { how: 'already' }) : undefined;
}
