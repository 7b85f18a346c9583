import { closeSync, createReadStream, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { fileErrorReason, fileFailure } from '../failure/file-error.ts';
import type { Streams } from './streams.ts';

/** Returns the name of an input file for messages. */
export function inputName(path: string): string {
  return path === '-' ? '(stdin)' : path;
}

/** Bytes per read. */
const READ_SIZE = 256 * 1024;

/**
 * Bytes per read of a file of rows. Smaller, because a chunk is freed only at the next scavenge (minor
 * garbage collection), and scavenges are rare.
 */
export const READ_SIZE_OF_ROWS = 64 * 1024;

const providedInputs = new Map<string, Uint8Array>();

/**
 * Makes a path resolve to these bytes, whatever is on the disk. @returns a function that removes the override
 */
export function provideInput(path: string, bytes: Uint8Array): () => void {
  providedInputs.set(path, bytes);
  return () => void providedInputs.delete(path);
}

/** Whether a readable file or folder of this name exists. */
export function isInput(path: string): boolean {
  return providedInputs.has(path) || isProvidedFolder(path) || existsSync(path);
}

/** Whether the path is a folder. */
export function isInputFolder(path: string): boolean {
  if (providedInputs.has(path)) return false;
  return isProvidedFolder(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isProvidedFolder(path: string): boolean {
  const start = `${normalize(path).replace(/[\\/]$/, '')}/`;
  return [...providedInputs.keys()].some((name) => normalize(name).startsWith(start));
}

/** Whether the path is a regular file, which can be read twice, and not a pipe. */
export function isPlainFile(path: string): boolean {
  return providedInputs.has(path) || statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the first bytes of a file as text, to detect its kind. */
export function startOfInput(path: string, length: number): string {
  const own = providedInputs.get(path);
  if (own !== undefined) return Buffer.from(own).toString('utf8', 0, length);
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the whole content of a file. */
export function readInputSync(path: string): Uint8Array {
  return providedInputs.get(path) ?? readFileSync(path);
}

/** Yields the lines of a file while it is read. */
export async function* linesOfInput(path: string): AsyncGenerator<string> {
  const own = providedInputs.get(path);
  const input = own === undefined ? createReadStream(path) : Readable.from([Buffer.from(own)]);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    // If iteration stops early, at a damaged line, only the line reader is closed; close the file too.
    input.destroy();
    if (!input.closed) await new Promise<void>((resolve) => input.once('close', () => resolve()));
  }
}

/**
 * Yields the bytes of a file, or of stdin for `-`, while they are read.
 * @throws Failure `invalidInput` if the file cannot be read
 */
export function readBytes(path: string, stdin: Streams['stdin'], atOnce = READ_SIZE): AsyncGenerator<Buffer> {
  return path === '-' ? bytesOf(stdin, path) : readFileBytes(path, atOnce);
}

/** The bytes of an input, and how much of it was read. */
export interface MeasuredInput {
  readonly bytes: AsyncGenerator<Buffer>;
  /** Returns the share of the input that was read, from 0 to 1; undefined if its size is unknown. */
  readonly shareRead: () => number | undefined;
}

/** Reads like `readBytes`, and measures how much was read. */
export function readMeasured(path: string, stdin: Streams['stdin'], atOnce = READ_SIZE): MeasuredInput {
  const size = path === '-' ? undefined : sizeOf(path);
  let read = 0;
  async function* counted() {
    for await (const chunk of readBytes(path, stdin, atOnce)) {
      read += chunk.length;
      yield chunk;
    }
  }
  return {
    bytes: counted(),
    shareRead: () => (size === undefined ? undefined : Math.min(1, read / size)),
  };
}

/** Returns the size of a regular file in bytes, at least 1; undefined for any other input. */
function sizeOf(path: string): number | undefined {
  const own = providedInputs.get(path);
  const found = own === undefined ? statSync(path, { throwIfNoEntry: false }) : undefined;
  const size = own?.length ?? (found?.isFile() === true ? found.size : undefined);
  return size === undefined ? undefined : Math.max(1, size);
}

/** Like `readBytes`, but always reads a file, even one named `-`. */
export async function* readFileBytes(path: string, atOnce = READ_SIZE): AsyncGenerator<Buffer> {
  const own = providedInputs.get(path);
  if (own !== undefined) {
    yield Buffer.from(own);
    return;
  }
  yield* bytesOf(createReadStream(path, { highWaterMark: atOnce }), path);
}

async function* bytesOf(stream: Streams['stdin'], path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  } catch (error) {
    throw unreadable(inputName(path), error);
  }
}

/** Returns the Failure `invalidInput` for a file that cannot be read. */
export function unreadable(path: string, error: unknown): Failure {
  const isMissing = systemErrorCode(error) === 'ENOENT';
  const reason = isMissing ? 'no such file' : fileErrorReason(error, 'read error');
  return fileFailure('invalidInput', 'read', path, error, reason);
}

/** Reads a whole small text file. @throws Failure `invalidInput` if it is larger than allowed or not UTF-8 */
export function readText(path: string, stdin: Streams['stdin'], largest = 1024 * 1024): Promise<string> {
  return textOf(readBytes(path, stdin), inputName(path), largest);
}

/** Like `readText`, for bytes that have already been peeked at. @param file name of the source in messages */
export async function textOf(bytes: AsyncIterable<Buffer>, file: string, largest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest)
      throw new Failure('invalidInput', `${file} is larger than ${largest / 1024 / 1024} MiB`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Failure('invalidInput', `${file} is not UTF-8`);
  }
}
