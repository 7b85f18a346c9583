import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { makePrivateFolder } from '../../storage/atomic-file.ts';
import { type FileLock, tryFileLock } from '../../storage/file-lock.ts';
import { hintOf } from './lock-run.ts';

/**
 * Takes the right to change an organization from this machine: one run at a time.
 * @param takeOver whether a process on another machine that has it is gone
 * @throws Failure `storage` that names the run which has it.
 */
export function lockOrganization(stateFolder: string, origin: string, takeOver = false): FileLock {
  const folder = join(stateFolder, 'locks');
  makePrivateFolder(folder);
  const name = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  const lock = tryFileLock(join(folder, `${name}.lock`), `changing ${origin}`, { takeOver });
  if ('release' in lock) return lock;
  throw new Failure(
    'storage',
    `another run is changing ${origin} (process ${lock.pid} on ${lock.host}, since ${lock.since})`,
    { hint: hintOf(lock) },
  );
}
