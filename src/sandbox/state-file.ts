import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../failure/failure.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { describeMisfit } from '../json/shapes.ts';
import { type AppendFile, openAppendFile } from '../storage/append-file.ts';
import { writeFileAtomic } from '../storage/atomic-file.ts';
import { type FileLock, waitForFileLock } from '../storage/file-lock.ts';
import { makePrivateFolder } from '../storage/private-folder.ts';
import { readFrom } from '../storage/read-from.ts';
import { storageFailure } from '../storage/storage-failure.ts';
import { readOrganizationChange } from './change-shapes.ts';
import type { Organization } from './organization.ts';
import type { OrganizationChange } from './organization-data.ts';

/** First line of the file. */
const FORMAT = { format: 'orgctl-sandbox', version: 1 } as const;
const LINES_OF_FORMAT = 1;

/** Number of superseded lines after which the file is rewritten. */
const STALE_LINES_ALLOWED = 20_000;

const LOCK_WAIT = 10_000;

/**
 * Stores an organization in a file with one line per change; the last line about a resource counts. Several
 * processes may share a file: each reads the changes of the others before it acts. An incomplete last line is
 * removed.
 */
export class StateFile {
  private readonly path: string;
  private readonly organization: Organization;
  /** Stays open, so that the inode number is not reused by the file that replaces it. */
  private file: AppendFile | undefined;
  private inode = 0;
  /** Bytes and lines of the file that have been applied to the organization. */
  private readUpTo = 0;
  private lines = 0;
  private pending: string[] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor(path: string, organization: Organization) {
    this.path = path;
    this.organization = organization;
  }

  /** Called with each change that a call makes. */
  readonly keep = (change: OrganizationChange): void => {
    this.pending.push(JSON.stringify(change));
  };

  /** Creates the file with these changes if it does not exist or is empty. */
  async create(changes: Iterable<OrganizationChange>): Promise<void> {
    makePrivateFolder(dirname(this.path));
    const isStored = () => (statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) > 0;
    if (isStored()) return;
    await this.locked(() => {
      if (!isStored()) writeState(this.path, changes);
    });
  }

  /** Runs a call on the latest state; its changes are in the file before this resolves. */
  async commit<T>(call: () => T): Promise<T> {
    return this.locked(() => {
      this.catchUp();
      if (this.lines > this.things + STALE_LINES_ALLOWED) this.compact();
      this.pending = [];
      try {
        const result = call();
        if (this.pending.length > 0) this.write();
        return result;
      } catch (error) {
        // The memory must not be ahead of the file. After closing, the next call reads the file from the
        // start.
        if (this.pending.length > 0) this.close();
        throw error;
      }
    });
  }

  close(): void {
    this.file?.close();
    this.file = undefined;
  }

  private get things(): number {
    const { userCount, groupCount, records } = this.organization;
    return userCount + groupCount + this.organization.deletedGroups().size + records.count;
  }

  /** Runs a function while no other call of this process runs, and under a lock against other processes. */
  private locked<T>(run: () => T): Promise<T> {
    const mine = this.last.then(async () => {
      const lock = await lockState(this.path);
      try {
        return run();
      } finally {
        lock.release();
      }
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private write(): void {
    const text = `${this.pending.join('\n')}\n`;
    this.file?.append(text);
    this.readUpTo += Buffer.byteLength(text);
    this.lines += this.pending.length;
  }

  /** Applies what other processes have written; the whole file if one of them has replaced it. */
  private catchUp(): void {
    const { ino, size } = this.stat();
    if (this.file === undefined || ino !== this.inode || size < this.readUpTo) this.startOver(ino);
    else if (size === this.readUpTo) return;
    const text = readFrom(this.path, this.readUpTo);
    const end = text.lastIndexOf(0x0a) + 1;
    const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    if (this.readUpTo === 0) checkFormat(lines.shift(), this.path);
    const first = this.lines + LINES_OF_FORMAT + 1;
    // Parse all lines before applying any: nothing of a damaged file counts.
    const changes = lines.map((line, index) => parseLine(line, this.path, first + index));
    for (const change of changes) this.organization.apply(change);
    this.readUpTo += end;
    this.lines += lines.length;
    if (end < text.length) this.file?.truncate(this.readUpTo);
  }

  private startOver(inode: number): void {
    this.close();
    this.organization.clear();
    this.inode = inode;
    this.readUpTo = 0;
    this.lines = 0;
    this.file = openAppendFile(this.path, { secrets: 'keep' });
  }

  private compact(): void {
    writeState(this.path, wholeState(this.organization));
    this.catchUp();
  }

  private stat(): Stats {
    try {
      return statSync(this.path);
    } catch (error) {
      throw storageFailure('read', this.path, error);
    }
  }
}

/** Yields the whole organization as changes that can be applied in this order. */
function* wholeState(organization: Organization): Generator<OrganizationChange> {
  yield { settings: organization.settings };
  for (const user of organization.users()) yield { user };
  for (const group of organization.groups()) yield { group };
  for (const deletedGroup of organization.deletedGroups()) yield { deletedGroup };
  for (const record of organization.records.all()) yield { record };
}

/** Replaces the file with these changes. */
function writeState(path: string, changes: Iterable<OrganizationChange>): void {
  const lines = [FORMAT, ...changes].map((line) => JSON.stringify(line));
  writeFileAtomic(path, `${lines.join('\n')}\n`, { secrets: 'keep' });
}

/** "sandbox reset" replaces the built-in sandbox, whichever file was named. */
const ELSEWHERE_OR_ANEW = 'name another file, or start the built-in sandbox over: orgctl sandbox reset';

/** @throws Failure `storage` if the file has another format; nothing has been cut from it by then */
function checkFormat(line: string | undefined, path: string): void {
  if (line === JSON.stringify(FORMAT)) return;
  throw new Failure('storage', `${path} is not a sandbox of this version`, {
    hint: ELSEWHERE_OR_ANEW,
  });
}

/** @throws Failure `storage` with the line number, from 1, but without the line, which may contain tokens */
function parseLine(line: string, path: string, number: number): OrganizationChange {
  const json = readBoundedJson(line);
  const read = 'value' in json ? readOrganizationChange(json.value) : undefined;
  if (read !== undefined && 'value' in read) return read.value;
  const why = read === undefined ? '' : `: ${describeMisfit(read.misfit)}`;
  throw new Failure('storage', `${path} is damaged in line ${number}${why}`, {
    hint: ELSEWHERE_OR_ANEW,
  });
}

/** Replaces the content of a state file under its lock. */
export async function resetState(path: string, changes: Iterable<OrganizationChange>): Promise<void> {
  makePrivateFolder(dirname(path));
  const lock = await lockState(path);
  try {
    writeState(path, changes);
  } finally {
    lock.release();
  }
}

/** @throws Failure `storage` if another process holds the file for too long */
async function lockState(path: string): Promise<FileLock> {
  const lock = await waitForFileLock(`${path}.lock`, 'changing the sandbox', LOCK_WAIT, {
    isBrief: true,
  });
  if ('release' in lock) return lock;
  throw new Failure('storage', `the sandbox ${path} is in use by process ${lock.pid}`, { hint: 'try again' });
}
