import type { Change } from '../../../../bulk/plan/change.ts';
import { deactivates } from '../../../../bulk/plan/counted-changes.ts';
import { planPatch, planWrittenPatch } from '../../../../bulk/single/plan-user-writes.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../../../identity/named-people.ts';
import { refuseLooseAssignments } from '../../../identity/slips-in-names.ts';
import { addAttributeOptions, parseAssignment, parseClear } from '../../../options/attribute-options.ts';
import { maxChangesOption, maxDeactivateOption, maxReactivateOption } from '../../../options/bulk-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { changesInWords, managerNames, unchangedInWords } from '../../../people/patch-in-words.ts';
import {
  patchFileBodies,
  readUserPatch,
  refuseGuestValues,
  withoutEmails,
} from '../../../people/read-patch.ts';
import { refuseSharedIdentity } from '../../../people/shared-identity.ts';
import { USER_VIEW } from '../../../views/user-view.ts';
import { changeFoundUsers } from '../../../writes/change-users.ts';
import { chosenManager, withManagerId } from '../../../writes/manager-id.ts';
import { findEveryUser } from '../../../writes/named-users.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim users patch tomas.rey --title "Lead engineer" --manager walt.finch',
      'orgctl -p sandbox scim users patch clara.voss --set department=Brand --clear phone',
      'orgctl -p sandbox scim users patch clara.voss --clear phoneNumbers --address.locality Paris --start-date 2027-01-15',
      'orgctl -p sandbox scim users patch clara.voss --file changes.yaml',
      `orgctl -p sandbox scim users patch --where 'department eq "Product"' --cost-center 4711 --yes`,
    ],
    needs: 'a user token with scope admin; 180 changes a minute',
    lists: { columns: USER_VIEW.columns },
  });
  addAttributeOptions(command, 'update');
  return command
    .argument('<user...>', MANY_USERS)
    .addOption(whereOption())
    .option('--set <attribute=value>', 'set an attribute, such as title=CEO; repeatable', parseAssignment)
    .option('--clear <attribute>', 'clear an attribute, such as phone; repeatable', parseClear)
    .option('--remove-email <address>', 'remove an address, such as old@example.com; repeatable', collectWord)
    .option('--file <file>', 'attributes or PatchOp operations as YAML or JSON; - is stdin')
    .addOption(maxDeactivateOption())
    .addOption(maxReactivateOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { where, maxDeactivate, maxReactivate, maxChanges, ...options }) => {
        const { file } = options;
        refuseLooseAssignments(words, context.host.argv);
        const { scim } = await context.connection();
        const patch = readUserPatch(options, scim.dialect.vendor);
        const written =
          file === undefined ? undefined : await patchFileBodies(context, scim.dialect, file, patch);
        const identities = await namedPeople(context, words, where);
        const users = await findEveryUser(context, identities);
        refuseSharedIdentity(users.length, patch.set, options, written?.bodies);
        const manager = await chosenManager(context, patch.set.manager);
        const asked = { ...patch, set: withManagerId(patch.set, manager) };
        const people = users.map(({ user }) => user);
        const names = await managerNames(context, people, manager);
        await changeFoundUsers(context, users, identities.length, {
          plan: (named) => {
            refuseGuestValues(asked, named.user, where);
            return written === undefined
              ? planPatch(named, withoutEmails(asked, named.user, options))
              : planWrittenPatch(named, written.bodies, written.wanted);
          },
          question: questionOf,
          unchanged: (user) => unchangedInWords(user, asked, names),
          done: (before, { id, values }, changes) =>
            `changed ${values.userName} (${id})${changesInWords(before, changes, asked, names)}`,
          names,
          limits: { maxDeactivate, maxReactivate, maxChanges },
          others: manager === undefined ? [] : [manager],
        });
      }),
    );
};

/** Returns the confirmation question; undefined for a change of a single user who stays active. */
function questionOf(names: string, count: number, changes: readonly Change[]): string | undefined {
  if (changes.some(deactivates)) return `Deactivate ${names}`;
  return count > 1 ? `Change ${count} users: ${names}` : undefined;
}
