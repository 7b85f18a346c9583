import { sandboxFile } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { refuseFileOfSandbox } from '../options/state-option.ts';

/**
 * Returns the file of the sandbox: what `--state` or its variable names, else the one of the built-in
 * profile.
 * @throws Failure `usage` where a variable of another meaning names one
 */
export function chosenFile({ host, folders }: Context, state: string | undefined): string {
  if (state !== undefined) return state;
  refuseFileOfSandbox(host.env);
  return sandboxFile(folders.state);
}
