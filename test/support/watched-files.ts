import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Calls = Pick<typeof fs, 'fsyncSync' | 'fdatasync' | 'writeSync'>;

/**
 * Puts a function in the place of a call of the system until the test ends, so that a disk can fail or be slow at one moment.
 * @param make returns it, given the one of the system.
 */
export function meddleWith<Name extends keyof Calls>(name: Name, make: (bare: Calls[Name]) => unknown): void {
  const bare = fs[name];
  const put = (call: unknown) => {
    Object.assign(fs, { [name]: call });
    syncBuiltinESMExports();
  };
  put(make(bare));
  onTestFinished(() => put(bare));
}
