import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** A word of the command line that is no flag and no value of one, and where it stands. */
export interface Operand {
  readonly word: string;
  readonly index: number;
}

/**
 * Returns the operands up to the first flag that only some commands have: behind it, a word may be its value.
 * @param flags every flag that each command has; true for those with a value
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
