import { setMembers } from '../../../../../scim/change-members.ts';
import { findGroup } from '../../../../../scim/find-group.ts';
import { changeTo } from '../../../../../scim/group-patch.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { askToGoOn } from '../../../../naming/ask.ts';
import { readNamedMembers } from '../../../../naming/named-members.ts';
import { batchSizeOption, membersIn, withProgress } from '../../../../options/group-options.ts';
import { sendingAll } from '../../../../printing/show-withheld.ts';
import { GROUP_VIEW } from '../../../../views/group-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups members set IT walt.finch samir.aziz tomas.rey',
      'orgctl -p sandbox scim groups members set IT --file members.txt --yes',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<group>', 'ID or name')
    .argument('[user...]', 'everybody who shall be a member: IDs, userNames or e-mails')
    .option('--file <file>', 'users, one on a line; - is stdin')
    .addOption(batchSizeOption())
    .action(
      act(async (context, identity, users, { file, batchSize }) => {
        const printer = await context.printer();
        const { scim } = await context.connection();
        const wanted = await readNamedMembers(context, scim, users, file);
        const group = await findGroup(scim, identity);
        const { add, remove } = changeTo(
          wanted,
          group.members.map(({ id }) => id),
        );
        const total = add.length + remove.length;
        const what = `${membersIn(add.length)} in, ${membersIn(remove.length)} out`;
        if (remove.length > 0) await askToGoOn(context, `Change ${group.displayName}: ${what}?`);
        let changed = group;
        const isSent = await sendingAll(context, async ({ unless }) => {
          if (total === 0) return;
          changed = await withProgress(context, total, batchSize, (calls) =>
            setMembers(scim, group, wanted, { ...calls, around: unless }),
          );
        });
        if (!isSent) return;
        await context.messages.note(
          total === 0
            ? `${group.displayName} has exactly these members already`
            : `${group.displayName}: ${what}`,
        );
        await printer.one(changed, GROUP_VIEW);
      }),
    );
};
