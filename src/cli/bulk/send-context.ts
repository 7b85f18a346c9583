import { refusedMembersOf } from '../../bulk/plan/may-not-join.ts';
import { createIdentityCheck } from '../../bulk/plan/people.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { SendContext } from '../../bulk/run/send-context.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';

/**
 * Returns what sending changes requires, except the state of the run itself.
 * @param plan the plan whose users are recognized before they are changed; absent if nothing is sent
 */
export async function sendContext(
  context: Context,
  withheld: ReadonlyMap<number, UserValues>,
  plan?: Pick<Plan, 'changes' | 'people'>,
): Promise<Omit<SendContext, 'createdId'>> {
  const { scim, serverNow } = await context.connection();
  return {
    scim,
    serverNow,
    ...(plan === undefined
      ? {}
      : {
          stranger: createIdentityCheck(plan).stranger,
          refusedMembers: refusedMembersOf(plan),
          isShared: true,
        }),
    sleep: (milliseconds) => context.host.sleep(milliseconds),
    readSecrets: (line, names) => pick(withheld.get(line), names),
  };
}

function pick(values: UserValues | undefined, names: readonly UserAttributeName[]): UserValues {
  const picked: UserValues = {};
  for (const name of names) {
    if (name === 'password' && values?.password !== undefined) picked.password = values.password;
    if (name === 'photo' && values?.photo !== undefined) picked.photo = values.photo;
  }
  return picked;
}
