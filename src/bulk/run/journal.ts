import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Failure } from '../../failure/failure.ts';
import { type AppendFile, openAppendFile } from '../../storage/append-file.ts';
import type { Change, ChangeId, ChangeState } from '../plan/change.ts';
import { type Ballast, createBallast } from './ballast.ts';
import type { Throttle } from './throttling.ts';

/** What became of a change. */
export type Outcome =
  | {
      readonly state: 'succeeded';
      /** Of the user or of the group. */
      readonly id: string;
      /** The userName as it is stored; the displayName of a group. */
      readonly name: string;
      /** `adopted`: an earlier attempt had done it. `already`: there was nothing left to do. */
      readonly how?: 'adopted' | 'already';
      /** Attributes that were sent and that the service did not keep; members who could not join, as their creation failed. */
      readonly notKept?: readonly string[];
      /** IDs of members who already were in the group, or out of it: somebody else did that. */
      readonly untouched?: readonly string[];
    }
  | { readonly state: 'failed'; readonly code: string; readonly message: string };

export type JournalRecord =
  | {
      readonly type: 'run.start';
      readonly run: string;
      readonly plan: string;
      readonly origin: string;
      readonly profile: string;
      readonly source: string;
      readonly mode: string;
      readonly tool: string;
    }
  /** `at`: by the service's clock, milliseconds since 1970. */
  | { readonly type: 'intent'; readonly change: ChangeId; readonly at: number }
  | { readonly type: 'outcome'; readonly change: ChangeId; readonly outcome: Outcome }
  /** The intent led to nothing: it may be sent. */
  | { readonly type: 'absent'; readonly change: ChangeId }
  | { readonly type: 'run.pause'; readonly why: string }
  | ({ readonly type: 'throttled' } & Throttle)
  /** `undoneBy`: the run that takes it back; then it is at its end wherever it was. */
  | {
      readonly type: 'run.end';
      readonly succeeded: number;
      readonly failed: number;
      readonly undoneBy?: string;
    };

/** A record as it is in the file: with the time at this machine, RFC 3339. */
export type DatedRecord = JournalRecord & { readonly t: string };

export interface Journal {
  /** Resolves when the record would survive a power cut. Records written together are flushed together. */
  write(record: JournalRecord): Promise<void>;
  close(): void;
}

/** Creates a journal. @throws Failure `storage` when there is one. */
export function createJournal(path: string, now: () => number): Journal {
  const file = openAppendFile(path, { mustBeNew: true });
  return journalOn(file, createBallast(`${path}.ballast`), { checksum: '', records: 0 }, now);
}

/**
 * Opens a journal and returns what it says. What was being written when the power went is cut; what is left survives the next time.
 * @throws Failure `storage` when it is damaged anywhere else.
 */
export function openJournal(
  path: string,
  now: () => number,
): { journal: Journal; records: readonly JournalRecord[] } {
  const { records, checksum, validBytes } = readJournal(path);
  const file = openAppendFile(path);
  if (file.size() > validBytes) file.truncate(validBytes);
  file.syncNow();
  const ballast = createBallast(`${path}.ballast`);
  return { journal: journalOn(file, ballast, { checksum, records: records.length }, now), records };
}

/**
 * Appends records to a file, each with a checksum over itself and the one before. When the disk is full the ballast makes room for
 * what is under way, and no further intent is taken; after any other fault nothing is.
 */
