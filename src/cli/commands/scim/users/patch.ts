import { findUser } from '../../../../scim/find-user.ts';
import { patchBodies } from '../../../../scim/user-patch.ts';
import { sendPatch } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions, parseAssignment, parseClear } from '../../../options/attribute-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { patchFileBodies, readUserPatch, withoutEmails } from '../../../people/read-patch.ts';
import { unlessWithheld } from '../../../printing/show-withheld.ts';
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
        let user = await findUser(scim, identity);
        const wanted = withoutEmails(patch, user, options.removeEmail ?? []);
        for (const body of inFile ?? patchBodies(wanted, user.values, scim.dialect)) {
          await unlessWithheld(context, async () => {
            user = await sendPatch(scim, user.id, body);
          });
        }
        if (context.common.dryRun === true) return;
        await context.messages.note(`changed ${user.values.userName} (${user.id})`);
        await printer.one(user, USER_VIEW);
      }),
    );
};
