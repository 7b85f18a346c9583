import { planCreation } from '../../bulk/single/plan-user-writes.ts';
import { Failure } from '../../failure/failure.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { valuesOfRequest } from '../../rules/stored-values.ts';
import type { User } from '../../scim/user.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';
import { readAttributeOptions } from '../options/attribute-options.ts';
import { chosenManager, withManagerId } from '../writes/manager-id.ts';
import { newUserBody } from './new-user.ts';

/** A planned creation of a user; `secrets` are kept apart because no file may contain them. */
export interface PlannedUser {
  readonly changes: ReturnType<typeof planCreation>;
  readonly manager: User | undefined;
  readonly secrets: ReadonlyMap<number, UserValues>;
}

/** Plans the creation of a user from flags and a file; prompts for missing values on a terminal. */
export async function planNewUser(
  context: Context,
  options: Readonly<Record<string, unknown>> & {
    readonly file?: string | undefined;
    readonly passwordFile?: string | undefined;
  },
): Promise<PlannedUser> {
  const { scim } = await context.connection();
  const { dialect } = scim;
  const flags = readAttributeOptions(options);
  if (options.file === undefined) refuseExpirationWithoutGuest(flags, flags);
  const manager = await chosenManager(context, flags.manager);
  const values = withManagerId(flags, manager);
  const body = await newUserBody(context, dialect, values, options);
  const user = valuesOfRequest(parseUserRequest(body, dialect, 'create').request);
  refuseExpirationWithoutGuest(flags, user);
  const { password } = user;
  return {
    changes: planCreation(body, user),
    manager,
    secrets: password === undefined ? new Map() : new Map([[1, { password }]]),
  };
}

/**
 * Refuses an expiration without --guest: the service would create a full member who never expires.
 * @throws Failure `usage`
 */
function refuseExpirationWithoutGuest({ guestExpiration }: UserValues, { guest }: UserValues): void {
  if (guestExpiration === undefined || guest === true) return;
  throw new Failure('usage', '--guest-expiration needs --guest', { hint: 'add --guest' });
}
