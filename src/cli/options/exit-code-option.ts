import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';

/**
 * Adds `--detailed-exitcode`, and `--exit-code`, the name that git uses.
 * @param when condition for exit code 8, for the help text
 */
export const withExitCodeOption = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
  when: string,
) =>
  command
    .option('--detailed-exitcode', `exit with code 8, not 0, if ${when}`)
    .addOption(
      new Option('--exit-code', 'the same as --detailed-exitcode')
        .hideHelp()
        .implies({ detailedExitcode: true }),
    );
