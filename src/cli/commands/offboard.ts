import type { Change } from '../../bulk/plan/change.ts';
import { type ChangeResult, resultsOf } from '../../bulk/report/summary.ts';
import { managerOfSuccessor, planOffboarding } from '../../bulk/single/plan-offboarding.ts';
import type { NamedUser } from '../../bulk/single/plan-user-writes.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import { linesForTerminal } from '../../output/sanitize.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import { findUser } from '../../scim/find-user.ts';
import type { Group } from '../../scim/group.ts';
import { getGroup } from '../../scim/groups.ts';
import type { User } from '../../scim/user.ts';
import { mayUndo } from '../bulk/note-undo.ts';
import type { CommandModule } from '../command-module.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import { describe } from '../help-format.ts';
import { MANY_USERS, namedPeople, whereOption } from '../identity/named-people.ts';
import { warnOfLastDays } from '../identity/warn-of-last-days.ts';
import { maxChangesOption, maxDeactivateOption, maxRemoveMembersOption } from '../options/bulk-options.ts';
import { logTeamOption } from '../options/log-team-option.ts';
import { withPlanOption } from '../options/plan-option.ts';
import { withStateOption } from '../options/state-option.ts';
import {
  leftoversInWords,
  type OffboardingRequest,
  offboardingLines,
  personName,
  type Successor,
} from '../people/describe-person.ts';
import { type PersonFacts, readPersonFacts } from '../people/read-person-facts.ts';
import { singleChangeView } from '../views/change-view.ts';
import { singleResultView } from '../views/result-view.ts';
import { finishInterrupted } from '../writes/interrupted-commands.ts';
import { findEveryUser } from '../writes/named-users.ts';
import { performWrites } from '../writes/perform-writes.ts';
import { namesInWords } from '../writes/where-words.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    isWrite: true,
    examples: [
      'orgctl -p sandbox offboard clara.voss --plan',
      'orgctl -p sandbox offboard clara.voss --leave-groups --yes',
      'orgctl -p sandbox scim users patch clara.voss --manager walt.finch && orgctl -p sandbox offboard walt.finch --manager-to samir.aziz --plan',
      'orgctl -p sandbox offboard @leavers.txt --leave-groups --plan',
    ],
    needs:
      'a user token with scope admin; 180 changes a minute. For sessions and apps also admin.users:read and admin; without them it prints a note and continues',
    lists: { columns: singleResultView([]).columns },
  });
  return withStateOption(withPlanOption(command))
    .argument('<user...>', MANY_USERS)
    .option('--leave-groups', 'remove the users from all their groups (default: memberships are kept)')
    .option(
      '--manager-to <user>',
      'new manager for their reports: ID, userName or e-mail (default: reports keep the deactivated manager)',
    )
    .addOption(whereOption())
    .addOption(logTeamOption())
    .addOption(maxDeactivateOption())
    .addOption(maxRemoveMembersOption())
    .addOption(maxChangesOption())
    .action(
      act(async (context, words, { leaveGroups, managerTo, where, team, plan: _, state: __, ...given }) => {
        const { maxDeactivate, maxRemoveMembers, maxChanges } = given;
        const limits = { maxDeactivate, maxRemoveMembers, maxChanges };
        const identities = await namedPeople(context, words, where);
        await warnOfLastDays(context, identities);
        const users = await findEveryUser(context, identities);
        const people = users.map(({ user }) => user);
        const chosen = managerTo === undefined ? undefined : await findSuccessor(context, managerTo, people);
        const facts = withoutLeaving(
          await readPersonFacts(context, people, { isUrgent: true, team }),
          people,
        );
        const successor = chosen === undefined ? undefined : withOwnManager(chosen, users, facts);
        await noteFacts(context, facts, { leavesGroups: leaveGroups === true, successor });
        const groups = leaveGroups === true ? await groupsOf(context, people) : [];
        const reports = facts.flatMap((one) => one.reports);
        const changes = planOffboarding({ leaving: users, groups, reports, successor: chosen });
        if (changes.length > 0) {
          const found = { facts, groups, reports, successor };
          return perform(context, changes, found, limits);
        }
        await noteNothingToDo(context, facts);
      }),
    );
};

/** Leaves out reports who are deactivated as well: they need no new manager. */
function withoutLeaving(facts: readonly PersonFacts[], people: readonly User[]): readonly PersonFacts[] {
  const leaving = new Set(people.map(({ id }) => id));
  return facts.map((one) => ({ ...one, reports: one.reports.filter(({ id }) => !leaving.has(id)) }));
}

/** Adds the manager that a successor gets, whose users were read with the facts. */
function withOwnManager(user: User, leaving: readonly NamedUser[], facts: readonly PersonFacts[]): Successor {
  const id = managerOfSuccessor(user, leaving);
  const found = facts.flatMap(({ manager }) => manager ?? []).find((one) => one.id === id);
  return { user, manager: found === undefined ? id : personName(found) };
}

/** The resources that were read for an offboarding. */
interface Found {
  readonly facts: readonly PersonFacts[];
  readonly groups: readonly Group[];
  readonly reports: readonly User[];
  readonly successor: Successor | undefined;
}

