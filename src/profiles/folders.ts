import { join } from 'node:path';
import envPaths from 'env-paths';

/**
 * Folders of orgctl: `config` for profiles, `state` for the sandbox and other local data, `runs` for runs.
 */
export interface Folders {
  readonly config: string;
  readonly state: string;
  /** Runs and the locks of organizations; optionally a folder shared by several machines. */
  readonly runs: string;
}

/**
 * Returns the folders: below `ORGCTL_HOME` if it is set, else in the default locations of the operating
 * system.
 * @param shared the configured folder for runs; if absent, runs are stored in the state folder
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
 * Returns the file with the names of a profile's users or groups that shell completion offers. Each row has a
 * name, an email address and a title.
 */
export function namesFile({ state }: Folders, profile: string, kind: string): string {
  return join(state, 'names', `${profile.replace(/[^\w.-]/g, '_')}-${kind}.tsv`);
}
