import { Command } from '@commander-js/extra-typings';
import type { Host } from '../host.ts';
import { addCommonOptions, applyEnvironment, type Program } from '../options/common-options.ts';

/** Parses the common flags of a command line that is not parsed as a whole, as far as they are valid. */
export function parseCommonFlags({ argv, env }: Pick<Host, 'argv' | 'env'>): Program {
  const program = addCommonOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
  try {
    applyEnvironment(program, env);
    program.parseOptions([...argv]);
  } catch {
    // The wrong value of a flag is not the error to report.
  }
  return program;
}
