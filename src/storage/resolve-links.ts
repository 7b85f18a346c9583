import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Returns the absolute path of a file without links, so that two names of one file give the same; for a file
 * that does not exist, only the part of its path that exists is without links.
 */
export function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const absolute = resolve(path);
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(resolveLinks(folder), basename(absolute));
  }
}
