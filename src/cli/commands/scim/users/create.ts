import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions } from '../../../options/attribute-options.ts';
import { planNewUser } from '../../../people/planned-user.ts';
import { userView } from '../../../people/view-with-manager.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { performWrites } from '../../../writes/perform-writes.ts';
import { userAt } from '../../../writes/performed.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim users create --user-name anna.lind --email anna.lind@example.com',
      'orgctl -p sandbox scim users create --user-name bo.ek --email bo@example.com --title Engineer --department Research',
      'orgctl -p sandbox scim users create --file user.yaml',
    ],
    lists: { columns: USER_VIEW.columns },
    needs: 'a user token with scope admin; 180 creates a minute',
  });
  addAttributeOptions(command, 'create');
  return command
    .option('--file <file>', 'a user as YAML or JSON (SCIM §2.1); - is stdin; flags override it')
    .option(
      '--password-file <file>',
      'read the initial password from a file, for example password.txt; - is stdin',
    )
    .action(
      act(async (context, options) => {
        const { changes, manager, secrets } = await planNewUser(context, options);
        await performWrites(
          context,
          {
            api: 'scim',
            changes,
            others: manager === undefined ? [] : [manager],
            secrets,
            named: 1,
            noun: 'users',
            shows: USER_VIEW,
          },
          async (performed) => {
            const created = userAt(performed, 1);
            if (created === undefined) return;
            await context.messages.note(`created ${created.values.userName} (${created.id})`);
            await (await context.printer()).one(created, await userView(context, created));
          },
        );
      }),
    );
};
