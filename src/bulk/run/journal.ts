import { readFileSync } from 'node:fs';
import { type AppendFile, openAppendFile } from '../../storage/append-file.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { createDiskReserve, type DiskReserve } from './disk-reserve.ts';
import { recordLine } from './journal-line.ts';
import type { JournalRecord } from './journal-record.ts';
import { readJournalText } from './read-journal.ts';

export interface Journal {
  /** Resolves when the record would survive a power cut. Records written together are flushed together. */
  write(record: JournalRecord): Promise<void>;
  /** @param state whether another process writes it now: what is reserved beside it is theirs */
  close(state?: { readonly isTakenOver: boolean }): void;
}

/** Creates a journal. @throws Failure `storage` when there is one. */
export function createJournal(path: string, now: () => number): Journal {
  const file = openAppendFile(path, { mustBeNew: true, secrets: 'keep' });
  return journalOn(file, createDiskReserve(`${path}.ballast`), { checksum: '', records: 0 }, now);
}

/**
 * Opens a journal and returns what it says. What was being written when the power went is cut; what is left survives the next time.
 * It goes on in a copy that takes its place: a process that was only asleep still has the old file open, and reaches this one no more.
 * @throws Failure `storage` when it is damaged anywhere else.
 */
export function openJournal(
  path: string,
  now: () => number,
): { journal: Journal; records: readonly JournalRecord[] } {
  const text = readFileSync(path, 'utf8');
  const { records, checksum, validBytes } = readJournalText(text, path);
  const valid = Buffer.from(text).toString('utf8', 0, validBytes);
  writeFileAtomic(path, valid, { secrets: 'keep' });
  const file = openAppendFile(path, { secrets: 'keep' });
  const reserve = createDiskReserve(`${path}.ballast`);
  return { journal: journalOn(file, reserve, { checksum, records: records.length }, now), records };
}

/**
 * Appends records to a file, each with a checksum over itself and the one before. When the disk is full the reserve makes room for
 * what is in progress, and no further intent is taken; after any other fault nothing is.
 */
export function journalOn(
  file: AppendFile,
  reserve: DiskReserve,
  last: { readonly checksum: string; readonly records: number },
  now: () => number,
): Journal {
  let { checksum, records: sequence } = last;
  let queue: Waiting[] = [];
  let isFlushing = false;
  let full: unknown;
  let broken: unknown;

  /** Writes the records, which then survive a power cut. */
  const store = async (batch: readonly Waiting[]) => {
    let next = checksum;
    let text = '';
    for (const [index, { record, time }] of batch.entries()) {
      const place = { seq: sequence + index + 1, time, isJoined: index > 0, before: next };
      const line = recordLine(record, place);
      text += line.text;
      next = line.checksum;
    }
    file.append(text);
    checksum = next;
    sequence += batch.length;
    try {
      await file.sync();
    } catch (error) {
      // What a failed flush left behind nobody knows; it is not tried again.
      broken = error;
      throw error;
    }
    for (const { resolve } of batch) resolve();
  };

  const storeWhatFits = async (batch: readonly Waiting[]) => {
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
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await storeWhatFits(batch);
      } catch (error) {
        broken ??= error;
        for (const { reject } of batch) reject(error);
      }
    }
    isFlushing = false;
  };

  return {
    write: (record) =>
      new Promise((resolve, reject) => {
        queue.push({ record, time: new Date(now()).toISOString(), resolve, reject });
        if (!isFlushing) void flush();
      }),
    close: (state) => {
      file.close();
      if (state?.isTakenOver !== true) reserve.release();
    },
  };
}

interface Waiting {
  readonly record: JournalRecord;
  /** RFC 3339. */
  readonly time: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
