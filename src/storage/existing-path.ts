import { realpathSync, statSync } from 'node:fs';

/** Returns the path without links of a file or folder; undefined for a device, stdin and missing files. */
export function existingPath(name: string): string | undefined {
  if (name === '-' || name === '') return undefined;
  try {
    const path = realpathSync(name);
    const kind = statSync(path);
    return kind.isFile() || kind.isDirectory() ? path : undefined;
  } catch {
    // The command reports the reason when it opens the path.
    return undefined;
  }
}
