import type { Change } from '../../../../bulk/plan/change.ts';
import { planGroupReplacement } from '../../../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../../../failure/failure.ts';
import type { Group } from '../../../../scim/group.ts';
import { LIMITS } from '../../../../spec/limits.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { findEveryGroup, MANY_GROUPS, namedGroups } from '../../../identity/named-groups.ts';
import { ONE_OR_LIST, whereOption } from '../../../identity/named-people.ts';
import { maxChangesOption, maxRemoveMembersOption } from '../../../options/bulk-options.ts';
import { collectWord } from '../../../options/parse-values.ts';
import { ALLOW_DUPLICATE } from '../../../people/duplicate-group-name.ts';
import { groupChangesInWords } from '../../../people/group-in-words.ts';
import { changeQuestion, refuseName } from '../../../people/several-groups.ts';
import { readWantedGroup, refuseTooMany } from '../../../people/wanted-group.ts';
import { GROUP_VIEW } from '../../../views/group-view.ts';
import { changeGroups } from '../../../writes/change-group.ts';
import type { ConfirmationPrompt } from '../../../writes/confirm-writes.ts';
import { membershipInWords } from '../../../writes/membership-in-words.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups get IT -o yaml > it.yaml',
      'orgctl -p sandbox scim groups replace IT --file it.yaml',
      'orgctl -p sandbox scim groups replace IT --name Security --member samir.aziz --yes',
    ],
    needs: `a user token with scope admin; 180 changes a minute, ${LIMITS.groupUsersPerCall} members a call`,
    lists: { columns: GROUP_VIEW.columns },
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .option(
      '--groups-where <expression>',
      'also every group that matches, such as \'displayName sw "Project"\'; --where names members',
    )
    .option('--name <text>', 'new name (default: unchanged)')
    .option(ALLOW_DUPLICATE, 'give the group that name even if another one has it')
    .option('--member <user>', `a member: ${ONE_OR_LIST}; may be repeated (default: no members)`, collectWord)
    .option('--members-file <file>', 'the same as --member @FILE, for example members.txt; - is stdin')
    .addOption(whereOption())
    .option('--file <file>', 'the whole group as YAML or JSON; - is stdin; flags override it')
    .addOption(maxRemoveMembersOption())
    .addOption(maxChangesOption())
    .action(
      act(
        async (context, words, { groupsWhere, maxRemoveMembers, maxChanges, allowDuplicate, ...sources }) => {
          const { scim } = await context.connection();
          if (Object.keys(sources).length === 0)
            throw new Failure('usage', 'no replacement was given', {
              hint: 'give --file, --name, --member or --where',
            });
          const wanted = await readWantedGroup(context, scim, sources, 'replace');
          const { displayName, members = [], isNobody } = wanted;
          refuseTooMany(members.length);
          const identities = await namedGroups(context, words, groupsWhere);
          const groups = await findEveryGroup(context, identities);
          await refuseName(context, groups, displayName, allowDuplicate);
          await changeGroups(
            context,
            groups,
            identities.length,
            (group) => ({
              // An expression without matches must not empty the group.
              changes: isNobody ? [] : planGroupReplacement(group, displayName ?? group.displayName, members),
              unchanged: `${group.displayName} (${group.id}) ${isNobody ? unchangedInWords(group, displayName) : 'is unchanged'}`,
              done: (after) =>
                `replaced ${after.displayName} (${after.id})${groupChangesInWords(group, after)}`,
            }),
            (changing, changes) => ({
              question: questionOf(changing, changes),
              limits: { maxRemoveMembers, maxChanges },
              members,
            }),
          );
        },
      ),
    );
};

/** Returns what a group keeps if an expression matches nobody: its name too, even if another one is given. */
function unchangedInWords(group: Group, displayName: string | undefined): string {
  return displayName === undefined || displayName === group.displayName
    ? 'keeps its members'
    : 'keeps its members and its name; nothing was changed';
}

/**
 * Returns the confirmation prompt; undefined for the replacement of a single group that removes no members.
 */
function questionOf(groups: readonly Group[], changes: readonly Change[]): ConfirmationPrompt | undefined {
  const [group] = groups;
  const hasLeaving = changes.some((change) => change.kind === 'replaceGroup' && change.leaving.length > 0);
  if (groups.length !== 1 || group === undefined) return changeQuestion(groups);
  return hasLeaving ? { ask: 'yes', about: membershipInWords(group, changes) } : undefined;
}
