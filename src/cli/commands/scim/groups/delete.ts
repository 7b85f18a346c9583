import { planGroupDeletion } from '../../../../bulk/single/plan-group-writes.ts';
import { asFailure } from '../../../../failure/failure.ts';
import { findGroup } from '../../../../scim/find-group.ts';
import type { Group } from '../../../../scim/group.ts';
import type { ScimClient } from '../../../../scim/scim-client.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';
import { groupsMatching, namesIn } from '../../../naming/named-people.ts';
import { refuseUnknownNames, type UnknownName } from '../../../naming/unknown-names.ts';
import { maxDeleteGroupsOption } from '../../../options/bulk-options.ts';
import { membersIn } from '../../../options/group-options.ts';
import { limitsOf } from '../../../options/limits-of.ts';
import { performWrites } from '../../../writes/perform-writes.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox scim groups delete IT',
      'orgctl -p sandbox scim groups delete "Everyone in Berlin" --yes',
      `orgctl -p sandbox scim groups delete --where 'displayName sw "Every"' --max-delete-groups 1 --dry-run`,
    ],
    needs: 'a user token with scope admin; 180 a minute. The group is deleted permanently; its members stay',
  });
  return command
    .argument('<group...>', 'IDs or names; @FILE or - (stdin) reads a list')
    .option(
      '--where <expression>',
      'also every group that matches, such as \'displayName sw "Project"\'; needs --max-delete-groups',
    )
    .addOption(maxDeleteGroupsOption('as many as are named'))
    .action(
      act(async (context, words, { where, maxDeleteGroups }) => {
        const named = await namesIn(context, words);
        const matching = where === undefined ? [] : await groupsMatching(context, where);
        const identities = [...new Set([...named, ...matching])];
        const { scim } = await context.connection();
        const groups = await findGroups(scim, identities);
        const { maxDeleteGroups: set } = await limitsOf(context, { maxDeleteGroups });
        const changes = groups.flatMap((group, index) => planGroupDeletion(group, index + 1));
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
              // What the command names itself needs no other limit than the one that somebody set.
              limits: { maxDeleteGroups: set ?? (where === undefined ? groups.length : named.length) },
              named: identities.length,
              noun: 'groups',
              shows: undefined,
            },
            async ({ result }) => {
              for (const [index, { id, displayName, members }] of groups.entries())
                if (result.outcomes.get(`L${index + 1}`)?.state === 'succeeded')
                  await context.messages.note(
                    `deleted ${displayName} (${id}), which had ${membersIn(members.length)}`,
                  );
            },
          );
      }),
    );
};

/** @throws Failure `refused` that has every name that is no group's or fits several; of the only name its own failure. */
async function findGroups(scim: ScimClient, identities: readonly string[]): Promise<readonly Group[]> {
  const groups: Group[] = [];
  const missing: UnknownName[] = [];
  for (const identity of identities) {
    try {
      const group = await findGroup(scim, identity);
      if (groups.every(({ id }) => id !== group.id)) groups.push(group);
    } catch (error) {
      const failure = asFailure(error);
      if (identities.length === 1 || (failure.kind !== 'refused' && failure.kind !== 'usage')) throw error;
      missing.push({ identity, failure });
    }
  }
  refuseUnknownNames(missing, identities.length, 'group');
  return groups;
}

function lossOf(groups: readonly Group[]): string {
  const words = groups.map(
    ({ id, displayName, members }) => `${displayName} (${id}) with ${membersIn(members.length)}`,
  );
  return `Delete ${words.join(', ')} permanently`;
}
