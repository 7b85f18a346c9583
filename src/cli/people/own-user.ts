import { Failure } from '../../failure/failure.ts';
import type { User } from '../../scim/user.ts';
import type { Context } from '../context.ts';
import { nameOf } from './describe-person.ts';

/** Warns before the user whose token this profile has is deactivated: the token goes with the account (OBSERVED §12.2). */
export async function warnOfOwnUser(context: Context, leaving: readonly User[]): Promise<void> {
  const active = leaving.filter(({ values }) => values.active);
  if (active.length === 0) return;
  const owner = await ownerOfToken(context);
  const own = active.find(({ id }) => id === owner);
  if (own !== undefined)
    await context.messages.warn(
      `${nameOf(own)} is the user of this profile's token: after this, orgctl has no access`,
    );
}

/** Returns the ID of the user of the token; undefined where the Web API does not say, which must not keep anybody from being deactivated. */
async function ownerOfToken(context: Context): Promise<string | undefined> {
  try {
    const { client } = await context.webApi();
    const body = await client.call({ method: 'auth.test', arguments: {}, tokens: ['user'] });
    return typeof body['user_id'] === 'string' && body['user_id'] !== '' ? body['user_id'] : undefined;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'internal') throw error;
    return undefined;
  }
}
