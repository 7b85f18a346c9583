import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Change, ChangeOf } from '../../bulk/plan/change.ts';
import { Failure } from '../../failure/failure.ts';
import { findGroup } from '../../scim/find-group.ts';
import type { Group } from '../../scim/group.ts';
import { getUser } from '../../scim/users.ts';
import { type ChangeId, changeId } from '../../values/ids.ts';
import { chooseRun } from '../bulk/choose-run.ts';
import { endingWithRejects } from '../bulk/end-with-rejects.ts';
import { endWithoutRun } from '../bulk/end-without-run.ts';
import { executeRun } from '../bulk/execute-run.ts';
import { printDryRun } from '../bulk/print-changes.ts';
import { openApplyInput } from '../bulk/read-apply-input.ts';
import { checkRejects } from '../bulk/rejects.ts';
import { runWithGuards } from '../bulk/run-with-guards.ts';
import type { CommandModule } from '../command-module.ts';
import type { Context } from '../context.ts';
import { describe } from '../help-format.ts';
import { addAttributeOptions, readAttributeOptions } from '../options/attribute-options.ts';
import { type FeedOptions, withFeedOptions } from '../options/feed-options.ts';
import { collectWord } from '../options/parse-values.ts';
import { withPlanOption } from '../options/plan-option.ts';
import type { ReadingOptions } from '../options/reading-options.ts';
import { forceOption } from '../options/run-options.ts';
import { withStateOption } from '../options/state-option.ts';
import { planNewUser } from '../people/planned-user.ts';
import { userView } from '../people/view-with-manager.ts';
import { resultView } from '../views/result-view.ts';
import { USER_VIEW } from '../views/user-view.ts';
import { performWrites } from '../writes/perform-writes.ts';
import { userAt } from '../writes/performed.ts';
import { namesInWords } from '../writes/where-words.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox onboard people.csv --plan',
      'orgctl -p sandbox onboard people.csv --yes',
      'orgctl -p sandbox onboard --user-name anna.lind --email anna.lind@example.com --manager walt.finch --group IT --yes',
    ],
    lists: { columns: resultView([]).columns },
    needs: 'a user token with scope admin; 180 creates and 180 changes a minute',
  });
  addAttributeOptions(command, 'create');
  return withFeedOptions(withStateOption(withPlanOption(command)))
    .addOption(forceOption('replace an existing file of rejects'))
    .argument(
      '[file]',
      'a CSV or NDJSON of people, as for bulk apply; - is stdin. Without it, flags describe one person',
    )
    .option('--group <group>', 'add the person to this group: ID or name; may be repeated', collectWord)
    .option(
      '--map <file>',
      'with a file: YAML that maps the headings of an HR export to columns, for example map.yaml; "bulk init-map" writes one',
    )
    .option('--create-groups', 'with a file: create missing groups that the column "groups" names')
    .option(
      '--password-file <file>',
      'read the initial password of one person from a file, for example password.txt; - is stdin',
    )
    .action(
      act(async (context, file, flags, self: CommandUnknownOpts) => {
        const { group = [], map, createGroups, plan: _, state: __, ...options } = flags;
        if (file !== undefined) {
          refuseFlagsOfOne(options, group);
          checkRejects(file, options);
          await onboardFile(context, self, file, { createGroups, how: { map, ...feedFlags(options) } });
        } else await onboardOne(context, group, options);
      }),
    );
};

function feedFlags(options: FeedOptions & Pick<ReadingOptions, 'onBadRow'>) {
  const { onBadRow, maxBadRows, rejects, force, feed, minRows, maxBlanked } = options;
  return { onBadRow, maxBadRows, rejects, force, feed, minRows, maxBlanked };
}

/** @throws Failure `usage` for a file together with flags that describe one user */
function refuseFlagsOfOne(options: Readonly<Record<string, unknown>>, groups: readonly string[]): void {
  const hasValues = Object.keys(readAttributeOptions(options)).length > 0;
  if (!hasValues && groups.length === 0 && options['passwordFile'] === undefined) return;
  throw new Failure('usage', 'a file and flags that describe one person cannot be combined', {
    hint: 'put the values into the file, or omit the file',
  });
}

/** Creates the users of a file, like `bulk apply --mode create`. */
async function onboardFile(
  given: Context,
  command: CommandUnknownOpts,
  file: string,
  {
    createGroups,
    how,
  }: { readonly createGroups: true | undefined; readonly how: ReadingOptions & FeedOptions },
): Promise<void> {
  const { context, input } = await openApplyInput(
    given,
    command,
    file,
    { mode: 'create', aims: createGroups === true ? { createGroups } : {} },
    how,
  );
  const choice = await chooseRun(context, input, {}, how);
  if (choice.kind === 'done') {
    await endWithoutRun(context, choice, { rejects: how.rejects });
    return;
  }
  const acts = {
    preview: () => printDryRun(context, choice.plan),
    run: () => executeRun(context, choice, input.withheld),
  };
  await endingWithRejects(context, choice.plan, how.rejects, () => runWithGuards(context, choice, {}, acts));
}

/** Creates one user, and adds the user to groups. */
async function onboardOne(
  context: Context,
  names: readonly string[],
  options: Readonly<Record<string, unknown>> & { readonly passwordFile?: string | undefined },
): Promise<void> {
  const { scim } = await context.connection();
  const groups: Group[] = [];
  for (const name of names) {
    const group = await findGroup(scim, name);
    if (groups.every(({ id }) => id !== group.id)) groups.push(group);
  }
  const { changes, manager, secrets } = await planNewUser(context, options);
  const [creation] = changes;
  if (creation === undefined) return;
  await performWrites(
    context,
    {
      api: 'scim',
      changes: [
        ...changes,
        ...groups.map((group, index) => joinGroupChange(creation, group, joiningId(index))),
      ],
      others: manager === undefined ? [] : [manager],
      groups,
      secrets,
      question: { ask: 'yes', about: `Create ${creation.name}${inGroups(groups)}` },
      named: 1,
      noun: 'users',
      shows: USER_VIEW,
    },
    async (performed) => {
      const created = userAt(performed, 1);
      if (created === undefined) return;
      const user = names.length === 0 ? created : await getUser(scim, created.id);
      const { outcomes } = performed.result;
      const joined = groups.filter((_, index) => outcomes.get(joiningId(index))?.state === 'succeeded');
      await context.messages.note(`created ${user.values.userName} (${user.id})${inGroups(joined)}`);
      await (await context.printer()).one(user, await userView(context, user));
    },
  );
}

/** Returns the change that adds the new user to a group after the account is created. */
function joinGroupChange({ id, name }: Change, group: Group, own: ChangeId): ChangeOf<'addMembers'> {
  return {
    id: own,
    line: 1,
    after: [id],
    name: group.displayName,
    kind: 'addMembers',
    target: { id: group.id },
    members: [{ createdBy: id, name, line: 1 }],
  };
}

function joiningId(index: number): ChangeId {
  return changeId(`G${index + 1}`);
}

function inGroups(groups: readonly Group[]): string {
  return groups.length === 0 ? '' : ` in ${namesInWords(groups.map(({ displayName }) => displayName))}`;
}
