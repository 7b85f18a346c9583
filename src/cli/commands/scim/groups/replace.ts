import { planGroupReplacement } from '../../../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../../../failure/failure.ts';
import { findGroup } from '../../../../scim/find-group.ts';
import { LIMITS } from '../../../../spec/limits.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { ONE_OR_LIST, whereOption } from '../../../naming/named-people.ts';
import { maxRemoveMembersOption } from '../../../options/bulk-options.ts';
import { membersIn } from '../../../options/group-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { groupChangesInWords } from '../../../people/group-in-words.ts';
import { readWantedGroup } from '../../../people/wanted-group.ts';
import { changeGroup } from '../../../writes/change-group.ts';
import { membershipInWords } from '../../../writes/membership-in-words.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups get IT -o yaml > it.yaml',
      'orgctl -p sandbox scim groups replace IT --file it.yaml',
      'orgctl -p sandbox scim groups replace IT --name Security --member samir.aziz --yes',
    ],
    needs: `a user token with scope admin; 180 changes a minute, ${LIMITS.groupUsersPerCall} members a call`,
  });
  return command
    .argument('<group>', 'ID or name')
    .option('--name <text>', 'new name (default: unchanged)')
    .option('--member <user>', `a member: ${ONE_OR_LIST}; may be repeated`, collectWord)
    .option('--members-file <file>', 'the same as --member @FILE, for example members.txt; - is stdin')
    .addOption(whereOption())
    .option('--file <file>', 'the whole group as YAML or JSON; - is stdin. Flags win over it')
    .addOption(maxRemoveMembersOption())
    .action(
      act(async (context, identity, { maxRemoveMembers, ...sources }) => {
        const { scim } = await context.connection();
        if (Object.keys(sources).length === 0)
          throw new Failure('usage', 'nothing to replace it with was given', {
            hint: '--file, --name, --member or --where',
          });
        const wanted = await readWantedGroup(context, scim, sources, 'replace');
        const { members = [] } = wanted;
        if (members.length > LIMITS.groupUsersPerCall) {
          throw new Failure('invalidInput', `${membersIn(members.length)} are more than one call may name`, {
            code: 'too_many_users',
            hint: 'orgctl scim groups members set takes several calls',
          });
        }
        const group = await findGroup(scim, identity);
        const { displayName = group.displayName } = wanted;
        const changes = planGroupReplacement(group, displayName, members);
        const leaving = changes.flatMap((change) => (change.kind === 'replaceGroup' ? change.leaving : []));
        await changeGroup(context, group, {
          changes,
          question:
            leaving.length === 0 ? undefined : { ask: 'yes', about: membershipInWords(group, changes) },
          unchanged: `${group.displayName} (${group.id}) is unchanged`,
          done: (after) => `replaced ${after.displayName} (${after.id})${groupChangesInWords(group, after)}`,
          limits: { maxRemoveMembers },
        });
      }),
    );
};
