import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { parsedJson } from '../json/parsed-json.ts';
import { PRIVATE_FILE, writeWhole } from './atomic-file.ts';
import { locateProcess, ownProcessSpace } from './process-space.ts';
import { isRunning, readOrEmpty, startTicksOf } from './running-process.ts';
import { storageFailure } from './storage-failure.ts';
import { watchedFile } from './watched-file.ts';

/** The holder of a lock, as recorded in the lock file. */
export interface LockHolder {
  readonly pid: number;
  /** Distinguishes this process from a later one with the same pid; empty if the system cannot. */
  readonly started: string;
  readonly boot: string;
  /** PID namespace and container of the process; absent or empty if unknown. */
  readonly namespace?: string;
  readonly container?: string;
  readonly host: string;
  /** RFC 3339. */
  readonly since: string;
  /** What the holder is doing, for the message to a waiting user. */
  readonly purpose: string;
  readonly nonce: string;
}

export interface FileLock {
  release(): void;
  /** Whether this process still holds the lock, that is, no other process took it over. */
  isHeld(): boolean;
  /** The current holder; undefined if the lock is free. */
  holder(): LockHolder | undefined;
  /** Whether the folder of the lock file was removed. */
  isFolderGone(): boolean;
}

export interface LockOptions {
  /** Whether the lock is held briefly and often. Its file is then not synced to disk, which takes time. */
  readonly isBrief?: boolean;
  /** Whether to take the lock from a holder on another machine; only a user can know that it has ended. */
  readonly takeOver?: boolean;
}

/**
 * Takes the lock if it is free or its holder has certainly ended. A lock never expires by time: a suspended
 * holder still holds it.
 * @returns the lock, or its current holder.
 * @throws Failure `storage` if the lock file cannot be written.
 */
export function tryFileLock(path: string, purpose: string, options: LockOptions = {}): FileLock | LockHolder {
  for (;;) {
    const nonce = randomUUID();
    const self = JSON.stringify(describeSelf(purpose, nonce));
    if (createWith(path, { self, nonce }, options)) {
      const own = watchedFile(path, Buffer.from(self));
      return {
        release: () => removeOwnLock(path, nonce),
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

/** Returns the holder of a lock that cannot be taken; undefined if it is free or its holder has ended. */
export function holderOf(path: string, options: Pick<LockOptions, 'takeOver'> = {}): LockHolder | undefined {
  const holder = readHolder(path);
  return holder === undefined || mayBeTaken(holder, options) ? undefined : holder;
}

/** Removes the lock file if it is still ours: a user may have removed it, and another process locked. */
function removeOwnLock(path: string, nonce: string): void {
  if (readHolder(path)?.nonce === nonce) rmSync(path, { force: true });
}

/** Takes the lock, waiting up to `milliseconds` for it; if that is not enough, returns the holder. */
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
 * Removes the lock file of a holder that has ended. Only one process at a time may do so, and it reads the
 * file again first; otherwise a second process could remove the lock that a third one has just taken. The
 * right to remove is itself a lock, named after the ended holder, which can be taken over in the same way.
 * @returns the process that is already doing so, if any.
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

/** Creates the file with its content in one step. Returns false if it exists. */
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
      // A power failure could otherwise leave an empty lock, whose holder nobody could check.
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
    hint: `remove it if orgctl is not running`,
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

/** Where a process runs, as recorded in its lock file. */
export type HolderPlace = Pick<LockHolder, 'host' | 'namespace' | 'container'>;

/** Whether a holder is on another machine or in another container, where its process cannot be checked. */
export function isOnOtherMachine(holder: HolderPlace): boolean {
  return holder.host !== hostname() || locateProcess(holder) === 'elsewhere';
}

/** Whether the process of a holder has ended, for certain or, if it cannot be checked, as the user states. */
function mayBeTaken(holder: LockHolder, { takeOver = false }: Pick<LockOptions, 'takeOver'>): boolean {
  if (isOnOtherMachine(holder)) return takeOver;
  if (locateProcess(holder) === 'ended') return true;
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
