import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { decodeWhole } from '../bulk/input/decode-whole.ts';
import { systemErrorCode } from '../failure/failure.ts';
import type { Place } from '../failure/issue.ts';
import { readBytes, startOfInput } from '../terminal/read-input.ts';
import type { Streams } from '../terminal/streams.ts';
import { ID, type IdMap } from './id-map.ts';
import { isJsonMap, isJsonStart, readIdMap, readMapBytes } from './read-id-map.ts';

/** A map, and its last line if that was left out. */
export interface CompleteLines {
  readonly known: IdMap;
  readonly cut?: CutLine;
}

/** A last line that may have been cut. */
export interface CutLine {
  readonly at: Place;
  readonly text: string;
  /** The ID that the line replaces; may be a part of it. */
  readonly from: string;
}

/** Bytes at the end of a file that are searched for an incomplete line: several times the longest. */
const MAX_LINE_LENGTH = 4096;

/**
 * Reads a map without its last line if that has no line break and its ID is to be exchanged, or it is not a
 * whole line: a power failure may have cut it, and a part of an ID looks like an ID. A line without a new ID
 * is kept if no cell is missing: if it was cut, its ID still has no pair, and is requested when it is wanted.
 * @throws Failure as `readIdMap`
 */
export async function readCompleteLines(
  path: string,
  stdin: Streams['stdin'],
  wanted: ReadonlySet<string>,
): Promise<CompleteLines> {
  const end = unbrokenEnd(path);
  if (end === undefined) return { known: await readIdMap(path, stdin) };
  const counted = { lineFeeds: 0, returns: 0 };
  const known = await readMapBytes(firstBytes(readBytes(path, stdin), end.offset, counted), path);
  const { from, to, isFinished } = pairIn(end.line, known);
  const isPair = ID.test(to) || (to === '' && isFinished);
  const isWhole = ID.test(from) && isPair && !wanted.has(from);
  // A line of anything but parts of IDs is an error in the file, not the end of a write.
  if (isWhole || ![from, to].every((cell) => /^\w*$/.test(cell)))
    return { known: await readIdMap(path, stdin) };
  const invalid = new Set(known.invalid);
  invalid.delete(from);
  return {
    known: { ...known, invalid, completeBytes: end.offset },
    cut: {
      at: { file: path, line: Math.max(counted.lineFeeds, counted.returns) + 1 },
      text: end.line,
      from,
    },
  };
}

/** The last line of a file, which has no line break, and where it starts in bytes. */
interface UnbrokenEnd {
  readonly line: string;
  readonly offset: number;
}

/** Returns the end of a file, or undefined if it cannot be read: `readIdMap` says why. */
function unbrokenEnd(path: string): UnbrokenEnd | undefined {
  try {
    return statSync(path).isFile() ? endOfCsv(path) : undefined;
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Returns the end of a CSV without a line break; undefined if it has one, or has no other line. */
function endOfCsv(path: string): UnbrokenEnd | undefined {
  if (isJsonMap(path) || isJsonStart(startOfInput(path, MAX_LINE_LENGTH))) return undefined;
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, MAX_LINE_LENGTH));
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    const text = bytes.toString('latin1');
    const [line = ''] = /[^\r\n]*$/.exec(text) ?? [];
    const isOnly = text.slice(0, text.length - line.length).trim() === '';
    // UTF-16, which cannot be extended anyway.
    const isWide = line.includes('\0');
    if (line === '' || isOnly || isWide) return undefined;
    const own = bytes.subarray(bytes.length - line.length);
    return { line: decodeWhole(own) ?? own.toString('utf8'), offset: size - own.length };
  } finally {
    closeSync(descriptor);
  }
}

/** Yields the first bytes of an input, and counts the line breaks in them. */
async function* firstBytes(
  bytes: AsyncGenerator<Buffer>,
  length: number,
  counted: { lineFeeds: number; returns: number },
): AsyncGenerator<Buffer> {
  let left = length;
  for await (const chunk of bytes) {
    const part = chunk.subarray(0, left);
    for (const byte of part) {
      if (byte === 0x0a) counted.lineFeeds += 1;
      if (byte === 0x0d) counted.returns += 1;
    }
    yield part;
    left -= part.length;
    if (left === 0) return;
  }
}

const HEADING = ['from', 'to'] as const;

/** What a line says under the headings of the map. */
interface Pair {
  readonly from: string;
  readonly to: string;
  /** Whether the line has all cells. The last one may still be a part. */
  readonly isFinished: boolean;
}

function pairIn(line: string, { heading = HEADING, delimiter = ',' }: IdMap): Pair {
  const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"([^"]*)"?$/, '$1'));
  const isNamed = HEADING.every((name) => heading.includes(name));
  const [from = '', to = ''] = HEADING.map((name, at) => cells[isNamed ? heading.indexOf(name) : at]);
  const areQuotesClosed = line.replaceAll('"', '').length % 2 === line.length % 2;
  return { from, to, isFinished: cells.length >= heading.length && areQuotesClosed };
}