export function journalOn(
  file: AppendFile,
  ballast: Ballast,
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
      const seq = sequence + index + 1;
      const payload = JSON.stringify({ seq, t: time, ...(index === 0 ? {} : JOINED), ...record });
      next = chained(next, payload);
      text += `${payload.slice(0, -1)},"c":"${next}"}\n`;
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
        if (broken !== undefined || !ballast.release()) throw error;
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
    close: () => {
      file.close();
      ballast.release();
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

const CHECKSUM = /,"c":"([0-9a-f]{8})"\}$/;

/** Says of a line that it was flushed together with the one before: nothing that follows from it was done while that one was unsafe. */
const JOINED = { joined: true } as const;
const NOT_JOINED = /^\{"seq":\d+,"t":"[^"]*",(?!"joined":true)/;

/** Reads the records of a journal without changing the file. */
export function readJournal(path: string): {
  records: readonly DatedRecord[];
  checksum: string;
  validBytes: number;
} {
  const text = readFileSync(path, 'utf8');
  const records: DatedRecord[] = [];
  let checksum = '';
  let validBytes = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line === '' && index === lines.length - 1) break;
    const record = index === lines.length - 1 ? undefined : readLine(line, checksum);
    if (record === undefined) {
      // Only what was being written when the power went may be missing. A disk may keep the end of it without its beginning.
      if (!lines.slice(index + 1).some((later) => NOT_JOINED.test(later))) break;
      throw new Failure(
        'storage',
        `the journal ${path} is damaged: line ${index + 1} does not follow line ${index}`,
        {
          hint: 'nothing was sent; move the folder of the run away, and plan again',
        },
      );
    }
    records.push(record.record);
    checksum = record.checksum;
    validBytes += Buffer.byteLength(line) + 1;
  }
  return { records, checksum, validBytes };
}

/** Longest first line of a journal, in bytes. */
const START_BYTES = 8192;

/** Returns what a run is, from the first line alone; undefined when it was not written whole. */
export function readStart(path: string): Extract<JournalRecord, { type: 'run.start' }> | undefined {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(START_BYTES);
    const text = buffer.toString('utf8', 0, readSync(file, buffer));
    const record = text.includes('\n') ? readLine(text.slice(0, text.indexOf('\n')), '')?.record : undefined;
    return record?.type === 'run.start' ? record : undefined;
  } finally {
    closeSync(file);
  }
}

function readLine(line: string, before: string): { record: DatedRecord; checksum: string } | undefined {
  const checksum = CHECKSUM.exec(line)?.[1];
  if (checksum === undefined) return undefined;
  const payload = line.replace(CHECKSUM, '}');
  if (chained(before, payload) !== checksum) return undefined;
  const record: unknown = JSON.parse(payload);
  return isRecord(record) ? { record, checksum } : undefined;
}

/** What else a record holds follows from its checksum: orgctl alone writes one that fits. */
function isRecord(value: unknown): value is DatedRecord {
  return (
    typeof value === 'object' && value !== null && 'type' in value && RECORD_TYPES.has(String(value.type))
  );
}

const RECORD_TYPES: ReadonlySet<string> = new Set([
  'run.start',
  'intent',
  'outcome',
  'absent',
  'run.pause',
  'throttled',
  'run.end',
] satisfies JournalRecord['type'][]);

function chained(before: string, payload: string): string {
  return crc32(before + payload)
    .toString(16)
    .padStart(8, '0');
}

/** What a journal says about each change of its plan. */
export interface Replayed {
  readonly states: ReadonlyMap<ChangeId, ChangeState>;
  readonly outcomes: ReadonlyMap<ChangeId, Outcome>;
  /** When the intent of each change in doubt was written, by the service's clock. */
  readonly intents: ReadonlyMap<ChangeId, number>;
  readonly isFinished: boolean;
  /** The run that took it back. */
  readonly undoneBy: string | undefined;
}

/** Computes where each change stands: an intent without an outcome is in doubt. */
export function replay(records: readonly JournalRecord[], changes: readonly Change[]): Replayed {
  const states = new Map<ChangeId, ChangeState>(changes.map(({ id }) => [id, 'pending']));
  const outcomes = new Map<ChangeId, Outcome>();
  const intents = new Map<ChangeId, number>();
  let isFinished = false;
  let undoneBy: string | undefined;
  for (const record of records) {
    switch (record.type) {
      case 'intent':
        // A failed change that is tried again.
        outcomes.delete(record.change);
        isFinished = false;
        states.set(record.change, 'inDoubt');
        intents.set(record.change, record.at);
        break;
      case 'outcome':
        states.set(record.change, record.outcome.state);
        outcomes.set(record.change, record.outcome);
        intents.delete(record.change);
        break;
      case 'absent':
        states.set(record.change, 'pending');
        intents.delete(record.change);
        break;
      case 'run.end':
        isFinished = true;
        undoneBy = record.undoneBy ?? undoneBy;
        break;
      case 'throttled':
        break;
      case 'run.start':
      case 'run.pause':
        isFinished = false;
        break;
    }
  }
  return { states, outcomes, intents, isFinished, undoneBy };
}
