import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import {
  findEveryGroup,
  groupWhereOption,
  MANY_GROUPS,
  namedGroups,
} from '../../../identity/named-groups.ts';
import { ONE_OR_LIST } from '../../../identity/named-people.ts';
import { maxChangesOption, maxRemoveMembersOption } from '../../../options/bulk-options.ts';
import { batchSizeOption } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { ALLOW_DUPLICATE } from '../../../people/duplicate-group-name.ts';
import { groupChangesInWords } from '../../../people/group-in-words.ts';
import { nameIn, planGroupPatch, readGroupPatch } from '../../../people/patch-group.ts';
import { changeQuestion, refuseName } from '../../../people/several-groups.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';
import { changeGroups } from '../../../writes/change-group.ts';
import { emptyingQuestion } from '../../../writes/emptying-question.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups patch IT --name "IT and security"',
      'orgctl -p sandbox scim groups patch IT --add tomas.rey --remove samir.aziz',
      'orgctl -p sandbox scim groups patch IT --file group-changes.yaml',
      'orgctl -p sandbox scim groups patch IT "Announcements team" --add clara.voss --yes',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
    lists: { columns: GROUP_VIEW.columns },
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .addOption(groupWhereOption())
    .option('--name <text>', 'new name')
    .option(ALLOW_DUPLICATE, 'give the group that name even if another one has it')
    .option('--add <user>', `add a member: ${ONE_OR_LIST}; may be repeated`, collectWord)
    .option(
      '--remove <user>',
      'remove a member: ID, userName or e-mail; @FILE or - (stdin) reads a list; may be repeated',
      collectWord,
    )
    .option('--file <file>', 'attributes or PatchOp operations as YAML or JSON; - is stdin')
    .addOption(batchSizeOption())
    .addOption(maxRemoveMembersOption())
    .addOption(maxChangesOption())
    .action(
      act(
        async (
          context,
          words,
          { where, batchSize, maxRemoveMembers, maxChanges, allowDuplicate, ...sources },
        ) => {
          const { scim } = await context.connection();
          const patch = await readGroupPatch(context, scim, sources);
          const identities = await namedGroups(context, words, where);
          const groups = await findEveryGroup(context, identities);
          await refuseName(context, groups, nameIn(patch), allowDuplicate);
          await changeGroups(
            context,
            groups,
            identities.length,
            (group) => ({
              changes: planGroupPatch(group, patch, batchSize),
              unchanged: `${group.displayName} (${group.id}) is unchanged`,
              done: (after) =>
                `changed ${after.displayName} (${after.id})${groupChangesInWords(group, after)}`,
            }),
            (changing, changes) => ({
              question: emptyingQuestion(changing, changes) ?? changeQuestion(changing),
              limits: { maxRemoveMembers, maxChanges },
              members: 'add' in patch ? patch.add : [],
            }),
          );
        },
      ),
    );
};
