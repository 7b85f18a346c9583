import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** A word of the command line that is neither a flag nor the value of a flag, with its position. */
export interface Operand {
  readonly word: string;
  readonly index: number;
}

/**
 * Returns the operands before the first flag that only some commands have: the word after such a flag may be
 * its value.
 * @param flags the flags that every command has; true for those with a value
 */
export function operandsOf(argv: readonly string[], flags: ReadonlyMap<string, boolean>): readonly Operand[] {
  const operands: Operand[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-') {
      operands.push({ word, index });
      continue;
    }
    const name = word.replace(/=.*/s, '');
    const hasValue = flags.get(name);
    if (hasValue === undefined) break;
    if (hasValue && name === word) index += 1;
  }
  return operands;
}

/** Returns the flags that every command has; true for those with a value. */
export function flagsOf({ options }: CommandUnknownOpts): ReadonlyMap<string, boolean> {
  return new Map(
    options.flatMap(({ short, long, required, optional }) =>
      [short, long].flatMap((name) => (name === undefined ? [] : [[name, required || optional] as const])),
    ),
  );
}

/**
 * Returns the first flag of a command line that is not known, without its value, as the parser reads the
 * line: the word after a flag with a value is the value.
 * @param flags true for those with a value
 */
export function unknownFlag(
  argv: readonly string[],
  flags: ReadonlyMap<string, boolean>,
): string | undefined {
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') return undefined;
    if (!word.startsWith('-') || word === '-') continue;
    const name = word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2);
    const hasValue = flags.get(name);
    if (hasValue === undefined) return name;
    if (hasValue && name === word) index += 1;
  }
  return undefined;
}
