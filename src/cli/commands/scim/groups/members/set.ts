import { planExactMembers } from '../../../../../bulk/single/plan-group-writes.ts';
import { findGroup } from '../../../../../scim/find-group.ts';
import type { CommandModule } from '../../../../command-module.ts';
import { describe } from '../../../../help-format.ts';
import { MANY_USERS, whereOption } from '../../../../identity/named-people.ts';
import { maxRemoveMembersOption } from '../../../../options/bulk-options.ts';
import {
  batchSizeOption,
  membersFileOption,
  membersIn,
  noteCalls,
} from '../../../../options/group-options.ts';
import { GROUP_VIEW } from '../../../../views/group-view.ts';
import { changeGroup } from '../../../../writes/change-group.ts';
import { readNamedMembers } from '../../../../writes/members-named.ts';
import { membershipInWords } from '../../../../writes/membership-in-words.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups members set IT walt.finch samir.aziz tomas.rey',
      'orgctl -p sandbox scim groups members set IT @members.txt --yes',
    ],
    lists: { columns: GROUP_VIEW.columns },
    needs: 'a user token with scope admin; 180 changes a minute',
  });
  return command
    .argument('<group>', 'ID or name')
    .argument('[user...]', `the complete list of members: ${MANY_USERS}`)
    .addOption(membersFileOption())
    .addOption(whereOption())
    .addOption(batchSizeOption())
    .addOption(maxRemoveMembersOption())
    .action(
      act(async (context, identity, users, { membersFile, where, batchSize, maxRemoveMembers }) => {
        const { scim } = await context.connection();
        const wanted = await readNamedMembers(context, scim, users, {
          file: membersFile,
          where,
          isJoining: true,
        });
        const group = await findGroup(scim, identity);
        // An expression without matches must not empty the group.
        const isNobody = wanted.length === 0;
        const changes = isNobody ? [] : planExactMembers(group, wanted, batchSize);
        const count = (kind: 'addMembers' | 'removeMembers') =>
          changes.reduce((sum, change) => sum + (change.kind === kind ? change.members.length : 0), 0);
        const [added, removed] = [count('addMembers'), count('removeMembers')];
        await noteCalls(context, added + removed, batchSize);
        await changeGroup(context, group, {
          changes,
          question: removed === 0 ? undefined : { ask: 'yes', about: membershipInWords(group, changes) },
          unchanged: isNobody
            ? `${group.displayName} keeps its members`
            : `${group.displayName} already has exactly these members`,
          done: ({ displayName }) =>
            `${displayName}: ${membersIn(added)} added, ${membersIn(removed)} removed`,
          limits: { maxRemoveMembers },
          members: wanted,
        });
      }),
    );
};
