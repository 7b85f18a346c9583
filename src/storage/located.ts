import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Returns the absolute path of a file without links, so that two names of one file give the same; for a file
 * that does not exist, only the path of its folder is without links.
 */
export function located(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = resolve(dirname(path));
    return existsSync(folder) ? join(realpathSync(folder), basename(path)) : resolve(path);
  }
}
