import { planReactivation } from '../../../../bulk/single/plan-user-writes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../../../identity/named-people.ts';
import { maxChangesOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { changeUsers } from '../../../writes/change-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: ['orgctl -p sandbox scim users activate former.member'],
    needs: 'a user token with scope admin; 180 changes a minute',
    lists: { columns: USER_VIEW.columns },
  });
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .addOption(maxReactivateOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { where, maxReactivate, maxChanges }) =>
        changeUsers(context, await namedPeople(context, words, where), {
          plan: planReactivation,
          unchanged: ({ values }) => `${values.userName} is already active`,
          done: ({ id, values }) => `reactivated ${values.userName} (${id})`,
          limits: { maxReactivate, maxChanges },
        }),
      ),
    );
};
