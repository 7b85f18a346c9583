import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { MODES } from '../../bulk/input/desired-state.ts';
import type { Aims } from '../../bulk/plan/plan-file.ts';
import { parseLimit } from './parse-values.ts';
import { withReadingOptions } from './reading-options.ts';

/** What the flags say about the meaning of a file. */
export function aimsOf(options: {
  readonly exact?: true | undefined;
  readonly prune?: true | undefined;
  readonly createGroups?: true | undefined;
}): Aims {
  return {
    ...(options.exact === true ? { exact: true } : {}),
    ...(options.prune === true ? { prune: true } : {}),
    ...(options.createGroups === true ? { createGroups: true } : {}),
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
    withReadingOptions(command.addOption(modeOption()))
      .addOption(exactOption())
      .addOption(pruneOption())
      .addOption(createGroupsOption()),
  );

/** Adds the flags that limit a plan. */
export const withLimitOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command.addOption(maxDeactivateOption()).addOption(maxChangesOption()).addOption(maxDeleteGroupsOption());

const exactOption = () =>
  new Option(
    '--exact',
    'who is not named leaves: of each group that is named, or the groups that a user is in',
  );

const pruneOption = () => new Option('--prune', 'deactivate who is not in the file');

const createGroupsOption = () =>
  new Option('--create-groups', 'create groups that the column "groups" names and that are not there');

export const modeOption = () =>
  new Option('--mode <mode>', 'what a row may bring about').choices(MODES).default('upsert' as const);

export const maxDeactivateOption = () =>
  new Option(
    '--max-deactivate <count>',
    'users that the plan may deactivate (default: 10, or 5 % of the active ones)',
  ).argParser(parseLimit);

export const maxChangesOption = () =>
  new Option('--max-changes <count>', 'changes that the plan may make').argParser(parseLimit);

export const maxDeleteGroupsOption = () =>
  new Option('--max-delete-groups <count>', 'groups that the plan may delete (default: 0)').argParser(
    parseLimit,
  );
