import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { type FileLock, holderOf, type LockHolder, tryFileLock } from '../../storage/file-lock.ts';
import type { RunId } from '../../values/ids.ts';
import { heldLock } from './held-lock.ts';
import type { CheckHeld, Journal } from './journal.ts';

/** Lock of the one process that may write the journal. */
const LOCK = 'run.lock';

/** Thrown if another process has taken over the run; that process reports its end. */
export class TakenOver extends Failure {
  constructor(id: RunId, holder: LockHolder | undefined) {
    const who =
      holder === undefined ? 'another process, which has ended' : `process ${holder.pid} on ${holder.host}`;
    super('storage', `run ${id} was taken over by ${who}; nothing more is sent from here`);
  }
}

/** Thrown if the folder of a run was removed during the run. */
export class RunRemoved extends Failure {
  constructor(id: RunId) {
    super('storage', `the record of run ${id} was removed; nothing more is sent`);
  }
}

/**
 * @param takeOver whether a holder on another machine is known to be gone
 * @throws Failure `storage` if another process is writing the journal of a run
 */
export function refuseRunInProgress(runsFolder: string, id: RunId, takeOver = false): void {
  const holder = holderOf(lockOf(runsFolder, id), { takeOver });
  if (holder !== undefined) throw heldLock(inProgress(id), holder);
}

/** Whether a process is writing the journal of a run. */
export function isInProgress(runsFolder: string, id: RunId): boolean {
  return runHolder(runsFolder, id) !== undefined;
}

/** Returns the process that holds the lock of a run; undefined if none does. */
export function runHolder(runsFolder: string, id: RunId): LockHolder | undefined {
  return holderOf(lockOf(runsFolder, id));
}

/**
 * Locks the journal of a run for writing.
 * @param takeOver whether a holder on another machine is known to be gone
 * @throws Failure `storage` that names the holder
 */
export function lockRun(runsFolder: string, id: RunId, takeOver = false): FileLock {
  const lock = tryFileLock(lockOf(runsFolder, id), `writing run ${id}`, { takeOver });
  if ('release' in lock) return lock;
  throw heldLock(inProgress(id), lock);
}

/** The journal of a run that other processes can take over. */
export interface LockedJournal extends Journal {
  /** @throws TakenOver or RunRemoved if this process no longer holds the run */
  readonly checkHeld: CheckHeld;
}

/**
 * Returns a journal that unlocks its run when it is closed, and that stops writing after the run was taken
 * over. Writes then throw `TakenOver` or `RunRemoved`, even if the record was flushed: the new holder may
 * have read the journal without it.
 * @param open opens the journal, which calls `checkHeld` before and after each flush
 * @param onComplete called when the journal is complete, while this process still holds the lock
 */
export function lockedJournal(
  open: (checkHeld: CheckHeld) => Journal,
  lock: FileLock,
  id: RunId,
  onComplete: () => void = () => {},
): LockedJournal {
  let isTaken = false;
  const refuseWhenTaken = () => {
    isTaken ||= !lock.isHeld();
    if (isTaken) throw lock.isFolderGone() ? new RunRemoved(id) : new TakenOver(id, lock.holder());
  };
  const journal = open(refuseWhenTaken);
  return {
    checkHeld: refuseWhenTaken,
    write: journal.write,
    close: () => {
      const isTakenOver = isTaken || !lock.isHeld();
      journal.close({ isTakenOver });
      if (!isTakenOver) onComplete();
      lock.release();
    },
  };
}

function inProgress(id: RunId): string {
  return `run ${id} is in progress`;
}

function lockOf(runsFolder: string, id: RunId): string {
  return join(runsFolder, id, LOCK);
}
