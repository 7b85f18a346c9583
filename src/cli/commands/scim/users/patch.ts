import { deactivates } from '../../../../bulk/plan/counted-changes.ts';
import { planPatch, planWrittenPatch } from '../../../../bulk/single/plan-user-writes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { addAttributeOptions, parseAssignment, parseClear } from '../../../options/attribute-options.ts';
import { maxDeactivateOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { changesInWords, managerNames, unchangedInWords } from '../../../people/patch-in-words.ts';
import {
  patchFileBodies,
  readUserPatch,
  refuseLoneExpiration,
  withoutEmails,
} from '../../../people/read-patch.ts';
import { changeUsers } from '../../../writes/change-users.ts';
import { findManager } from '../../../writes/manager-id.ts';

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
    .option(
      '--remove-email <address>',
      'remove an e-mail address, for example old@example.com; may be repeated',
      collectWord,
    )
    .option('--file <file>', 'attributes or PatchOp operations as YAML or JSON; - is stdin')
    .addOption(maxDeactivateOption())
    .addOption(maxReactivateOption())
    .action(
      act(async (context, identity, { maxDeactivate, maxReactivate, ...options }) => {
        const { scim } = await context.connection();
        const patch = readUserPatch(options, scim.dialect.vendor);
        const { file, removeEmail = [] } = options;
        const written =
          file === undefined ? undefined : await patchFileBodies(context, scim.dialect, file, patch);
        const manager = await findManager(scim, patch.set.manager);
        const set = { ...patch.set, ...(manager === undefined ? {} : { manager: manager.id }) };
        const names = await managerNames(context, identity, manager);
        await changeUsers(context, [identity], {
          plan: (named) => {
            refuseLoneExpiration(patch, named.user);
            return written === undefined
              ? planPatch(named, withoutEmails({ ...patch, set }, named.user, removeEmail))
              : planWrittenPatch(named, written.bodies, written.wanted);
          },
          question: (names, _, changes) => (changes.some(deactivates) ? `Deactivate ${names}` : undefined),
          unchanged: (user) => unchangedInWords(user, { ...patch, set }, names),
          done: (before, { id, values }, changes) =>
            `changed ${values.userName} (${id})${changesInWords(before, changes, { ...patch, set }, names)}`,
          names,
          limits: { maxDeactivate, maxReactivate },
          others: manager === undefined ? [] : [manager],
        });
      }),
    );
};
