import { Option } from '@commander-js/extra-typings';
import { MODES } from '../../bulk/input/desired-state.ts';
import type { Aims } from '../../bulk/plan/plan-file.ts';
import { parseLimit } from './parse-values.ts';

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

export const exactOption = () =>
  new Option(
    '--exact',
    'who is not named leaves: of each group that is named, or the groups that a user is in',
  );

export const pruneOption = () => new Option('--prune', 'deactivate who is not in the file');

export const createGroupsOption = () =>
  new Option('--create-groups', 'create groups that the column "groups" names and that are not there');

/** Flags that several bulk commands take. */
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
