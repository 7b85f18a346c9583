import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { parsedJson } from '../json/parsed-json.ts';
import { PRIVATE_FILE, writeWhole } from './atomic-file.ts';
import { ownProcessSpace, whereIs } from './process-space.ts';
import { isRunning, readOrEmpty, startTicksOf } from './running-process.ts';
import { storageFailure } from './storage-failure.ts';
import { watchedFile } from './watched-file.ts';

/** Who holds a lock, as its file says. */
export interface LockHolder {
  readonly pid: number;
  /** What tells this process from a later one with the same pid; empty where the system does not say. */
  readonly started: string;
  readonly boot: string;
  /** The PID namespace and the container of it; absent or empty where they are not known. */
  readonly namespace?: string;
  readonly container?: string;
  readonly host: string;
  /** RFC 3339. */
  readonly since: string;
  /** What the holder is doing, for the message to somebody who has to wait. */
  readonly purpose: string;
  readonly nonce: string;
}

export interface FileLock {
  release(): void;
  /** Whether nobody has taken it over since. */
  isHeld(): boolean;
  /** Who has it now; undefined when nobody does. */
  holder(): LockHolder | undefined;
  /** Whether the folder that it was in is gone. */
  isFolderGone(): boolean;
}

export interface LockOptions {
  /** Held for a moment, again and again: it is not made to survive a power cut whole, which takes time. */
  readonly isBrief?: boolean;
  /** Takes it from a holder on another machine, which a person says is gone: nothing on this one can tell. */
  readonly takeOver?: boolean;
}

/**
 * Takes the lock if it is free or its holder is certainly gone. A lock never expires by time: a holder that
 * sleeps still holds it.
 * @returns the lock, or who holds it.
 * @throws Failure `storage` when the lock file cannot be written.
 */
export function tryFileLock(path: string, purpose: string, options: LockOptions = {}): FileLock | LockHolder {
  for (;;) {
    const nonce = randomUUID();
    const self = JSON.stringify(describeSelf(purpose, nonce));
    if (createWith(path, { self, nonce }, options)) {
      const own = watchedFile(path, Buffer.from(self));
      return {
        release: () => removeOwn(path, nonce),
        isHeld: () => own.isAsWritten() || readHolder(path)?.nonce === nonce,
        holder: () => readHolder(path),
        isFolderGone: () => !existsSync(dirname(path)),
      };
    }
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (!mayBeTaken(holder, options)) return holder;
    const other = removeStale(path, holder);
    if (other !== undefined) return other;
  }
}

/**
 * Returns the holder of a lock that cannot be taken; undefined when it is free or may be taken from a holder
 * that is gone.
 */
export function holderOf(path: string, options: Pick<LockOptions, 'takeOver'> = {}): LockHolder | undefined {
  const holder = readHolder(path);
  return holder === undefined || mayBeTaken(holder, options) ? undefined : holder;
}

/** Somebody may have removed the file by hand, and somebody else taken the lock since. */
function removeOwn(path: string, nonce: string): void {
  if (readHolder(path)?.nonce === nonce) rmSync(path, { force: true });
}

/** Takes the lock, waiting up to `milliseconds` for it; after that returns its holder. */
export async function waitForFileLock(
  path: string,
  purpose: string,
  milliseconds: number,
  options: LockOptions = {},
): Promise<FileLock | LockHolder> {
  const end = performance.now() + milliseconds;
  for (let pause = 1; ; pause = Math.min(pause * 2, 25)) {
    const result = tryFileLock(path, purpose, options);
    if ('release' in result || performance.now() >= end) return result;
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

/**
 * Removes the file of a holder that is gone. Only one process at a time may do so, and it looks again before
 * it does: without that, a second one could remove the lock that a third has taken in between. The right to
 * do so is itself a lock, named after the holder that is gone, which may be taken over in the same way.
 * @returns who else is doing so, if anybody.
 */
function removeStale(path: string, seen: LockHolder): LockHolder | undefined {
  const guard = tryFileLock(`${path}.${seen.nonce}`, 'taking over');
  if (!('release' in guard)) return guard;
  try {
    if (readHolder(path)?.nonce === seen.nonce) rmSync(path, { force: true });
    return undefined;
  } finally {
    guard.release();
  }
}

/** Creates the file with its content in one step; false when it exists. */
function createWith(
  path: string,
  { self, nonce }: { readonly self: string; readonly nonce: string },
  { isBrief = false }: LockOptions,
): boolean {
  const temporary = `${path}.${nonce}`;
  try {
    const file = openSync(temporary, 'wx', PRIVATE_FILE);
    try {
      writeWhole(file, Buffer.from(self));
      // Of an empty lock, as a power cut may leave it, nobody could say that its holder is gone.
      if (!isBrief) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw storageFailure('lock', path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function readHolder(path: string): LockHolder | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const holder = parsedJson(text);
  if (isHolder(holder)) return holder;
  throw new Failure('storage', `the lock ${path} was not written by orgctl`, {
    hint: `remove it if nothing is running`,
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw storageFailure('read the lock', path, error);
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
    return false;
  const texts: Partial<Record<string, unknown>> = { ...value };
  return ['started', 'boot', 'host', 'since', 'purpose', 'nonce'].every(
    (name) => typeof texts[name] === 'string',
  );
}

function describeSelf(purpose: string, nonce: string): LockHolder {
  return {
    pid: process.pid,
    started: startOf(process.pid),
    boot: bootId(),
    ...ownProcessSpace(),
    host: hostname(),
    since: new Date().toISOString(),
    purpose,
    nonce,
  };
}

/** Where a process is, as its lock says. */
export type HolderPlace = Pick<LockHolder, 'host' | 'namespace' | 'container'>;

/**
 * Whether a holder is on another machine, or in another container, so that nobody here can see whether its
 * process is there.
 */
export function isElsewhere(holder: HolderPlace): boolean {
  return holder.host !== hostname() || whereIs(holder) === 'elsewhere';
}

/** Whether the process of a holder is certainly gone, or a person says so of one that nobody here can see. */
function mayBeTaken(holder: LockHolder, { takeOver = false }: Pick<LockOptions, 'takeOver'>): boolean {
  if (isElsewhere(holder)) return takeOver;
  if (whereIs(holder) === 'ended') return true;
  if (holder.boot !== bootId()) return true;
  return !isRunning(holder.pid) || startOf(holder.pid) !== holder.started;
}

let knownBootId: string | undefined;
function bootId(): string {
  knownBootId ??= readOrEmpty('/proc/sys/kernel/random/boot_id').trim();
  return knownBootId;
}

let ownStart: string | undefined;
/** Clock ticks between boot and the start of the process. */
function startOf(pid: number): string {
  if (pid === process.pid && ownStart !== undefined) return ownStart;
  const start = startTicksOf(pid);
  if (pid === process.pid) ownStart = start;
  return start;
}
