import { Option } from '@commander-js/extra-typings';
import { MODES } from '../bulk/desired-state.ts';
import { parseLimit } from './parse-values.ts';

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
