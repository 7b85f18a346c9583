import { planGroupDeletion } from '../../../../bulk/single/plan-group-writes.ts';
import type { Group } from '../../../../scim/group.ts';
import { changeId } from '../../../../values/ids.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { uniqueByName } from '../../../identity/identity.ts';
import { findEveryGroup, MANY_GROUPS } from '../../../identity/named-groups.ts';
import { groupsMatching, namesIn, noneNamedFailure } from '../../../identity/named-people.ts';
import { maxDeleteGroupsOption } from '../../../options/bulk-options.ts';
import { membersIn } from '../../../options/group-options.ts';
import { limitsOf } from '../../../options/limits-of.ts';
import { performWrites } from '../../../writes/perform-writes.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox scim groups delete IT',
      'orgctl -p sandbox scim groups delete "Everyone in Berlin" --yes',
      `orgctl -p sandbox scim groups delete --where 'displayName sw "Every"' --max-delete-groups 1 --dry-run`,
    ],
    needs:
      'a user token with scope admin; 180 a minute. The group is deleted permanently; its members keep their accounts',
  });
  return command
    .argument('<group...>', MANY_GROUPS)
    .option(
      '--where <expression>',
      'also every group that matches, such as \'displayName sw "Project"\'; needs --max-delete-groups',
    )
    .addOption(maxDeleteGroupsOption('the number of groups given'))
    .action(
      act(async (context, words, { where, maxDeleteGroups }) => {
        const named = await namesIn(context, words, 'groups', 'write');
        if (named.length === 0 && where === undefined) throw noneNamedFailure('groups');
        const matching = where === undefined ? [] : await groupsMatching(context, where);
        const identities = uniqueByName([...named, ...matching]);
        const groups = await findEveryGroup(context, identities);
        const { maxDeleteGroups: set } = await limitsOf(context, { maxDeleteGroups });
        const changes = groups.flatMap((group, index) => planGroupDeletion(group, index + 1));
        if (changes.length === 0 && context.common.dryRun === true) {
          const { showNoChanges } = await import('../../../writes/dry-run.ts');
          await showNoChanges(context);
        }
        if (changes.length > 0)
          await performWrites(
            context,
            {
              api: 'scim',
              changes,
              groups,
              question: {
                ask: 'name',
                about: lossOf(groups),
                names: groups.map((group) => group.displayName),
              },
              // Groups that are named explicitly need no limit unless one is set.
              limits: { maxDeleteGroups: set ?? (where === undefined ? groups.length : named.length) },
              named: identities.length,
              noun: 'groups',
              shows: undefined,
            },
            async ({ result }) => {
              for (const [index, { id, displayName, members }] of groups.entries())
                if (result.outcomes.get(changeId(`L${index + 1}`))?.state === 'succeeded')
                  await context.messages.note(
                    `deleted ${displayName} (${id}), which had ${membersIn(members.length)}`,
                  );
            },
          );
      }),
    );
};

function lossOf(groups: readonly Group[]): string {
  const words = groups.map(
    ({ id, displayName, members }) => `${displayName} (${id}, ${membersIn(members.length)})`,
  );
  return `Permanently delete ${words.join(', ')}`;
}
