import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, systemErrorCode } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { instant, objectWith, oneOf, optional, readAs, text, wholeFrom } from '../../json/shapes.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import type { RunId } from '../../values/ids.ts';

/** Events of a run: started, imported, released by a process, or removed by a command. */
const EVENTS = ['start', 'import', 'end', 'prune'] as const;
type RunEvent = (typeof EVENTS)[number];

/** One line of the index. */
export interface IndexEntry {
  /** RFC 3339. */
  readonly t: string;
  readonly event: RunEvent;
  readonly run: RunId;
  /** Number of journal lines and their digest; absent for a removed run. */
  readonly records?: number;
  readonly sha256?: string;
}

interface IndexLine extends IndexEntry {
  /** Digest of the previous line. */
  readonly previous: string;
}

const indexLine = objectWith<IndexLine>({
  t: instant,
  event: oneOf(EVENTS),
  run: text,
  records: optional(wholeFrom(0)),
  sha256: optional(text),
  previous: text,
});

/** The index of runs, and the number of the first line that does not follow an earlier one. */
export interface RunIndex {
  readonly entries: readonly IndexEntry[];
  readonly brokenAt?: number;
}

const GENESIS = '0'.repeat(64);
/** Bytes read from the end; several lines fit, each with an ID, two digests and a time. */
const TAIL_BYTES = 4096;

/**
 * Adds an event of a run to the index beside the folder of runs. Each line has the digest of the previous
 * one, so that a run folder or a line removed by hand leaves a gap. Storage errors are ignored: the journal
 * of the run is authoritative.
 */
export function appendRunEvent(runsFolder: string, event: RunEvent, run: RunId, now: number): void {
  try {
    const journal = join(runsFolder, run, 'journal.ndjson');
    const isThere = event !== 'prune' && existsSync(journal);
    append(indexOf(runsFolder), {
      t: new Date(now).toISOString(),
      event,
      run,
      ...(isThere ? digestOf(journal) : {}),
    });
  } catch (error) {
    // A file that cannot be read or written is a fault of the disk.
    if (!(error instanceof Failure) && systemErrorCode(error) === undefined) throw error;
  }
}

/** Reads the index; a missing one has no entries. */
export function readRunIndex(runsFolder: string): RunIndex {
  const path = indexOf(runsFolder);
  if (!existsSync(path)) return { entries: [] };
  const entries: IndexEntry[] = [];
  const digests = new Set([GENESIS]);
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const read = entryIn(line);
    // An incomplete last line, left by a power cut, has no successor.
    if (read === undefined) continue;
    // Two processes may have followed the same line.
    if (!digests.has(read.previous)) return { entries, brokenAt: index + 1 };
    digests.add(sha256(line));
    entries.push(read.entry);
  }
  return { entries };
}

/**
 * Lists runs of the index, with an event since a given time, that are missing or changed in the folder of
 * runs, such as "run X is missing".
 * @param journalOf returns the text of a journal; undefined if there is none
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
    return isSame ? [] : [`the journal of run ${run} was changed after the run ended`];
  });
  return brokenAt === undefined ? gaps : [...gaps, `line ${brokenAt} of the run index breaks the hash chain`];
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
/** Bytes of a journal that are read at once. */
export const READ_SIZE_OF_JOURNAL = 256 * 1024;

/**
 * Counts and hashes the complete lines of a journal. Reads into one buffer: holding and decoding the whole
 * journal takes four times as long, and the user waits for it.
 */
function digestOf(path: string): { readonly records: number; readonly sha256: string } {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(READ_SIZE_OF_JOURNAL);
  let records = 0;
  let complete = hash.copy();
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk)) {
      const bytes = chunk.subarray(0, length);
      const end = bytes.lastIndexOf(LINE_END) + 1;
      hash.update(bytes.subarray(0, end));
      if (end > 0) complete = hash.copy();
      hash.update(bytes.subarray(end));
      records += countLineEnds(bytes);
    }
  } finally {
    closeSync(file);
  }
  return { records, sha256: complete.digest('hex') };
}

/** Counts line feeds; in UTF-8 this byte is always a line end. */
function countLineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

function indexOf(runsFolder: string): string {
  return join(dirname(runsFolder), 'runs-index.ndjson');
}
