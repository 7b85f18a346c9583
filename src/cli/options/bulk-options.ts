import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { MODES } from '../../bulk/input/desired-state.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import { PLAN_LIMITS, type PlanLimitName, type PlanLimits } from '../../profiles/plan-limits.ts';
import { withFeedOptions } from './feed-options.ts';
import { parsePlanLimit } from './parse-plan-limit.ts';
import { withReadingOptions } from './reading-options.ts';

/** Returns the scope of a plan given by flags. */
export function planScopeOf(options: {
  readonly exact?: true | undefined;
  readonly prune?: true | undefined;
  readonly createGroups?: true | undefined;
  readonly pruneGroups?: true | undefined;
}): PlanScope {
  return {
    ...(options.exact === true ? { exact: true } : {}),
    ...(options.prune === true ? { prune: true } : {}),
    ...(options.createGroups === true ? { createGroups: true } : {}),
    ...(options.pruneGroups === true ? { pruneGroups: true } : {}),
  };
}

/** Adds the flags that determine the plan for a file. */
export const withPlanOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  withLimitOptions(
    withFeedOptions(
      withReadingOptions(command.addOption(modeOption()))
        .addOption(exactOption())
        .addOption(pruneOption())
        .addOption(createGroupsOption())
        .addOption(pruneGroupsOption())
        .addOption(acceptIdentityChangeOption()),
    ),
  );

/** Adds the flags that limit a plan. */
export const withLimitOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(maxDeactivateOption())
    .addOption(maxReactivateOption())
    .addOption(maxRemoveMembersOption())
    .addOption(maxDeleteGroupsOption())
    .addOption(maxChangesOption());

/** Separates the limits from the other flags of a command. */
export function limitFlags<Rest extends object>(
  flags: PlanLimits & Rest,
): { readonly limits: PlanLimits; readonly rest: Omit<Rest, PlanLimitName> } {
  const { maxDeactivate, maxReactivate, maxRemoveMembers, maxDeleteGroups, maxChanges, ...rest } = flags;
  return { limits: { maxDeactivate, maxReactivate, maxRemoveMembers, maxDeleteGroups, maxChanges }, rest };
}

const exactOption = () =>
  new Option(
    '--exact',
    'remove memberships that the file does not list (default: they are kept): members of the groups in a group file; groups of the users in a file with a column "groups"',
  );

const pruneOption = () =>
  new Option(
    '--prune',
    'deactivate all active users who are not in the file; not with --where, --first, --skip or --shard',
  );

const createGroupsOption = () =>
  new Option('--create-groups', 'create missing groups that the column "groups" names');

const pruneGroupsOption = () =>
  new Option(
    '--prune-groups',
    'with --map: delete groups in the scope of the map that have no members left; needs --max-delete-groups; not with --where, --first or --skip',
  );

const acceptIdentityChangeOption = () =>
  new Option(
    '--accept-identity-change <lines>',
    'apply these lines even if they seem to be other people than their accounts: for example 2,7, or a file of line numbers',
  );

export const modeOption = () =>
  new Option(
    '--mode <mode>',
    'what a row may do: create a user, update one, either (upsert), or deactivate the user it names',
  )
    .choices(MODES)
    .default('upsert' as const);

export const maxDeactivateOption = () =>
  new Option('--max-deactivate <limit>', describeLimit('maxDeactivate')).argParser(parsePlanLimit);
export const maxReactivateOption = () =>
  new Option('--max-reactivate <limit>', describeLimit('maxReactivate')).argParser(parsePlanLimit);
export const maxRemoveMembersOption = () =>
  new Option('--max-remove-members <limit>', describeLimit('maxRemoveMembers')).argParser(parsePlanLimit);
/** @param usual the default, in words */
export const maxDeleteGroupsOption = (usual?: string) =>
  new Option('--max-delete-groups <limit>', describeLimit('maxDeleteGroups', usual)).argParser(
    parsePlanLimit,
  );
export const maxChangesOption = () =>
  new Option('--max-changes <limit>', describeLimit('maxChanges')).argParser(parsePlanLimit);

function describeLimit(name: PlanLimitName, usual: string = PLAN_LIMITS[name].usual): string {
  const { what, of } = PLAN_LIMITS[name];
  return `${what}, a count or a percentage of ${of} (default: ${usual})`;
}
