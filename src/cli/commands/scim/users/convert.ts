import { Option } from '@commander-js/extra-typings';
import { planConversion } from '../../../../bulk/single/plan-user-writes.ts';
import { Failure } from '../../../../failure/failure.ts';
import type { User } from '../../../../scim/user.ts';
import type { Conversion } from '../../../../scim/user-conversion.ts';
import { isSingleChannelGuest } from '../../../../scim/user-state.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../../../identity/named-people.ts';
import { maxChangesOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { parseExpiration } from '../../../options/parse-values.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { changeUsers } from '../../../writes/change-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim users convert tomas.rey --to guest --expires 2027-06-30 --yes',
      'orgctl -p sandbox scim users convert dev.partner --to guest --no-expires --yes',
      'orgctl -p sandbox scim users convert dev.partner --to member --yes',
    ],
    needs: 'a user token with scope admin; 180 changes a minute. A deactivated user is reactivated (SCIM §3)',
    lists: { columns: USER_VIEW.columns },
  });
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .addOption(
      new Option('--to <kind>', 'new kind of account; a guest is a multi-channel guest')
        .choices(['guest', 'member'] as const)
        .makeOptionMandatory(),
    )
    .option('--expires <time>', 'when the guest account expires, such as 2027-06-30', parseExpiration)
    .option('--no-expires', 'no expiration for the guest account')
    .addOption(maxReactivateOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { where, to, expires, maxReactivate, maxChanges }) => {
        const conversion = conversionOf(to, expires);
        return changeUsers(context, await namedPeople(context, words, where), {
          // With --where, single-channel guests are skipped: they must not gain access to more channels.
          plan: (named) => (keepsChannel(named.user, to, where) ? [] : planConversion(named, conversion)),
          question: (names, count) => `Convert ${names} to ${kindInWords(to, count)}`,
          unchanged: (user) =>
            isSingleChannelGuest(user.values)
              ? `${user.values.userName} is a single-channel guest and stays one${to === 'guest' ? '; name the user without --where to make a multi-channel guest' : ''}`
              : `${user.values.userName} is already ${describeUser(user)}`,
          done: (before, after) => {
            const again = !before.values.active && after.values.active ? ', and was reactivated' : '';
            return `${after.values.userName} (${after.id}) is ${describeUser(after)}${again}`;
          },
          limits: { maxReactivate, maxChanges },
        });
      }),
    );
};

function keepsChannel({ values }: User, to: 'guest' | 'member', where: string | undefined): boolean {
  return isSingleChannelGuest(values) && to === 'guest' && where !== undefined;
}

function conversionOf(to: 'guest' | 'member', expires: string | boolean | undefined): Conversion {
  if (to === 'guest') {
    if (typeof expires === 'string') return { to, expiration: expires };
    return { to, expiration: expires === false ? 'none' : 'as it is' };
  }
  if (expires === undefined || expires === true) return { to };
  throw new Failure('usage', 'a full member does not expire: --expires is only for --to guest');
}

function kindInWords(to: 'guest' | 'member', count: number): string {
  const kind = to === 'guest' ? 'guest' : 'full member';
  return count === 1 ? `a ${kind}` : `${kind}s`;
}

function describeUser({ values }: User): string {
  if (values.guest !== true) return 'a full member';
  return values.guestExpiration === undefined
    ? 'a guest without an expiration'
    : `a guest until ${values.guestExpiration}`;
}
