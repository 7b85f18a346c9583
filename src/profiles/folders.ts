import { join } from 'node:path';
import envPaths from 'env-paths';

/** Where orgctl keeps what: profiles in `config`, runs and the sandbox in `state`. */
export interface Folders {
  readonly config: string;
  readonly state: string;
}

/** Returns the folders: below `ORGCTL_HOME` where it is set, else where the system wants them. */
export function foldersFor(env: Readonly<Record<string, string | undefined>>): Folders {
  const home = env['ORGCTL_HOME'];
  if (home !== undefined && home !== '') return { config: join(home, 'config'), state: join(home, 'state') };
  const paths = envPaths('orgctl', { suffix: '' });
  return { config: paths.config, state: paths.log };
}

/** Returns the file with the names of a profile's users or groups that completion offers; a row has a name, an e-mail and a title. */
export function namesFile({ state }: Folders, profile: string, kind: string): string {
  return join(state, 'names', `${profile.replace(/[^\w.-]/g, '_')}-${kind}.tsv`);
}