async function perform(
  context: Context,
  changes: readonly Change[],
  { facts, groups, reports, successor }: Found,
  limits: PlanLimits,
): Promise<void> {
  const people = facts.map(({ user }) => user);
  const others = successor === undefined ? [] : [successor.user];
  const managers = facts.flatMap(({ manager }) => manager ?? []);
  const known = [...people, ...reports, ...managers, ...others];
  const names = new Map(known.map((user) => [user.id, personName(user)]));
  await performWrites(
    context,
    {
      api: 'scim',
      changes,
      users: [...people, ...reports],
      others,
      groups,
      question: { ask: 'yes', about: questionOf(changes, successor) },
      limits,
      names,
      named: changes.length,
      noun: 'changes',
      shows: singleResultView([]),
    },
    async ({ result }) => {
      const results = resultsOf(changes, result.outcomes);
      await (await context.printer()).list(results, singleResultView(results, names));
      for (const one of facts) {
        const gone = changes.find(
          (change) => change.kind === 'deactivateUser' && isChangeOf(change, one.user),
        );
        const isDone = gone !== undefined && result.outcomes.get(gone.id)?.state === 'succeeded';
        const left = isDone ? leftoversInWords(one, groups.length > 0) : '';
        if (left !== '') await context.messages.note(`${personName(one.user)}: ${left}`);
      }
    },
    ({ result, words, run }) =>
      noteUndoOfOne(context, resultsOf(changes, result.outcomes), words(`undo ${run}`)),
  );
}

/** Prints the command that reactivates only one of several users. */
async function noteUndoOfOne(
  { messages }: Context,
  results: readonly ChangeResult[],
  undo: string,
): Promise<void> {
  const [one, ...others] = results
    .filter(mayUndo)
    .flatMap(({ change }) => (change.kind === 'deactivateUser' ? [change] : []));
  if (one !== undefined && others.length > 0)
    await messages.note(`to reactivate only one of them: ${undo} --only ${quoted(one.name)}`);
}

function isChangeOf(change: Change, { id }: User): boolean {
  return 'target' in change && 'id' in change.target && change.target.id === id;
}

async function noteFacts(
  { messages, host }: Context,
  facts: readonly PersonFacts[],
  asked: OffboardingRequest,
): Promise<void> {
  for (const one of facts)
    await messages.block(
      `${linesForTerminal(offboardingLines(one, asked, host.streams.stderr.columns).join('\n'))}\n`,
    );
}

/** @throws Failure `usage` for a user who is leaving or deactivated */
async function findSuccessor(context: Context, identity: string, leaving: readonly User[]): Promise<User> {
  const { scim } = await context.connection();
  const user = await findUser(scim, identity);
  const name = personName(user);
  if (leaving.some(({ id }) => id === user.id))
    throw new Failure(
      'usage',
      `--manager-to: ${name} is one of the users to deactivate; name a user who stays active`,
    );
  if (!user.values.active) throw new Failure('usage', `--manager-to: ${name} is deactivated`);
  return user;
}

/** Returns the groups of users with all their members, each group once. */
async function groupsOf(context: Context, people: readonly User[]): Promise<readonly Group[]> {
  const { scim } = await context.connection();
  const ids = new Set(people.flatMap((user) => user.groups.map(({ id }) => id)));
  const groups: Group[] = [];
  for (const id of ids) groups.push(await getGroup(scim, id));
  return groups;
}

/** Returns "Deactivate tomas.rey; change the manager of 2 users to samir.aziz; remove 3 memberships". */
function questionOf(changes: readonly Change[], successor: Successor | undefined): string {
  const of = (kind: Change['kind']) => changes.filter((change) => change.kind === kind);
  const leaving = of('deactivateUser').map(({ name }) => name);
  const memberships = changes.reduce(
    (sum, change) => sum + (change.kind === 'removeMembers' ? change.members.length : 0),
    0,
  );
  const parts = [
    ...(leaving.length === 0 ? [] : [`deactivate ${namesInWords(leaving)}`]),
    ...(successor === undefined ? [] : newManagersOf(of('patchUser'), successor)),
    ...(memberships === 0 ? [] : [`remove ${pluralize(memberships, 'membership')}`]),
  ];
  const text = parts.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function newManagersOf(reports: readonly Change[], { user, manager }: Successor): readonly string[] {
  const others = reports.filter((change) => !isChangeOf(change, user)).length;
  const name = personName(user);
  const own =
    manager === undefined ? `remove the manager of ${name}` : `change the manager of ${name} to ${manager}`;
  return [
    ...(others === 0 ? [] : [`change the manager of ${pluralize(others, 'user')} to ${name}`]),
    ...(others === reports.length ? [] : [own]),
  ];
}

async function noteNothingToDo(context: Context, facts: readonly PersonFacts[]): Promise<void> {
  const names = facts.map(({ user }) => personName(user));
  if (names.length > 0)
    await context.messages.note(
      `nothing to do: ${namesInWords(names)} ${names.length === 1 ? 'is' : 'are'} deactivated`,
    );
  if (context.common.dryRun === true) {
    const { showNoChanges } = await import('../writes/dry-run.ts');
    return showNoChanges(context);
  }
  await finishInterrupted(context);
  await (await context.printer()).list([], singleChangeView(new Map()));
}
