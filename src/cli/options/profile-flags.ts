import {
  type Command,
  type CommandUnknownOpts,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import { protectedNames } from '../../profiles/effective-safety.ts';
import { PLAN_LIMIT_NAMES } from '../../profiles/plan-limits.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { withLimitOptions } from './bulk-options.ts';
import { parseDuration } from './parse-values.ts';

/** The safety settings of a profile, by attribute name of their flags. */
const SAFETY = ['readOnly', 'protect', ...PLAN_LIMIT_NAMES] as const;

/**
 * Returns flags without the safety settings that come from variables. A variable adds protection to a run; it
 * must not replace the protection that is stored.
 */
export function withoutVariables<Flags extends object>(flags: Flags, command: CommandUnknownOpts): Flags {
  const own = { ...flags };
  for (const name of SAFETY)
    if (command.getOptionValueSource(name) === 'env') Reflect.deleteProperty(own, name);
  return own;
}

/** Adds the flags that describe a stored connection. */
export const withProfileFlags = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  withLimitOptions(
    command
      .option(
        '--token-command <command>',
        'command that prints the token, run whenever a token is needed; for example "pass show acme"',
      )
      .option(
        '--token-lifetime <duration>',
        'run --token-command again before its token is this old, for example 50m',
        parseDuration,
      )
      .addOption(
        new Option('--token-kind <kind>', 'kind of token to store; a profile can hold one of each kind')
          .choices(TOKEN_KINDS)
          .default('user' as const),
      )
      .option('--read-only', 'refuse all writes over this connection')
      .option(
        '--protect <names>',
        'users and groups that no command may change: IDs, names or e-mails, comma-separated, with * as a wildcard, for example root@example.com,admin-*; replaces the stored list',
        (text: string) => protectedNames(text, '--protect'),
      ),
  ).option('--no-check', 'store the connection without testing it');
