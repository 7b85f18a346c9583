import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { protectedNames } from '../../profiles/effective-safety.ts';
import { TOKEN_KINDS } from '../../spec/wire.ts';
import { withLimitOptions } from './bulk-options.ts';
import { parseDuration } from './parse-values.ts';

/** Adds the flags that say what a stored connection is. */
export const withProfileFlags = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  withLimitOptions(
    command
      .option('--token-command <command>', 'command that prints the token, run when one is needed')
      .option(
        '--token-lifetime <duration>',
        'renew the token of --token-command this long after it was printed, or shortly before; for example 50m',
        parseDuration,
      )
      .addOption(
        new Option('--token-kind <kind>', 'who the token acts for; a profile has one of each kind')
          .choices(TOKEN_KINDS)
          .default('user' as const),
      )
      .option('--read-only', 'refuse every write over this connection')
      .option(
        '--protect <names>',
        'users and groups that no command may change: IDs, names or addresses, comma-separated, * for any characters; for example root@example.com,admin-*',
        (text: string) => protectedNames(text, '--protect'),
      ),
  ).option('--no-check', 'store it without testing it');
