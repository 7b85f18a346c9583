import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions, readAttributeOptions } from '../../../options/attribute-options.ts';
import { createOrFindUser } from '../../../people/create-user.ts';
import { newUserBody } from '../../../people/new-user.ts';
import { USER_VIEW } from '../../../views/user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users create --user-name anna.lind --email anna.lind@example.com',
      'orgctl -p sandbox scim users create --user-name bo.ek --email bo@example.com --title Engineer --department Research',
      'orgctl -p sandbox scim users create --file user.yaml',
    ],
    needs: 'a user token with scope admin; 180 creates a minute',
  });
  addAttributeOptions(command, 'create');
  return command
    .option('--file <file>', 'a user as YAML or JSON (SCIM §2.1); - is stdin. Flags win over it')
    .option('--password-file <file>', 'read the initial password from a file; - is stdin')
    .action(
      act(async (context, options) => {
        const printer = await context.printer();
        const connection = await context.connection();
        const { dialect } = connection.scim;
        const body = await newUserBody(context, dialect, readAttributeOptions(options), options);
        const user = await createOrFindUser(context, connection, body);
        await context.messages.note(`created ${user.values.userName} (${user.id})`);
        await printer.one(user, USER_VIEW);
      }),
    );
};
