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
