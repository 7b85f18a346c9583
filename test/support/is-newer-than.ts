import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a file exists and was written after the last change of all sources. A folder changes when an entry
 * is added or removed.
 */
export function isNewerThan(file: string, sources: readonly string[]): boolean {
  const written = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => written > lastChange(source));
}

/** Returns when a file, or something in a folder, was last changed; infinity if it does not exist. */
function lastChange(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return Number.POSITIVE_INFINITY;
  const within = found.isDirectory() ? readdirSync(path).map((name) => lastChange(join(path, name))) : [];
  return Math.max(found.mtimeMs, ...within);
}
