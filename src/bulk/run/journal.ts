import { readFileSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { type AppendFile, openAppendFile } from '../../storage/append-file.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { createDiskReserve, type DiskReserve } from './disk-reserve.ts';
import { type JournalText, recordLines } from './journal-line.ts';
import type { JournalRecord } from './journal-record.ts';
import { readJournalText } from './read-journal.ts';
import { type WaitingRecord, WaitingRecords } from './waiting-records.ts';

export interface Journal {
  /**
   * Resolves when the record would survive a power cut. Records written together are flushed together.
   * @param options.mayWait whether others will come in a moment that it can be flushed with
   */
  write(record: JournalRecord, options?: { readonly mayWait: boolean }): Promise<void>;
  /** @param state whether another process writes it now: what is reserved beside it is theirs */
  close(state?: { readonly isTakenOver: boolean }): void;
}

/** Throws when this process may not write the journal any more. */
export type CheckHeld = () => void;

const ALWAYS_HELD: CheckHeld = () => {};

/** Creates a journal. @throws Failure `storage` when there is one. */
export function createJournal(path: string, now: () => number, checkHeld = ALWAYS_HELD): Journal {
  const file = openAppendFile(path, { mustBeNew: true, secrets: 'keep' });
  return journalOn(file, reserveBeside(file), { checksum: '', records: 0 }, now, checkHeld);
}

/** @throws Failure `storage` when the disk is full; the file is closed then */
function reserveBeside(file: AppendFile): DiskReserve {
  try {
    return createDiskReserve(`${file.path}.reserve`);
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Opens a journal and returns what it says. What was being written when the power went is cut; what is left
 * survives the next time. It goes on in a copy that takes its place: a process that was only asleep still has
 * the old file open, and reaches this one no more.
 * @throws Failure `storage` when it is damaged anywhere else.
 */
export function openJournal(
  path: string,
  now: () => number,
  checkHeld = ALWAYS_HELD,
): { journal: Journal; records: readonly JournalRecord[] } {
  const text = readFileSync(path, 'utf8');
  const { records, checksum, validBytes } = readJournalText(text, path);
  const valid = Buffer.from(text).toString('utf8', 0, validBytes);
  writeFileAtomic(path, valid, { secrets: 'keep' });
  const file = openAppendFile(path, { secrets: 'keep' });
  const last = { checksum, records: records.length };
  return { journal: journalOn(file, reserveBeside(file), last, now, checkHeld), records };
}

/**
 * Appends records to a file, each with a checksum over itself and the one before. When the disk is full the
 * reserve makes room for what is in progress, and no further intent is taken; after any other fault nothing
 * is.
 * @param checkHeld asked before records are written, and again when they are safe: once for all that are
 * flushed together
 */
export function journalOn(
  file: AppendFile,
  reserve: DiskReserve,
  last: { readonly checksum: string; readonly records: number },
  now: () => number,
  checkHeld = ALWAYS_HELD,
): Journal {
  let { checksum, records: sequence } = last;
  const queue = new WaitingRecords();
  let isFlushing = false;
  let full: unknown;
  let broken: unknown;

  /** Writes the records, which then survive a power cut. */
  const store = async (batch: readonly WaitingRecord[]) => {
    const lines = linesOf(batch, checksum, sequence);
    file.append(lines.text);
    checksum = lines.checksum;
    sequence += batch.length;
    try {
      await file.sync();
    } catch (error) {
      // What a failed flush left behind nobody knows; it is not tried again.
      broken = error;
      throw error;
    }
  };

  const storeWhatFits = async (batch: readonly WaitingRecord[]) => {
    if (broken !== undefined) throw broken;
    if (full === undefined) {
      try {
        return await store(batch);
      } catch (error) {
        if (broken !== undefined || !reserve.release()) throw error;
        full = error;
      }
    }
    const intents = batch.filter(({ record }) => record.type === 'intent');
    for (const { reject } of intents) reject(full);
    const others = batch.filter((waiting) => !intents.includes(waiting));
    if (others.length > 0) await store(others);
  };

  const flush = async () => {
    isFlushing = true;
    while (queue.size > 0) {
      const batch = await queue.take();
      try {
        checkHeld();
        await storeWhatFits(batch);
        checkHeld();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        broken ??= error;
        for (const { reject } of batch) reject(error);
      }
    }
    isFlushing = false;
  };

  return {
    write: (record, { mayWait } = { mayWait: false }) =>
      new Promise((resolve, reject) => {
        queue.add({ record, at: now(), resolve, reject }, mayWait);
        if (!isFlushing) void flush();
      }),
    close: (state) => {
      // The number of a closed file may belong to another one by the time of the next flush.
      broken ??= new Failure('storage', 'the journal of the run is closed');
      file.close();
      if (state?.isTakenOver !== true) reserve.release();
    },
  };
}

/** Returns records as lines that follow the one with this checksum and number. */
function linesOf(batch: readonly WaitingRecord[], before: string, sequence: number): JournalText {
  let time = '';
  const records = batch.map(({ record, at }, index) => {
    // Many records are of the same millisecond.
    if (at !== batch[index - 1]?.at) time = new Date(at).toISOString();
    return { record, place: { seq: sequence + index + 1, time, isJoined: index > 0 } };
  });
  return recordLines(records, before);
}
