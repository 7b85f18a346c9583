import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type FileLock, holderOf, tryFileLock } from '../../storage/file-lock.ts';
import { makePrivateFolder } from '../../storage/private-folder.ts';
import { heldLock } from './held-lock.ts';

/**
 * Locks an organization for changes from this machine: one run at a time.
 * @param takeOver whether a holder on another machine is known to be gone
 * @throws Failure `storage` that names the holder
 */
export function lockOrganization(stateFolder: string, origin: string, takeOver = false): FileLock {
  makePrivateFolder(join(stateFolder, 'locks'));
  const lock = tryFileLock(lockOf(stateFolder, origin), `changing ${origin}`, { takeOver });
  if ('release' in lock) return lock;
  throw heldLock(inUse(origin), lock);
}

/**
 * @param takeOver whether a holder on another machine is known to be gone
 * @throws Failure `storage` if another run is changing the organization from this machine
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
