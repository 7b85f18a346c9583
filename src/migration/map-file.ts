import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { csvLine } from '../csv/csv-line.ts';
import { Failure } from '../failure/failure.ts';
import { type AppendFile, openAppendFile } from '../storage/append-file.ts';
import { writeFileAtomic } from '../storage/atomic-file.ts';
import type { IdMap, MapFacts } from './id-map.ts';
import { isJsonMap } from './read-id-map.ts';

/** Results of an exchange of IDs, to be written. */
export interface MapEntries {
  readonly exchanged: Iterable<readonly [from: string, to: string]>;
  readonly invalid: Iterable<string>;
}

/**
 * A map file that grows while IDs are exchanged. An interrupted run keeps what was written, and the next one
 * continues with the rest.
 */
export interface MapFile {
  add(entries: MapEntries): Promise<void>;
  /** Writes entries that are still in memory. */
  close(): Promise<void>;
}

/** Batches between writes of a JSON map, which can only be written as a whole. */
const BATCHES_BETWEEN_WRITES = 25;

/** Opens a map file: JSON if its content or its name is, otherwise CSV. @param known the current content */
export function openMapFile(path: string, known: IdMap, about: () => MapFacts): MapFile {
  return (known.isJson ?? isJsonMap(path)) ? openJson(path, known, about) : openCsv(path, known);
}

const HEADING = ['from', 'to'] as const;

/**
 * Refuses a map to which no line can be appended: IDs in another encoding would not be read back.
 * @throws Failure `invalidInput` for UTF-16; in other encodings, IDs are written as in UTF-8
 */
export function refuseOtherEncoding(path: string, { encoding = '' }: IdMap): void {
  if (!encoding.startsWith('UTF-16')) return;
  throw new Failure('invalidInput', `${path} is ${encoding}; only a map in UTF-8 can be extended`, {
    hint: 'save it as UTF-8, or name a new file: --map FILE',
  });
}

/** Returns the line for an exchanged ID under the headings of the file, such as those of "migrate map". */
function lineForHeading({ heading = HEADING, delimiter = ',' }: IdMap, from: string, to: string): string {
  const row = { from, to, kind: 'user', ...(to === '' ? {} : { key: 'service', confidence: 'certain' }) };
  const cells = new Map(Object.entries(row));
  const isNamed = HEADING.every((name) => heading.includes(name));
  const line = heading.map((name, at) => cells.get(isNamed ? name : (HEADING[at] ?? '')) ?? '');
  return csvLine(line, { delimiter });
}

/** Bytes at the start of a file that are searched for a line break. */
const HEADING_SEARCH_BYTES = 64 * 1024;

/** How a file ends: the line break it uses, and whether the last line has one. */
interface FileEnd {
  readonly lineBreak: string;
  readonly isBroken: boolean;
}

/** Returns how a file ends; without any line break, LF. */
function endOf(path: string): FileEnd {
  const descriptor = openSync(path, 'r');
  try {
    const textAt = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, length, at));
    };
    const [last] = /\r?\n$|\r$/.exec(textAt(Math.max(0, fstatSync(descriptor).size - 2), 2)) ?? [];
    const [first = '\n'] = /\r?\n|\r/.exec(textAt(0, HEADING_SEARCH_BYTES)) ?? [];
    return { lineBreak: last ?? first, isBroken: last !== undefined };
  } finally {
    closeSync(descriptor);
  }
}

/** The file is created with the first results, so that a refused exchange leaves none. */
function openCsv(path: string, known: IdMap): MapFile {
  let opened: { readonly file: AppendFile; readonly lineBreak: string } | undefined;
  return {
    async add({ exchanged, invalid }) {
      opened ??= openForLines(path, known);
      const { file, lineBreak } = opened;
      let lines = '';
      for (const [from, to] of exchanged) lines += lineForHeading(known, from, to);
      for (const from of invalid) if (!known.invalid.has(from)) lines += lineForHeading(known, from, '');
      file.append(lineBreak === '\n' ? lines : lines.replaceAll('\n', lineBreak));
      await file.sync();
    },
    close: async () => opened?.file.close(),
  };
}

/** Opens or creates a CSV to which lines with this line break can be appended. */
function openForLines(
  path: string,
  { completeBytes }: IdMap,
): { readonly file: AppendFile; readonly lineBreak: string } {
  const file = openAppendFile(path);
  try {
    if (completeBytes !== undefined) file.truncate(completeBytes);
    if (file.size() === 0) {
      file.append(csvLine(HEADING));
      return { file, lineBreak: '\n' };
    }
    const { lineBreak, isBroken } = endOf(path);
    if (!isBroken) file.append(lineBreak);
    return { file, lineBreak };
  } catch (error) {
    file.close();
    throw error;
  }
}

function openJson(path: string, known: IdMap, about: () => MapFacts): MapFile {
  const ids = new Map(known.ids);
  const unknown = new Set<string>();
  let unwritten = 0;
  const write = () => {
    const facts = about();
    // Another workspace may know the IDs that were invalid in the one of the earlier run.
    const isSame = known.facts?.team_id === undefined || known.facts.team_id === facts.team_id;
    const invalid = [...new Set([...(isSame ? known.invalid : []), ...unknown])].filter((id) => !ids.has(id));
    const document = { ...facts, user_id_map: Object.fromEntries(ids), invalid_user_ids: invalid };
    writeFileAtomic(path, `${JSON.stringify(document, null, 2)}\n`, { clears: true });
    unwritten = 0;
  };
  return {
    async add({ exchanged, invalid }) {
      for (const [from, to] of exchanged) ids.set(from, to);
      for (const from of invalid) unknown.add(from);
      unwritten += 1;
      if (unwritten >= BATCHES_BETWEEN_WRITES) write();
    },
    close: async () => {
      if (unwritten > 0) write();
    },
  };
}
