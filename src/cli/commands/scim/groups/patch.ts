import { findGroup } from '../../../../scim/find-group.ts';
import { getGroup } from '../../../../scim/groups.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { batchSizeOption } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { applyGroupPatch, readGroupPatch } from '../../../people/patch-group.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';

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
    .option('--name <text>', 'another name')
    .option('--add <user>', 'put a user in, by ID, userName or e-mail; may be repeated', collectWord)
    .option('--remove <user>', 'take a user out; may be repeated', collectWord)
    .option('--file <file>', 'attributes or PatchOp operations as YAML or JSON; - is stdin')
    .addOption(batchSizeOption())
    .action(
      act(async (context, identity, { batchSize, ...sources }) => {
        const printer = await context.printer();
        const { scim } = await context.connection();
        const patch = await readGroupPatch(context, scim, sources);
        const group = await findGroup(scim, identity);
        const isSent = await applyGroupPatch(context, scim, group, patch, batchSize);
        if (!isSent) return;
        const changed = await getGroup(scim, group.id);
        await context.messages.note(`changed ${changed.displayName} (${changed.id})`);
        await printer.one(changed, GROUP_VIEW);
      }),
    );
};
