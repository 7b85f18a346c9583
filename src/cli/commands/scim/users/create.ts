import { planCreation } from '../../../../bulk/single/plan-user-writes.ts';
import { Failure } from '../../../../failure/failure.ts';
import { parseUserRequest } from '../../../../rules/parse-user-request.ts';
import { valuesOfRequest } from '../../../../rules/stored-slots.ts';
import type { UserValues } from '../../../../spec/user-attributes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions, readAttributeOptions } from '../../../options/attribute-options.ts';
import { newUserBody } from '../../../people/new-user.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { findManager } from '../../../writes/manager-id.ts';
import { performWrites } from '../../../writes/perform-writes.ts';
import { userAt } from '../../../writes/performed.ts';

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
        const { scim } = await context.connection();
        const { dialect } = scim;
        const flags = readAttributeOptions(options);
        refuseExpirationWithoutGuest(flags, options.file);
        const manager = await findManager(scim, flags.manager);
        const values = { ...flags, ...(manager === undefined ? {} : { manager: manager.id }) };
        const body = await newUserBody(context, dialect, values, options);
        const user = valuesOfRequest(parseUserRequest(body, dialect, 'create').request);
        await performWrites(
          context,
          {
            api: 'scim',
            changes: planCreation(body, user),
            others: manager === undefined ? [] : [manager],
            ...(user.password === undefined ? {} : { secrets: new Map([[1, { password: user.password }]]) }),
            named: 1,
            noun: 'users',
          },
          async (performed) => {
            const created = userAt(performed, 1);
            if (created === undefined) return;
            await context.messages.note(`created ${created.values.userName} (${created.id})`);
            await (await context.printer()).one(created, USER_VIEW);
          },
        );
      }),
    );
};

/** A guest's expiration without a guest would make a full member who never expires. @throws Failure `usage` */
function refuseExpirationWithoutGuest(
  { guest, guestExpiration }: UserValues,
  file: string | undefined,
): void {
  if (guestExpiration === undefined || guest === true || file !== undefined) return;
  throw new Failure('usage', '--guest-expiration needs --guest', { hint: 'add --guest' });
}
