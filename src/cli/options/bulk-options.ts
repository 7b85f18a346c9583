import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { MODES } from '../../bulk/input/desired-state.ts';
import type { PlanScope } from '../../bulk/plan/plan-file.ts';
import { PLAN_LIMITS, type PlanLimitName, type PlanLimits } from '../../profiles/plan-limits.ts';
import { withFeedOptions } from './feed-options.ts';
import { parsePlanLimit } from './parse-plan-limit.ts';
import { withReadingOptions } from './reading-options.ts';

/** What the flags say about the meaning of a file. */
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

/** Adds the flags that say which plan follows from a file. */
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
  new Option('--exact', 'make memberships exactly match the file: members not listed are removed');

const pruneOption = () => new Option('--prune', 'deactivate users who are not in the file');

const createGroupsOption = () =>
  new Option('--create-groups', 'create groups that the column "groups" names and that are not there');

const pruneGroupsOption = () =>
  new Option('--prune-groups', 'delete groups that the map manages and that have no members left');

const acceptIdentityChangeOption = () =>
  new Option(
    '--accept-identity-change <lines>',
    'accept the identity findings of these lines, which you have checked: for example 2,7, or a file that lists lines',
  );

export const modeOption = () =>
  new Option('--mode <mode>', 'which changes a row may cause').choices(MODES).default('upsert' as const);

export const maxDeactivateOption = () =>
  new Option('--max-deactivate <limit>', describeLimit('maxDeactivate')).argParser(parsePlanLimit);
export const maxReactivateOption = () =>
  new Option('--max-reactivate <limit>', describeLimit('maxReactivate')).argParser(parsePlanLimit);
export const maxRemoveMembersOption = () =>
  new Option('--max-remove-members <limit>', describeLimit('maxRemoveMembers')).argParser(parsePlanLimit);
/** @param usual what holds where nobody says anything, in words. */
export const maxDeleteGroupsOption = (usual?: string) =>
  new Option('--max-delete-groups <limit>', describeLimit('maxDeleteGroups', usual)).argParser(
    parsePlanLimit,
  );
export const maxChangesOption = () =>
  new Option('--max-changes <limit>', describeLimit('maxChanges')).argParser(parsePlanLimit);

function describeLimit(name: PlanLimitName, usual: string = PLAN_LIMITS[name].usual): string {
  const { what } = PLAN_LIMITS[name];
  return `${what}, a count or a percentage (default: ${usual})`;
}
