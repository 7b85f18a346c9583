import { planReactivation } from '../../../../bulk/single/plan-user-writes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { maxChangesOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { changeUsers } from '../../../writes/change-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox scim users activate former.member'],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<user...>', 'IDs, userNames or e-mails')
    .addOption(maxReactivateOption())
    .addOption(maxChangesOption())
    .action(
      act((context, identities, { maxReactivate, maxChanges }) =>
        changeUsers(context, identities, {
          plan: planReactivation,
          unchanged: ({ values }) => `${values.userName} is already active`,
          done: ({ id, values }) => `reactivated ${values.userName} (${id})`,
          limits: { maxReactivate, maxChanges },
        }),
      ),
    );
};
