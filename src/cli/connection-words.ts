import { USER_ATTRIBUTE_NAMES, USER_ATTRIBUTES } from '../spec/user-attributes.ts';
import { flagOf } from './options/attribute-options.ts';

/** Flags with a value that choose the service and how to connect to it. */
export const CONNECTION_WITH_VALUE = [
  '--scim-url',
  '--api-url',
  '--scim-version',
  '--vendor',
  '--token-file',
] as const;
/** Connection flags without a value. */
export const CONNECTION_ALONE = ['--token-stdin', '--allow-http'] as const;

/** Flags whose next word is always their value, even if it looks like a flag: `--title -p`. */
const TAKING: ReadonlySet<string> = new Set([
  ...USER_ATTRIBUTE_NAMES.filter((name) => USER_ATTRIBUTES[name].kind !== 'boolean').map(flagOf),
  ...CONNECTION_WITH_VALUE,
  ...['-p', '--profile', '-o', '--output', '--columns', '--query', '--limit', '--set', '--name', '--member'],
  ...[
    '--where',
    '--filter',
    '--only',
    '--quota',
    '--rate',
    '--concurrency',
    '--max-wait',
    '--timeout',
    '--state',
    '--canary',
    '--stop-on',
    '--failed-out',
    '--events',
  ],
]);

/** A flag to repeat from a command line, with its value. */
export interface KeptFlag {
  readonly name: string;
  readonly value: string | undefined;
  readonly words: readonly string[];
}

/**
 * Returns the wanted flags of a command line, in order. Skips words after `--` and values of other flags.
 * @param withValue long names, and `-p`, whose value may be joined to it
 */
export function selectFlags(
  argv: readonly string[],
  withValue: ReadonlySet<string>,
  alone: ReadonlySet<string> = new Set(),
): readonly KeptFlag[] {
  const kept: KeptFlag[] = [];
  for (let index = 0; index < argv.length && argv[index] !== '--'; index += 1) {
    const word = argv[index] ?? '';
    const { name, value: joined } = splitFlag(word);
    const isTaking = joined === undefined && TAKING.has(name);
    if (isTaking) index += 1;
    const value = isTaking ? argv[index] : joined;
    if (withValue.has(name) && value !== undefined)
      kept.push({
        name,
        value,
        words: word.startsWith('--') && joined !== undefined ? [word] : [name, value],
      });
    else if (alone.has(word)) kept.push({ name, value: undefined, words: [word] });
  }
  return kept;
}

/** Splits `--flag=value` and `-pNAME`; `-p` may follow short flags without a value: `-qpNAME`. */
function splitFlag(word: string): { readonly name: string; readonly value: string | undefined } {
  const [, short] = /^-[nyqv]*p(.*)$/s.exec(word) ?? [];
  if (short !== undefined) return { name: '-p', value: short === '' ? undefined : short };
  const [, name = word, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  return { name, value };
}
