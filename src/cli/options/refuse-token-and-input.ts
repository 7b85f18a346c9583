import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { refuseStdinTwice } from '../identity/read-stdin-once.ts';

/** Flags that read an input from stdin for - although their description does not say so. */
const INPUTS: ReadonlySet<string | undefined> = new Set([
  '--map',
  '--id-map',
  '--file',
  '--accept-identity-change',
]);

/**
 * Refuses to read both the token and an argument or the value of a flag from stdin, before either is read:
 * the token would be read as the input, and quoted in messages about it.
 * @throws Failure `usage`
 */
export function refuseTokenAndInput(command: CommandUnknownOpts): void {
  if (command.optsWithGlobals()['tokenStdin'] !== true) return;
  const flags = command.options.filter(readsStdin).map((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return [option.long ?? option.name(), values.includes('-') ? ['-'] : []] as const;
  });
  refuseStdinTwice({ '--token-stdin': ['-'], '"-"': command.args, ...Object.fromEntries(flags) });
}

function readsStdin({ long, description }: Option): boolean {
  return INPUTS.has(long ?? undefined) || /\bstdin\b/.test(description);
}
