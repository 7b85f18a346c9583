import { planClearMembers } from '../../../../../bulk/single/plan-group-writes.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import {
  findEveryGroup,
  groupWhereOption,
  MANY_GROUPS,
  namedGroups,
} from '../../../../identity/named-groups.ts';
import { maxChangesOption, maxRemoveMembersOption } from '../../../../options/bulk-options.ts';
import { membersIn } from '../../../../options/group-options.ts';
import { GROUP_VIEW } from '../../../../views/group-view.ts';
import { changeGroups } from '../../../../writes/change-group.ts';
import { emptyingQuestion } from '../../../../writes/emptying-question.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups members clear IT',
      'orgctl -p sandbox scim groups members clear IT "Announcements team" --yes',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
    lists: { columns: GROUP_VIEW.columns },
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .addOption(groupWhereOption())
    .addOption(maxRemoveMembersOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { where, maxRemoveMembers, maxChanges }) => {
        const identities = await namedGroups(context, words, where);
        await changeGroups(
          context,
          await findEveryGroup(context, identities),
          identities.length,
          (group) => ({
            changes: planClearMembers(group),
            unchanged: `${group.displayName} has no members`,
            done: () => `removed ${membersIn(group.members.length)} from ${group.displayName}`,
          }),
          (changing, changes) => ({
            question: emptyingQuestion(changing, changes),
            limits: { maxRemoveMembers, maxChanges },
          }),
        );
      }),
    );
};
