import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Calls = Pick<
  typeof fs,
  | 'closeSync'
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
 * Puts a function in the place of a call of the system until the test ends, so that a disk can fail or be
 * slow at one moment.
 * @param make returns it, given the one of the system.
 * @returns what ends it before the test does
 */
export function meddleWith<Name extends keyof Calls>(
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
      // The one through which the folder was read.
      return [];
    }
  });
  return links;
}

/** Notes the paths of what is made to survive a power cut, until the test ends. */
export function notingFlushes(): string[] {
  const flushed: string[] = [];
  meddleWith('fsyncSync', (bare) => (file: number) => {
    flushed.push(fs.readlinkSync(`/proc/self/fd/${file}`));
    bare(file);
  });
  return flushed;
}
