import { findGroup } from '../../../../scim/find-group.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { ONE_OR_LIST } from '../../../naming/named-people.ts';
import { maxRemoveMembersOption } from '../../../options/bulk-options.ts';
import { batchSizeOption } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { groupChangesInWords } from '../../../people/group-in-words.ts';
import { planGroupPatch, readGroupPatch } from '../../../people/patch-group.ts';
import { changeGroup } from '../../../writes/change-group.ts';
import { emptyingQuestion } from '../../../writes/emptying-question.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups patch IT --name "IT and security"',
      'orgctl -p sandbox scim groups patch IT --add tomas.rey --remove samir.aziz',
      'orgctl -p sandbox scim groups patch IT --file group-changes.yaml',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<group>', 'ID or name')
    .option('--name <text>', 'new name')
    .option('--add <user>', `add a member: ${ONE_OR_LIST}; may be repeated`, collectWord)
    .option('--remove <user>', 'remove a member, named in the same ways; may be repeated', collectWord)
    .option('--file <file>', 'attributes or PatchOp operations as YAML or JSON; - is stdin')
    .addOption(batchSizeOption())
    .addOption(maxRemoveMembersOption())
    .action(
      act(async (context, identity, { batchSize, maxRemoveMembers, ...sources }) => {
        const { scim } = await context.connection();
        const patch = await readGroupPatch(context, scim, sources);
        const group = await findGroup(scim, identity);
        const changes = planGroupPatch(group, patch, batchSize);
        await changeGroup(context, group, {
          changes,
          question: emptyingQuestion(group, changes),
          unchanged: `${group.displayName} (${group.id}) is unchanged`,
          done: (after) => `changed ${after.displayName} (${after.id})${groupChangesInWords(group, after)}`,
          limits: { maxRemoveMembers },
        });
      }),
    );
};
