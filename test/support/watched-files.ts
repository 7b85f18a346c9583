import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Calls = Pick<
  typeof fs,
  | 'closeSync'
  | 'openSync'
  | 'rmSync'
  | 'fsyncSync'
  | 'fdatasync'
  | 'writeSync'
  | 'writeFileSync'
  | 'renameSync'
  | 'linkSync'
  | 'readSync'
  | 'statSync'
>;

/**
 * Replaces a function of the file system until the end of the test, so that a disk can fail or be slow at one
 * moment.
 * @param make returns the replacement for the given original
 * @returns a function that restores the original earlier
 */
export function patchFs<Name extends keyof Calls>(
  name: Name,
  make: (bare: Calls[Name]) => unknown,
): () => void {
  const bare = fs[name];
  const put = (call: unknown) => {
    Object.assign(fs, { [name]: call });
    syncBuiltinESMExports();
  };
  put(make(bare));
  onTestFinished(() => put(bare));
  return () => put(bare);
}

/** Files and folders that this process has open. */
export function openFiles(): readonly string[] {
  const links = fs.readdirSync('/proc/self/fd').flatMap((file) => {
    try {
      return [fs.readlinkSync(`/proc/self/fd/${file}`)];
    } catch {
      // The descriptor that was used to read the folder.
      return [];
    }
  });
  return links;
}

/** Records the paths that are flushed to survive a power cut, until the end of the test. */
export function recordFlushes(): string[] {
  const flushed: string[] = [];
  patchFs('fsyncSync', (bare) => (file: number) => {
    flushed.push(fs.readlinkSync(`/proc/self/fd/${file}`));
    bare(file);
  });
  return flushed;
}
