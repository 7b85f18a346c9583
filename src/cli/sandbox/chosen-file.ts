import { sandboxFile } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { refuseFileOfSandbox } from '../options/state-option.ts';
import { refuseNoName } from '../printing/refuse-existing.ts';

/**
 * Returns the state file of the sandbox: the one named by `--state` or its variable, else that of the
 * built-in profile.
 * @throws Failure `usage` for a file named -, and if the variable of another setting names a state file
 */
export function chosenFile({ host, folders }: Context, state: string | undefined): string {
  refuseNoName(state, 'name a file, for example --state sandbox.ndjson');
  if (state !== undefined) return state;
  refuseFileOfSandbox(host.env);
  return sandboxFile(folders.state);
}
