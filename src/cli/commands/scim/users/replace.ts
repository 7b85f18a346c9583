import { findUser } from '../../../../scim/find-user.ts';
import { replaceUser } from '../../../../scim/users.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { askToGoOn } from '../../../naming/ask.ts';
import { addAttributeOptions, readAttributeOptions } from '../../../options/attribute-options.ts';
import { blankedBy, replacementBody, valuesAfter } from '../../../people/replacement.ts';
import { settledUser } from '../../../people/settled-writes.ts';
import { USER_VIEW } from '../../../views/user-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim users get clara.voss -o yaml > clara.yaml',
      'orgctl -p sandbox scim users replace clara.voss --file clara.yaml',
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  addAttributeOptions(command, 'update');
  return command
    .argument('<user>', 'ID, userName or e-mail')
    .option('--file <file>', 'the whole user as YAML or JSON; - is stdin. Flags win over it')
    .action(
      act(async (context, identity, options) => {
        const printer = await context.printer();
        const { scim } = await context.connection();
        const user = await findUser(scim, identity);
        const body = await replacementBody(
          context,
          scim.dialect,
          user,
          readAttributeOptions(options),
          options.file,
        );
        const blanked = blankedBy(body, user, scim.dialect);
        if (blanked.length > 0) {
          await context.messages.warn(`a replacement blanks what it does not carry: ${blanked.join(', ')}`);
          await askToGoOn(context, `Replace ${user.values.userName} and blank ${blanked.length} attributes?`);
        }
        const wanted = { set: valuesAfter(body, scim.dialect), clear: blanked };
        const replaced = await settledUser(context, scim, user, wanted, () =>
          replaceUser(scim, user.id, body),
        );
        await context.messages.note(`replaced ${replaced.values.userName} (${replaced.id})`);
        await printer.one(replaced, USER_VIEW);
      }),
    );
};
