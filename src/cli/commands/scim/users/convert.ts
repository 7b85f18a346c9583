import { Option } from '@commander-js/extra-typings';
import { Failure } from '../../../../failure/failure.ts';
import { findUser } from '../../../../scim/find-user.ts';
import type { User } from '../../../../scim/user.ts';
import { type Conversion, conversionPatch } from '../../../../scim/user-conversion.ts';
import { patchUser } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { parseExpiration } from '../../../options/parse-values.ts';
import { eachUser } from '../../../people/each-of.ts';
import { settledUser } from '../../../people/settled-writes.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users convert tomas.rey --to guest --expires 2027-06-30',
      'orgctl -p sandbox scim users convert dev.partner --to guest --no-expires',
      'orgctl -p sandbox scim users convert dev.partner --to member',
    ],
    needs: 'a user token with scope admin; 180 changes a minute. Who is deactivated is reactivated (SCIM §3)',
  });
  return command
    .argument('<user...>', 'IDs, userNames or e-mails')
    .addOption(
      new Option('--to <kind>', 'full member or multi-channel guest')
        .choices(['guest', 'member'] as const)
        .makeOptionMandatory(),
    )
    .option('--expires <time>', 'when a guest expires, such as 2027-06-30', parseExpiration)
    .option('--no-expires', 'a guest who never expires')
    .action(
      act(async (context, identities, { to, expires }) => {
        const conversion = conversionOf(to, expires);
        const { scim } = await context.connection();
        await eachUser(context, identities, async (identity) => {
          const user = await findUser(scim, identity);
          const patch = conversionPatch(user, conversion);
          const { userName, active } = user.values;
          if (patch === undefined) {
            await context.messages.note(`${userName} is already ${describeUser(user)}`);
            return user;
          }
          const converted = await settledUser(context, scim, user, patch, () => patchUser(scim, user, patch));
          const again = !active && converted.values.active ? ', and reactivated by that' : '';
          await context.messages.note(`${userName} (${user.id}) is ${describeUser(converted)}${again}`);
          return converted;
        });
      }),
    );
};

function conversionOf(to: 'guest' | 'member', expires: string | boolean | undefined): Conversion {
  if (to === 'guest') {
    if (typeof expires === 'string') return { to, expiration: expires };
    return { to, expiration: expires === false ? 'none' : 'as it is' };
  }
  if (expires === undefined || expires === true) return { to };
  throw new Failure('usage', 'a full member does not expire: --expires goes with --to guest');
}

function describeUser({ values }: User): string {
  if (values.guest !== true) return 'a full member';
  return values.guestExpiration === undefined
    ? 'a guest without an expiration'
    : `a guest until ${values.guestExpiration}`;
}
