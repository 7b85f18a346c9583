import { planEmptying } from '../../../../../bulk/single/plan-group-writes.ts';
import { findGroup } from '../../../../../scim/find-group.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { maxRemoveMembersOption } from '../../../../options/bulk-options.ts';
import { membersIn } from '../../../../options/group-options.ts';
import { changeGroup } from '../../../../writes/change-group.ts';
import { emptyingQuestion } from '../../../../writes/emptying-question.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl -p sandbox scim groups members clear IT'],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<group>', 'ID or name')
    .addOption(maxRemoveMembersOption())
    .action(
      act(async (context, identity, { maxRemoveMembers }) => {
        const { scim } = await context.connection();
        const group = await findGroup(scim, identity);
        const { displayName } = group;
        const changes = planEmptying(group);
        const members = membersIn(group.members.length);
        await changeGroup(context, group, {
          changes,
          question: emptyingQuestion(group, changes),
          unchanged: `${displayName} has no members`,
          done: () => `removed ${members} from ${displayName}`,
          limits: { maxRemoveMembers },
        });
      }),
    );
};
