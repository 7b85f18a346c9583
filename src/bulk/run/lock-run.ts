import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { type FileLock, holderOf, type LockHolder, tryFileLock } from '../../storage/file-lock.ts';
import type { RunId } from '../../values/ids.ts';
import { heldLock } from './held-lock.ts';
import type { CheckHeld, Journal } from './journal.ts';

/** Held by the one process that may write the journal. */
const LOCK = 'run.lock';

/** Another process continues the run and reports its end. */
export class TakenOver extends Failure {
  constructor(id: RunId, holder: LockHolder | undefined) {
    const who =
      holder === undefined ? 'another process, which has ended' : `process ${holder.pid} on ${holder.host}`;
    super('storage', `run ${id} was taken over by ${who}; nothing more is sent from here`);
  }
}

/** The folder with the record of a run was removed while it was at work. */
export class RecordGone extends Failure {
  constructor(id: RunId) {
    super('storage', `the record of run ${id} is gone; nothing more is sent`);
  }
}

/**
 * @param takeOver whether a process on another machine that has it is gone
 * @throws Failure `storage` when another process is writing the journal of a run.
 */
export function refuseRunInProgress(runsFolder: string, id: RunId, takeOver = false): void {
  const holder = holderOf(lockOf(runsFolder, id), { takeOver });
  if (holder !== undefined) throw heldLock(inProgress(id), holder);
}

/** Whether a process is writing the journal of a run. */
export function isInProgress(runsFolder: string, id: RunId): boolean {
  return runHolder(runsFolder, id) !== undefined;
}

/** Returns which process has a run; undefined when none does. */
export function runHolder(runsFolder: string, id: RunId): LockHolder | undefined {
  return holderOf(lockOf(runsFolder, id));
}

/**
 * Takes the right to write the journal of a run.
 * @param takeOver whether a process on another machine that has it is gone
 * @throws Failure `storage` that names who has it
 */
export function lockRun(runsFolder: string, id: RunId, takeOver = false): FileLock {
  const lock = tryFileLock(lockOf(runsFolder, id), `writing run ${id}`, { takeOver });
  if ('release' in lock) return lock;
  throw heldLock(inProgress(id), lock);
}

/** The journal of a run that other processes may take over. */
export interface LockedJournal extends Journal {
  /** @throws TakenOver, or RecordGone, when the run is not ours any more */
  readonly checkHeld: CheckHeld;
}

/**
 * Returns a journal that lets its run go when it is closed, and that writes nothing more once the run was
 * taken over. Its records throw `TakenOver` or `RecordGone` then: before they are written, and also behind
 * it, because the process that took over may have read the journal without them.
 * @param open opens the journal, which asks before and after each flush whether it is still held
 * @param onLetGo called when the journal is whole, while this process still has the run
 */
export function lockedJournal(
  open: (checkHeld: CheckHeld) => Journal,
  lock: FileLock,
  id: RunId,
  onLetGo: () => void = () => {},
): LockedJournal {
  let isTaken = false;
  const refuseWhenTaken = () => {
    isTaken ||= !lock.isHeld();
    if (isTaken) throw lock.isFolderGone() ? new RecordGone(id) : new TakenOver(id, lock.holder());
  };
  const journal = open(refuseWhenTaken);
  return {
    checkHeld: refuseWhenTaken,
    write: journal.write,
    close: () => {
      const isTakenOver = isTaken || !lock.isHeld();
      journal.close({ isTakenOver });
      if (!isTakenOver) onLetGo();
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
