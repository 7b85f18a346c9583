import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { nameOf } from '../command-chain.ts';

/**
 * Flags that a command does not use beside another one, by the name of the command and the attribute name of
 * the other one.
 */
const UNUSED_BESIDE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'bulk plan': { explain: ['out', 'rehearse', 'compareLast', 'detailedExitcode', 'rejects'] },
  'manifest convert': { inPlace: ['out'], out: ['inPlace'] },
};

/**
 * Removes the values of variables that a typed flag leaves without effect, before anything judges them: a
 * variable applies to many commands.
 */
export function ignoreVariables(command: CommandUnknownOpts): void {
  for (const [typed, others] of Object.entries(UNUSED_BESIDE[nameOf(command)] ?? {})) {
    if (command.getOptionValueSource(typed) !== 'cli') continue;
    for (const other of others)
      if (command.getOptionValueSource(other) === 'env') command.setOptionValue(other, undefined);
  }
}

/** Returns the attribute names of the flags that a command does not use beside another one. */
export function flagsUnusedWith(command: CommandUnknownOpts, flag: string): readonly string[] {
  return UNUSED_BESIDE[nameOf(command)]?.[flag] ?? [];
}
