import { findUser } from '../../../../scim/find-user.ts';
import { patchBodies } from '../../../../scim/user-patch.ts';
import { sendPatch } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions, parseAssignment, parseClear } from '../../../options/attribute-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { patchFileBodies, readUserPatch, withoutEmails } from '../../../people/read-patch.ts';
import { settledUser } from '../../../people/settled-writes.ts';
import { sendingAll } from '../../../printing/show-withheld.ts';
import { USER_VIEW } from '../../../views/user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users patch tomas.rey --title "Lead engineer" --manager walt.finch',
      'orgctl -p sandbox scim users patch clara.voss --set department=Brand --clear phone',
      'orgctl -p sandbox scim users patch clara.voss --clear phoneNumbers --address.locality Paris --start-date 2027-01-15',
      'orgctl -p sandbox scim users patch clara.voss --file changes.yaml',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  addAttributeOptions(command, 'update');
  return command
    .argument('<user>', 'ID, userName or e-mail')
    .option('--set <attribute=value>', 'set an attribute; may be repeated', parseAssignment)
    .option('--clear <attribute>', 'make an attribute blank; may be repeated', parseClear)
    .option('--remove-email <address>', 'take an address away; may be repeated', collectWord)
    .option('--file <file>', 'attributes or PatchOp operations as YAML or JSON; - is stdin')
    .action(
      act(async (context, identity, options) => {
        const printer = await context.printer();
        const { scim } = await context.connection();
        const patch = readUserPatch(options, scim.dialect.vendor);
        const inFile =
          options.file === undefined
            ? undefined
            : await patchFileBodies(context, scim.dialect, options.file, patch);
        const found = await findUser(scim, identity);
        const wanted = withoutEmails(patch, found, options.removeEmail ?? []);
        let user = found;
        const isSent = await sendingAll(context, async ({ unless }) => {
          for (const body of inFile ?? patchBodies(wanted, found.values, scim.dialect)) {
            await unless(async () => {
              const send = () => sendPatch(scim, found.id, body);
              // Of a file nobody knows what it makes of the user.
              user =
                inFile === undefined
                  ? await settledUser(context, scim, found, wanted, send)
                  : await settledUser(context, scim, user, undefined, send);
            });
          }
        });
        if (!isSent) return;
        await context.messages.note(`changed ${user.values.userName} (${user.id})`);
        await printer.one(user, USER_VIEW);
      }),
    );
};
