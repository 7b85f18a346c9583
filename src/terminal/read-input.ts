import { closeSync, createReadStream, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { fileErrorReason, fileFailure } from '../failure/file-error.ts';
import type { Streams } from './streams.ts';

/** How a file is called in messages. */
export function inputName(path: string): string {
  return path === '-' ? '(stdin)' : path;
}

/** Bytes of a file that are read at once. */
const READ_SIZE = 256 * 1024;

/**
 * The same of a file of rows: what was read is only given back at the next scavenge, and of those there are
 * few.
 */
export const READ_SIZE_OF_ROWS = 64 * 1024;

const provided = new Map<string, Uint8Array>();

/** Lets a path stand for these bytes, whatever is on the disk. @returns ends that */
export function provideInput(path: string, bytes: Uint8Array): () => void {
  provided.set(path, bytes);
  return () => void provided.delete(path);
}

/** Whether there is a file or a folder of this name, to be read. */
export function isInput(path: string): boolean {
  return provided.has(path) || isProvidedFolder(path) || existsSync(path);
}

/** Whether it is a folder. */
export function isInputFolder(path: string): boolean {
  if (provided.has(path)) return false;
  return isProvidedFolder(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isProvidedFolder(path: string): boolean {
  const start = `${normalize(path).replace(/[\\/]$/, '')}/`;
  return [...provided.keys()].some((name) => normalize(name).startsWith(start));
}

/** Whether it is a file that can be read twice, and no pipe. */
export function isPlainFile(path: string): boolean {
  return provided.has(path) || statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the first bytes of a file as text, to detect its kind. */
export function startOfInput(path: string, length: number): string {
  const own = provided.get(path);
  if (own !== undefined) return Buffer.from(own).toString('utf8', 0, length);
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns all bytes of a file at once. */
export function inputNow(path: string): Uint8Array {
  return provided.get(path) ?? readFileSync(path);
}

/** Returns the lines of a file as they are read. */
export async function* linesOfInput(path: string): AsyncGenerator<string> {
  const own = provided.get(path);
  const input = own === undefined ? createReadStream(path) : Readable.from([Buffer.from(own)]);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    // Reading that stops at a damaged line closes the reader of lines alone, and not the file.
    input.destroy();
    if (!input.closed) await new Promise<void>((resolve) => input.once('close', () => resolve()));
  }
}

/**
 * Returns the bytes of a file, or of stdin for `-`, as they are read.
 * @throws Failure `invalidInput` when the file cannot be read.
 */
export function readBytes(path: string, stdin: Streams['stdin'], atOnce = READ_SIZE): AsyncGenerator<Buffer> {
  return path === '-' ? bytesOf(stdin, path) : readFileBytes(path, atOnce);
}

/** The same of what is a file whatever it is called. */
export async function* readFileBytes(path: string, atOnce = READ_SIZE): AsyncGenerator<Buffer> {
  const own = provided.get(path);
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
  const reason = isMissing ? 'there is no such file' : fileErrorReason(error, 'read error');
  return fileFailure('invalidInput', 'read', path, error, reason);
}

/**
 * Returns all of a small text file. @throws Failure `invalidInput` when it is larger than allowed or not
 * UTF-8.
 */
export async function readText(
  path: string,
  stdin: Streams['stdin'],
  largest = 1024 * 1024,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBytes(path, stdin)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest)
      throw new Failure('invalidInput', `${inputName(path)} is larger than ${largest / 1024 / 1024} MiB`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Failure('invalidInput', `${inputName(path)} is not UTF-8`);
  }
}
