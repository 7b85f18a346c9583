import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { isRunning } from './running-process.ts';

/** Name of a temporary file, which remains if its process is killed. */
export const TEMPORARY_FILE = /\.([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-([0-9a-f]{4})([0-9a-f]{8})\.tmp$/;

/** Mark of this process. Another process has another mark, even if it has the same ID. */
const OWN = randomUUID().slice(0, 8);

function ownHost(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 4);
}

/** Bytes that a temporary name adds, and those of a name that a file system accepts. */
const ADDED = 41;
const MAX_NAME_LENGTH = 255;

/**
 * Returns an unused name for a file to be renamed to `path`. It identifies the writing process. A name that
 * would become too long is shortened.
 */
export function temporaryName(path: string): string {
  const pid = process.pid.toString(16).padStart(8, '0').slice(-8);
  const unique = `${OWN}-${randomUUID().slice(9, 23)}-${ownHost()}${pid}`;
  const start = startOf(path);
  return `${start === basename(path) ? path : join(dirname(path), start)}.${unique}.tmp`;
}

/** Returns as much of a file's name as a temporary name has room for, without half a character. */
function startOf(path: string): string {
  const name = basename(path);
  const bytes = Buffer.from(name);
  if (bytes.length <= MAX_NAME_LENGTH - ADDED) return name;
  // The decoder keeps an incomplete character at the end to itself.
  return new StringDecoder('utf8').write(bytes.subarray(0, MAX_NAME_LENGTH - ADDED));
}

/** Removes temporary files of `path` left by killed processes of this machine, not those of running ones. */
export function removeTemporaries(path: string): void {
  const folder = dirname(path);
  const start = `${startOf(path)}.`;
  for (const name of namesIn(folder))
    if (name.startsWith(start) && isLeft(name.slice(start.length - 1)))
      rmSync(join(folder, name), { force: true });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that cannot be listed is reported when a file is written to it.
    return [];
  }
}

function isLeft(end: string): boolean {
  const [whole, token, host, pid = ''] = TEMPORARY_FILE.exec(end) ?? [];
  if (whole !== end || token === OWN || host !== ownHost()) return false;
  const id = Number.parseInt(pid, 16);
  return id === process.pid || !isRunning(id);
}
