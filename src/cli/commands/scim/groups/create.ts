import { planGroupCreation } from '../../../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../../../failure/failure.ts';
import { userId } from '../../../../values/ids.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { ONE_OR_LIST, whereOption } from '../../../identity/named-people.ts';
import { batchSizeOption, membersIn, noteCalls } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { ALLOW_DUPLICATE, refuseDuplicateName } from '../../../people/duplicate-group-name.ts';
import { readWantedGroup, type WantedGroup } from '../../../people/wanted-group.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';
import { changeGroup } from '../../../writes/change-group.ts';
import { wasInterrupted } from '../../../writes/interrupted-commands.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups create "Data platform" --member tomas.rey --member clara.voss@harbour-finch.example',
      'orgctl -p sandbox scim groups create Everyone --members-file members.txt',
      'orgctl -p sandbox scim groups create --file group.yaml',
    ],
    lists: { columns: GROUP_VIEW.columns },
    needs: 'a user token with scope admin; 180 creates a minute',
  });
  return command
    .argument('[name]', 'name of the group')
    .option('--member <user>', `a member: ${ONE_OR_LIST}; may be repeated`, collectWord)
    .option('--members-file <file>', 'the same as --member @FILE, for example members.txt; - is stdin')
    .addOption(whereOption())
    .option(
      '--file <file>',
      'a group as YAML or JSON (SCIM §2.2); - is stdin; the name and the flags override it',
    )
    .addOption(batchSizeOption())
    .option(ALLOW_DUPLICATE, 'create the group even if another one has the same name')
    .action(
      act(async (context, name, { batchSize, allowDuplicate, ...sources }) => {
        const { scim } = await context.connection();
        const written = await readWantedGroup(context, scim, { ...sources, name }, 'create');
        // An expression without matches must not create an empty group.
        if (written.isNobody) {
          await context.messages.note('no group was created');
          if (context.common.dryRun !== true) return;
          const { showNoChanges } = await import('../../../writes/dry-run.ts');
          return showNoChanges(context);
        }
        const { displayName, members } = await askMissing(context, written);
        const changes = planGroupCreation(displayName, members, batchSize);
        await noteCalls(context, members.length, batchSize);
        // An interrupted creation is continued instead.
        if (allowDuplicate !== true && !(await wasInterrupted(context, changes)))
          await refuseDuplicateName(scim, displayName);
        await changeGroup(context, undefined, {
          changes,
          unchanged: '',
          members,
          done: (group) =>
            `created ${group.displayName} (${group.id}) with ${membersIn(group.members.length)}`,
        });
      }),
    );
};

/**
 * Returns the name, without spaces around it that no other command would see, and the members.
 * @throws Failure `usage` if the name is missing and prompts are not possible
 */
async function askMissing(context: Context, { displayName: given = '', members }: WantedGroup) {
  const displayName = given.trim();
  if (displayName !== '') return { displayName, members: members ?? [] };
  if (!context.prompts.mayAsk) {
    throw new Failure('usage', 'a new group needs a name', {
      hint: 'orgctl scim groups create "Data platform"',
    });
  }
  const name = (
    await context.prompts.text('Name of the group:', {
      check: (text) => (text.trim() === '' ? 'a group needs a name' : undefined),
    })
  ).trim();
  if (members !== undefined) return { displayName: name, members };
  const { pickUsers } = await import('../../../identity/pick-identity.ts');
  const picked = await pickUsers(context, 'Member:');
  return { displayName: name, members: picked.map((id) => ({ id: userId(id), name: id })) };
}
