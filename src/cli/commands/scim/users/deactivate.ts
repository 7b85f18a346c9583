import { planDeactivation } from '../../../../bulk/single/plan-user-writes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { maxChangesOption, maxDeactivateOption } from '../../../options/bulk-options.ts';
import { changeUsers } from '../../../writes/change-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users deactivate tomas.rey',
      'orgctl -p sandbox scim users deactivate tomas.rey clara.voss@harbour-finch.example --yes',
    ],
    needs: 'a user token with scope admin; 180 a minute',
  });
  return command
    .argument('<user...>', 'IDs, userNames or e-mails')
    .addOption(maxDeactivateOption())
    .addOption(maxChangesOption())
    .action(
      act((context, identities, { maxDeactivate, maxChanges }) =>
        changeUsers(context, identities, {
          plan: planDeactivation,
          question: (names) => `Deactivate ${names}`,
          unchanged: ({ values }) => `${values.userName} is already deactivated`,
          done: ({ id, values }) => `deactivated ${values.userName} (${id})`,
          limits: { maxDeactivate, maxChanges },
        }),
      ),
    );
};
