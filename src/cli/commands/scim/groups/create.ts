import { Failure } from '../../../../failure/failure.ts';
import type { CommandModule } from '../../../command-module.ts';
import type { Context } from '../../../context.ts';
import { describe } from '../../../help-format.ts';
import { batchSizeOption, membersIn, withProgress } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { createWholeGroup } from '../../../people/create-group.ts';
import { readWantedGroup, type WantedGroup } from '../../../people/wanted-group.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups create "Data platform" --member tomas.rey --member clara.voss@harbour-finch.example',
      'orgctl -p sandbox scim groups create Everyone --members-file members.txt',
      'orgctl -p sandbox scim groups create --file group.yaml',
    ],
    needs: 'a user token with scope admin; 180 creates a minute',
  });
  return command
    .argument('[name]', 'name of the group; need not be unique')
    .option('--member <user>', 'ID, userName or e-mail of a member; may be repeated', collectWord)
    .option('--members-file <file>', 'members, one on a line; - is stdin')
    .option('--file <file>', 'a group as YAML or JSON (SCIM §2.2); - is stdin. Name and flags win over it')
    .addOption(batchSizeOption())
    .action(
      act(async (context, name, { batchSize, ...sources }) => {
        const printer = await context.printer();
        const connection = await context.connection();
        const written = await readWantedGroup(context, connection.scim, { ...sources, name }, 'create');
        const { displayName, memberIds } = await askMissing(context, written);
        const group = await withProgress(context, memberIds.length, batchSize, (calls) =>
          createWholeGroup(context, connection, { displayName, memberIds }, calls),
        );
        await context.messages.note(
          `created ${group.displayName} (${group.id}) with ${membersIn(group.members.length)}`,
        );
        await printer.one(group, GROUP_VIEW);
      }),
    );
};

/** @throws Failure `usage` when a name is missing and nobody can be asked. */
async function askMissing(context: Context, { displayName, memberIds }: WantedGroup) {
  if (displayName !== undefined && displayName.trim() !== '')
    return { displayName, memberIds: memberIds ?? [] };
  if (!context.prompts.mayAsk) {
    throw new Failure('usage', 'a new group needs a name', {
      hint: 'orgctl scim groups create "Data platform"',
    });
  }
  const name = await context.prompts.text('Name of the group:', {
    check: (text) => (text.trim() === '' ? 'a group needs a name' : undefined),
  });
  if (memberIds !== undefined) return { displayName: name, memberIds };
  const { pickUsers } = await import('../../../naming/pick-identity.ts');
  return { displayName: name, memberIds: await pickUsers(context, 'Member:') };
}
