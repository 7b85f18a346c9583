import { lookUpSent } from '../../scim/reconcile-create.ts';
import { getUser } from '../../scim/users.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { ChangeOf } from '../plan/change.ts';
import { notKept } from './compare-user.ts';
import type { Outcome } from './journal-record.ts';
import type { SendContext } from './send-context.ts';
import { userSucceeded } from './user-outcome.ts';

/**
 * Returns the outcome of a creation that was refused because the user is there: another machine that works on
 * the same file made it first. Only an account that has every value of the row is that user; undefined for
 * any other.
 */
export async function createdMeanwhile(
  change: ChangeOf<'createUser'>,
  values: UserValues,
  context: SendContext,
): Promise<Outcome | undefined> {
  const { scim, isShared } = context;
  if (isShared !== true) return undefined;
  const found = await lookUpSent(scim, values);
  if (found === undefined) return undefined;
  // A look-up answers in v1, whose resources lack what v2 has in extensions.
  const user = scim.dialect.version === '1.1' ? found : await getUser(scim, found.id);
  const isActive = user.values.active !== false || values.active === false;
  const isWanted = isActive && notKept({ set: values, clear: [] }, user.values).length === 0;
  return isWanted ? userSucceeded(change, user, context, { how: 'already' }) : undefined;
}
