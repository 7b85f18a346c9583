import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, systemErrorCode } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { instant, maybe, oneOf, readAs, text, thing, wholeFrom } from '../../json/shapes.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import type { RunId } from '../../values/ids.ts';

/**
 * What happened to a run: it began or came from elsewhere, a process let it go, or its record was removed in
 * order.
 */
const EVENTS = ['start', 'import', 'end', 'prune'] as const;
type RunEvent = (typeof EVENTS)[number];

/** One line of the index. */
export interface IndexEntry {
  /** RFC 3339. */
  readonly t: string;
  readonly event: RunEvent;
  readonly run: RunId;
  /** How many lines the journal had, and the digest of them; absent of a run that was removed. */
  readonly records?: number;
  readonly sha256?: string;
}

interface IndexLine extends IndexEntry {
  /** Digest of the line that it follows. */
  readonly previous: string;
}

const indexLine = thing<IndexLine>({
  t: instant,
  event: oneOf(EVENTS),
  run: text,
  records: maybe(wholeFrom(0)),
  sha256: maybe(text),
  previous: text,
});

/** The index of runs, and the first line that follows none of those before it. */
export interface RunIndex {
  readonly entries: readonly IndexEntry[];
  readonly brokenAt?: number;
}

const GENESIS = '0'.repeat(64);
/** Several lines fit: each has an ID, two digests and a time. */
const TAIL_BYTES = 4096;

/**
 * Notes beside the folder of runs what happened to one, in a line that has the digest of the one before: a
 * run whose folder is removed by hand leaves a gap, and so does a line. No run fails for it: what it did is
 * in its journal.
 */
export function noteRun(runsFolder: string, event: RunEvent, run: RunId, now: number): void {
  try {
    const journal = join(runsFolder, run, 'journal.ndjson');
    const isThere = event !== 'prune' && existsSync(journal);
    append(indexOf(runsFolder), {
      t: new Date(now).toISOString(),
      event,
      run,
      ...(isThere ? digestOf(readFileSync(journal)) : {}),
    });
  } catch (error) {
    // A file that cannot be read, as one that cannot be written, is the fault of the disk.
    if (!(error instanceof Failure) && systemErrorCode(error) === undefined) throw error;
  }
}

/** Reads the index; one that was never begun has no entries. */
export function readRunIndex(runsFolder: string): RunIndex {
  const path = indexOf(runsFolder);
  if (!existsSync(path)) return { entries: [] };
  const entries: IndexEntry[] = [];
  const digests = new Set([GENESIS]);
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const read = entryIn(line);
    // What was being written when the power went is followed by nothing.
    if (read === undefined) continue;
    // Two processes may have followed the same line.
    if (!digests.has(read.previous)) return { entries, brokenAt: index + 1 };
    digests.add(sha256(line));
    entries.push(read.entry);
  }
  return { entries };
}

/**
 * Says what the folder of runs lacks of what the index has seen, such as "run X is missing", of runs that
 * something happened to since a moment.
 * @param journalOf returns what the journal of a run says; undefined where there is none
 */
export function gapsIn(
  { entries, brokenAt }: RunIndex,
  since: number,
  journalOf: (run: string) => string | undefined,
): readonly string[] {
  const last = new Map(entries.map((entry) => [entry.run, entry]));
  const gaps = [...last.values()].flatMap(({ t, event, run, records = 0, sha256: digest }) => {
    if (event === 'prune' || Date.parse(t) < since) return [];
    const journal = journalOf(run);
    if (journal === undefined) return [`run ${run} is missing`];
    const start = journal.split('\n').slice(0, records).join('\n');
    const isSame = digest === undefined || sha256(`${start}\n`) === digest;
    return isSame ? [] : [`the journal of run ${run} is not what it was when it ended`];
  });
  return brokenAt === undefined ? gaps : [...gaps, `line ${brokenAt} of the index of runs follows no other`];
}

function append(path: string, entry: IndexEntry): void {
  const tail = tailOf(path);
  const last = tail.split('\n').findLast((line) => entryIn(line) !== undefined);
  const previous = last === undefined ? GENESIS : sha256(last);
  const file = openAppendFile(path, { secrets: 'keep' });
  try {
    const isTorn = tail !== '' && !tail.endsWith('\n');
    file.append(`${isTorn ? '\n' : ''}${JSON.stringify({ ...entry, previous })}\n`);
  } finally {
    file.close();
  }
}

function tailOf(path: string): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } finally {
    closeSync(file);
  }
}

function entryIn(line: string): { readonly entry: IndexEntry; readonly previous: string } | undefined {
  const json = readBoundedJson(line);
  const read = 'value' in json ? readAs<IndexLine>(json.value, indexLine) : json;
  if (!('value' in read)) return undefined;
  const { t, event, run, records, sha256: digest, previous } = read.value;
  const journal = records === undefined || digest === undefined ? {} : { records, sha256: digest };
  return { entry: { t, event, run, ...journal }, previous };
}

const LINE_END = 0x0a;

/**
 * A line that is cut off is none. Of bytes, as a large journal is read when the run has nothing else to do
 * any more: its text takes half as long again.
 */
function digestOf(journal: Buffer): { readonly records: number; readonly sha256: string } {
  const whole = journal.subarray(0, journal.lastIndexOf(LINE_END) + 1);
  // A line end is the same byte in any text.
  return { records: whole.toString('latin1').split('\n').length - 1, sha256: sha256(whole) };
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function indexOf(runsFolder: string): string {
  return join(dirname(runsFolder), 'runs-index.ndjson');
}
