import { planDeactivation } from '../../../../bulk/single/plan-user-writes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../../../identity/named-people.ts';
import { warnOfLastDays } from '../../../identity/warn-of-last-days.ts';
import { maxChangesOption, maxDeactivateOption } from '../../../options/bulk-options.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { changeUsers } from '../../../writes/change-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim users deactivate tomas.rey',
      'orgctl -p sandbox scim users deactivate tomas.rey clara.voss@harbour-finch.example --yes',
      'orgctl -p sandbox scim users deactivate @leavers.txt --yes',
      `orgctl -p sandbox scim users deactivate --where 'department eq "Product"' --dry-run`,
    ],
    needs: 'a user token with scope admin; 180 a minute',
    lists: { columns: USER_VIEW.columns },
  });
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .addOption(maxDeactivateOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { where, maxDeactivate, maxChanges }) => {
        const identities = await namedPeople(context, words, where);
        await warnOfLastDays(context, identities);
        return changeUsers(context, identities, {
          plan: planDeactivation,
          question: (names) => `Deactivate ${names}`,
          unchanged: ({ values }) => `${values.userName} is already deactivated`,
          done: ({ id, values }) => `deactivated ${values.userName} (${id})`,
          limits: { maxDeactivate, maxChanges },
        });
      }),
    );
};
