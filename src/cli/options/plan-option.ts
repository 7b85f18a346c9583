import type { Command, OptionValues } from '@commander-js/extra-typings';
import { programOf } from '../command-chain.ts';

/** Adds `--plan`, a synonym of --dry-run for users of other tools with plans. */
export const withPlanOption = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) => {
  const planned = command.option('--plan', 'show what would change, and send no writes (the same as -n)');
  return planned.hook('preAction', (_, chosen) => {
    if (chosen.getOptionValue('plan') !== true) return;
    programOf(chosen).setOptionValueWithSource('dryRun', true, 'cli');
  });
};
