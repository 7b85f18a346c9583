import { Failure } from '../../failure/failure.ts';
import { parseUserRequest } from '../../rules/parse-user-request.ts';
import { valuesOfRequest } from '../../rules/stored-slots.ts';
import { isUnknown } from '../../scim/groups.ts';
import { settleCreate } from '../../scim/settle-create.ts';
import type { User } from '../../scim/user.ts';
import { createUser } from '../../scim/users.ts';
import type { JsonObject } from '../../spec/wire.ts';
import type { Connection } from '../connection/connect.ts';
import type { Context } from '../context.ts';

/**
 * Creates a user. When the answer is lost, what became of it is looked up, and nothing is sent a second time.
 * @throws Failure `unknownOutcome` when nobody is found, `refused` when somebody else has the address or the name.
 */
export async function createOrFindUser(
  { world, messages }: Context,
  { scim, serverNow }: Connection,
  body: JsonObject,
): Promise<User> {
  const sentAt = serverNow();
  try {
    return await createUser(scim, body);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const sent = valuesOfRequest(parseUserRequest(body, scim.dialect, 'create').request);
    const sleep = (milliseconds: number) => world.sleep(milliseconds);
    // A look-up that fails leaves it unknown; it must not look as if nothing had been sent.
    const settled = await settleCreate(scim, sent, sentAt, sleep).catch((lookUp: unknown) => {
      throw lookUp instanceof Failure ? error : lookUp;
    });
    switch (settled.state) {
      case 'created':
        await messages.warn(`the answer was lost; ${settled.user.id} has the address and was made since`);
        return settled.user;
      case 'absent':
        throw new Failure(
          'unknownOutcome',
          'the answer was lost, and looked for twice the user is not there',
          {
            hint: 'it can be sent again',
            cause: error,
          },
        );
      case 'conflict':
        throw new Failure(
          'refused',
          `another account has this address or name (${settled.user.id}): ${settled.why}`,
          {
            code: 'user_creation_failed',
            cause: error,
          },
        );
    }
  }
}
