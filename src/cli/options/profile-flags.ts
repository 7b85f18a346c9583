import {
  type Command,
  type CommandUnknownOpts,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import { protectedNames } from '../../profiles/effective-safety.ts';
import { PLAN_LIMIT_NAMES } from '../../profiles/plan-limits.ts';
import { TOKEN_KINDS } from '../../spec/protocol-types.ts';
import { chainOf } from '../command-chain.ts';
import { withLimitOptions } from './bulk-options.ts';
import { type CommonOptions, variableOf } from './common-options.ts';
import { parseDuration } from './parse-values.ts';

/** The flags that set what a profile stores, except its tokens; by attribute name. */
const STORED = [
  ...['scimUrl', 'apiUrl', 'scimVersion', 'vendor', 'quota'],
  ...['tokenLifetime', 'readOnly', 'protect', ...PLAN_LIMIT_NAMES],
];

/** The flags that give a token; several may come from variables. */
const TOKEN_FLAGS = ['tokenStdin', 'tokenFile', 'tokenCommand'] as const;

/** Flags, and which of those about the token are typed. */
type TokenFlags<Flags> = Flags & { readonly isKindNamed: boolean; readonly isTokenTyped: boolean };

/** Typed flags for a stored profile, and the variables that are ignored. */
interface TypedFlags<Flags> {
  readonly flags: TokenFlags<Flags>;
  readonly common: CommonOptions;
  /** Such as ORGCTL_VENDOR. */
  readonly ignored: readonly string[];
}

/**
 * Returns the flags of a command that changes a stored profile, and the common flags, without settings that
 * come from variables. A variable is for a run and must not replace what is stored.
 */
export function typedFlags<Flags extends object>(
  flags: Flags,
  common: CommonOptions,
  command: CommandUnknownOpts,
): TypedFlags<Flags> {
  const ignored = chainOf(command).flatMap((holder) =>
    holder.options.filter((option) => {
      const name = option.attributeName();
      return STORED.includes(name) && holder.getOptionValueSource(name) === 'env';
    }),
  );
  const names = new Set(ignored.map((option) => option.attributeName()));
  return {
    flags: withTypedToken(withoutNames(flags, names), command),
    common: withoutNames(common, names),
    ignored: ignored.map((option) => variableOf(option) ?? option.flags),
  };
}

function withoutNames<Flags extends object>(flags: Flags, names: ReadonlySet<string>): Flags {
  const left = { ...flags };
  for (const name of names) Reflect.deleteProperty(left, name);
  return left;
}

/** Returns the flags without the token command of a variable if a typed flag gives a token. */
export function withTypedToken<Flags extends object>(
  flags: Flags,
  command: CommandUnknownOpts,
): TokenFlags<Flags> {
  const own = { ...flags };
  const isTokenTyped = TOKEN_FLAGS.some((name) => isTyped(command, name));
  if (isTokenTyped && !isTyped(command, 'tokenCommand')) Reflect.deleteProperty(own, 'tokenCommand');
  return { ...own, isKindNamed: isTyped(command, 'tokenKind'), isTokenTyped };
}

function isTyped(command: CommandUnknownOpts, name: string): boolean {
  return command.getOptionValueSourceWithGlobals(name) === 'cli';
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
