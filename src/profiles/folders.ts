import { join } from 'node:path';
import envPaths from 'env-paths';

/** Where orgctl keeps what: profiles in `config`, runs and the sandbox in `state`. */
export interface Folders {
  readonly config: string;
  readonly state: string;
  /** Runs and the locks of organizations; a folder that several machines share, where one is named. */
  readonly runs: string;
}

/**
 * Returns the folders: below `ORGCTL_HOME` where it is set, else where the system wants them.
 * @param shared the folder for runs that was named; below the state when absent
 */
export function foldersFor(env: Readonly<Record<string, string | undefined>>, shared?: string): Folders {
  const home = env['ORGCTL_HOME'];
  const isSet = home !== undefined && home !== '';
  const paths = isSet
    ? { config: join(home, 'config'), log: join(home, 'state') }
    : envPaths('orgctl', { suffix: '' });
  return { config: paths.config, state: paths.log, runs: shared ?? paths.log };
}

/**
 * Returns the file with the names of a profile's users or groups that completion offers; a row has a name, an
 * e-mail and a title.
 */
export function namesFile({ state }: Folders, profile: string, kind: string): string {
  return join(state, 'names', `${profile.replace(/[^\w.-]/g, '_')}-${kind}.tsv`);
}
