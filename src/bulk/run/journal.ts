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
   * Resolves when the record is durable. Records written together are flushed together.
   * @param options.mayWait whether further records will follow soon that it can be flushed with
   */
  write(record: JournalRecord, options?: { readonly mayWait: boolean }): Promise<void>;
  /**
   * @param state whether another process writes the journal now: the reserve beside it belongs to that
   * process
   */
  close(state?: { readonly isTakenOver: boolean }): void;
}

/** Throws if this process may no longer write the journal. */
export type CheckHeld = () => void;

const ALWAYS_HELD: CheckHeld = () => {};

/**
 * Creates a journal.
 * @throws Failure `storage` if it exists
 */
export function createJournal(path: string, now: () => number, checkHeld = ALWAYS_HELD): Journal {
  const file = openAppendFile(path, { mustBeNew: true, secrets: 'keep' });
  return journalOn(file, createReserveFor(file), { checksum: '', records: 0 }, now, checkHeld);
}

/** @throws Failure `storage` if the disk is full; then the file is closed */
function createReserveFor(file: AppendFile): DiskReserve {
  try {
    return createDiskReserve(`${file.path}.reserve`);
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Opens a journal and returns its records. Removes an incomplete end, left by a power cut. Continues in a
 * copy that replaces the file: a process that was only suspended still has the old file open, and cannot
 * write to the new one.
 * @throws Failure `storage` if it is damaged anywhere else
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
  return { journal: journalOn(file, createReserveFor(file), last, now, checkHeld), records };
}

/**
 * Appends records to a file, each with a checksum over itself and the previous one. If the disk is full, the
 * reserve makes room for the outcomes of changes in progress, and intents are rejected; after any other error
 * all records are.
 * @param checkHeld called before and after each flush
 */
export function journalOn(
  file: AppendFile,
  reserve: DiskReserve,
  last: { readonly checksum: string; readonly records: number },
  now: () => number,
  checkHeld = ALWAYS_HELD,
): Journal {
  const store = new RecordStore(file, reserve, last);
  const queue = new WaitingRecords();
  let isFlushing = false;

  const flush = async () => {
    isFlushing = true;
    while (queue.size > 0) {
      const batch = await queue.take();
      try {
        checkHeld();
        await store.append(batch);
        checkHeld();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        store.rejectFurtherWrites(error);
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
      // The descriptor of a closed file may be reused for another file before the next flush.
      store.rejectFurtherWrites(new Failure('storage', 'the journal of the run is closed'));
      file.close();
      if (state?.isTakenOver !== true) reserve.release();
    },
  };
}

/** Puts records on disk, after a full disk only those that its reserve is for. */
class RecordStore {
  private readonly file: AppendFile;
  private readonly reserve: DiskReserve;
  private checksum: string;
  /** Number of the last record. */
  private sequence: number;
  /** The error of the full disk, once the reserve is used up. */
  private full: unknown;
  /** Why nothing can be stored any more. */
  private broken: unknown;

  constructor(
    file: AppendFile,
    reserve: DiskReserve,
    last: { readonly checksum: string; readonly records: number },
  ) {
    this.file = file;
    this.reserve = reserve;
    this.checksum = last.checksum;
    this.sequence = last.records;
  }

  /**
   * Stores the records, or rejects the intents among them if the disk is full and stores the others.
   * @throws the error that prevents storing them
   */
  async append(batch: readonly WaitingRecord[]): Promise<void> {
    if (this.broken !== undefined) throw this.broken;
    if (this.full === undefined) {
      try {
        return await this.store(batch);
      } catch (error) {
        if (this.broken !== undefined || !this.reserve.release()) throw error;
        this.full = error;
      }
    }
    const intents = batch.filter(({ record }) => record.type === 'intent');
    for (const { reject } of intents) reject(this.full);
    const others = batch.filter((waiting) => !intents.includes(waiting));
    if (others.length > 0) await this.store(others);
  }

  /** Rejects all records from now on, for the first reason given. */
  rejectFurtherWrites(why: unknown): void {
    this.broken ??= why;
  }

  /** Appends the records and flushes them to disk. */
  private async store(batch: readonly WaitingRecord[]): Promise<void> {
    const lines = linesOf(batch, this.checksum, this.sequence);
    this.file.append(lines.text);
    this.checksum = lines.checksum;
    this.sequence += batch.length;
    try {
      await this.file.sync();
    } catch (error) {
      // After a failed flush the content of the disk is unknown, so nothing is retried.
      this.broken = error;
      throw error;
    }
  }
}

/** Returns records as the lines that follow the line with this checksum and number. */
function linesOf(batch: readonly WaitingRecord[], before: string, sequence: number): JournalText {
  let time = '';
  const records = batch.map(({ record, at }, index) => {
    // Many records have the same millisecond.
    if (at !== batch[index - 1]?.at) time = new Date(at).toISOString();
    return { record, place: { seq: sequence + index + 1, time, isJoined: index > 0 } };
  });
  return recordLines(records, before);
}
