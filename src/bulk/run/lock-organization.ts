import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { makePrivateFolder } from '../../storage/atomic-file.ts';
import { type FileLock, holderOf, tryFileLock } from '../../storage/file-lock.ts';
import { heldLock } from './held-lock.ts';

/**
 * Takes the right to change an organization from this machine: one run at a time.
 * @param takeOver whether a process on another machine that has it is gone
 * @throws Failure `storage` that names the run which has it.
 */
export function lockOrganization(stateFolder: string, origin: string, takeOver = false): FileLock {
  makePrivateFolder(join(stateFolder, 'locks'));
  const lock = tryFileLock(lockOf(stateFolder, origin), `changing ${origin}`, { takeOver });
  if ('release' in lock) return lock;
  throw heldLock(inUse(origin), lock);
}

/**
 * @param takeOver whether a process on another machine that has it is gone
 * @throws Failure `storage` when another run is changing an organization from this machine
 */
export function refuseOrganizationInUse(stateFolder: string, origin: string, takeOver = false): void {
  const holder = holderOf(lockOf(stateFolder, origin), { takeOver });
  if (holder !== undefined) throw heldLock(inUse(origin), holder);
}

function inUse(origin: string): string {
  return `another run is changing ${origin}`;
}

function lockOf(stateFolder: string, origin: string): string {
  const name = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  return join(stateFolder, 'locks', `${name}.lock`);
}
