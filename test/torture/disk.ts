import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Recorded operations in order (`record-disk.cjs`): disk operations, output, and requests that reached the
 * service.
 */
export type DiskOperation = { readonly n: number } & (
  | {
      readonly op: 'open';
      readonly file: number;
      readonly path: string;
      readonly isNew: boolean;
      readonly isFolder: boolean;
    }
  | { readonly op: 'write'; readonly file: number; readonly at: number; readonly data: string }
  | { readonly op: 'truncate'; readonly file: number; readonly size: number }
  /** Flushes everything up to the operation `since`. */
  | { readonly op: 'sync'; readonly file: number; readonly since: number }
  | { readonly op: 'mkdir'; readonly path: string }
  | { readonly op: 'rename' | 'link'; readonly from: string; readonly to: string }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'shown'; readonly text: string }
  | { readonly op: 'request'; readonly write: string; readonly when: 'before' | 'after' }
);

/** A file with its flushed content and the edits since the flush. */
interface Inode {
  safe: Buffer;
  pending: Edit[];
}
interface Edit {
  readonly n: number;
  readonly at: number;
  /** Absent if the file is truncated here. */
  readonly data?: Buffer;
}
type Target = Inode | 'folder';
/** Changes of names in one folder that happen in one step. */
interface NameEdit {
  readonly n: number;
  readonly folder: string;
  readonly names: readonly (readonly [path: string, target: Target | undefined])[];
}

/** The state after a power cut: the content of each file, and the folders. */
export interface DiskState {
  readonly how: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: readonly string[];
}

/** Number of bytes that a disk writes atomically. */
const SECTOR = 512;

/**
 * A disk with only the guarantees of POSIX: flushed data is kept; any other write, name and sector may be
 * kept or lost, in any order. A name is kept if its folder was flushed.
 */
export class Disk {
  private readonly names = new Map<string, Target>();
  private readonly safeNames = new Map<string, Target>();
  private pendingNames: NameEdit[] = [];
  private readonly open = new Map<number, string | Inode>();

  apply(operation: DiskOperation): void {
    const { n } = operation;
    switch (operation.op) {
      case 'open': {
        if (operation.isFolder) this.open.set(operation.file, operation.path);
        else {
          if (operation.isNew) this.name(n, [[operation.path, { safe: Buffer.alloc(0), pending: [] }]]);
          const target = this.names.get(operation.path);
          if (target !== undefined && target !== 'folder') this.open.set(operation.file, target);
        }
        return;
      }
      case 'write':
        this.inode(operation.file).pending.push({
          n,
          at: operation.at,
          data: Buffer.from(operation.data, 'base64'),
        });
        return;
      case 'truncate':
        this.inode(operation.file).pending.push({ n, at: operation.size });
        return;
      case 'sync':
        this.sync(this.open.get(operation.file), operation.since);
        return;
      case 'mkdir':
        this.name(n, [[operation.path, 'folder']]);
        return;
      case 'rename':
        this.name(n, [
          [operation.from, undefined],
          [operation.to, this.names.get(operation.from)],
        ]);
        return;
      case 'link':
        this.name(n, [[operation.to, this.names.get(operation.from)]]);
        return;
      case 'remove':
        this.name(n, [[operation.path, undefined]]);
        return;
      case 'shown':
      case 'request':
        return;
    }
  }

  /** Yields every state that a power cut may leave now. */
  *states(): Generator<DiskState> {
    const all = this.pendingNames;
    const names: (readonly [string, readonly NameEdit[]])[] = [
      ['no new name', []],
      ['all names', all],
      ...all.map((edit, index) => [`all names but ${index}`, all.filter((one) => one !== edit)] as const),
    ];
    for (const [how, edits] of names) {
      yield this.state(`${how}, nothing unflushed`, edits, ({ safe }) => safe);
      yield this.state(`${how}, everything`, edits, (inode) => written(inode, inode.pending));
      yield this.state(`${how}, zeros`, edits, (inode) =>
        Buffer.from(written(inode, inode.pending)).fill(0, inode.safe.length),
      );
    }
    const dirty = [...this.names].flatMap(([path, one]) =>
      // The content of the disk reserve has no meaning.
      one === 'folder' || one.pending.length === 0 || path.endsWith('.reserve') ? [] : [one],
    );
    for (const inode of new Set(dirty)) yield* this.tornStates(inode);
  }

  /** States with one file cut at each sector and within its last write, and with each sector missing. */
  private *tornStates(torn: Inode): Generator<DiskState> {
    const whole = written(torn, torn.pending);
    const start = torn.safe.length;
    const only = (how: string, content: Buffer) =>
      this.state(how, this.pendingNames, (inode) =>
        inode === torn ? content : written(inode, inode.pending),
      );
    for (const part of [0.25, 0.5, 0.75])
      yield only(`cut at ${part}`, whole.subarray(0, start + Math.floor((whole.length - start) * part)));
    for (let at = start - (start % SECTOR); at < whole.length; at += SECTOR) {
      const hole = Buffer.from(whole);
      const from = Math.max(at, start);
      hole.fill(0, from, Math.min(at + SECTOR, whole.length));
      yield only(`without the sector at ${at}`, hole);
      if (from > start) yield only(`cut at the sector at ${at}`, whole.subarray(0, from));
      const alone = Buffer.from(whole);
      alone.fill(0, start, from);
      if (from > start) yield only(`from the sector at ${at}`, alone);
    }
  }

  private state(how: string, edits: readonly NameEdit[], content: (inode: Inode) => Buffer): DiskState {
    const names = new Map(this.safeNames);
    for (const edit of edits) put(names, edit);
    const files = new Map<string, Buffer>();
    const folders: string[] = [];
    const isReachable = (path: string): boolean =>
      !this.names.has(dirname(path)) || (names.get(dirname(path)) === 'folder' && isReachable(dirname(path)));
    for (const [path, target] of names) {
      if (!isReachable(path)) continue;
      if (target === 'folder') folders.push(path);
      else files.set(path, content(target));
    }
    return { how, files, folders: folders.sort() };
  }

  private inode(file: number): Inode {
    const target = this.open.get(file);
    if (target === undefined || typeof target === 'string') throw new Error(`${file} is not an open file`);
    return target;
  }

  private name(n: number, names: NameEdit['names']): void {
    const edit = { n, folder: dirname(names[0]?.[0] ?? ''), names };
    this.pendingNames.push(edit);
    put(this.names, edit);
  }

  private sync(target: string | Inode | undefined, since: number): void {
    if (typeof target === 'string') {
      const safe = this.pendingNames.filter(({ n, folder }) => folder === target && n <= since);
      for (const edit of safe) put(this.safeNames, edit);
      this.pendingNames = this.pendingNames.filter((edit) => !safe.includes(edit));
    } else if (target !== undefined) {
      const safe = target.pending.filter(({ n }) => n <= since);
      target.safe = written(target, safe);
      target.pending = target.pending.filter((edit) => !safe.includes(edit));
    }
  }
}

function put(names: Map<string, Target>, edit: NameEdit): void {
  for (const [path, target] of edit.names) {
    if (target === undefined) names.delete(path);
    else names.set(path, target);
  }
}

function written({ safe }: Inode, edits: readonly Edit[]): Buffer {
  let content = safe;
  for (const { at, data } of edits) {
    const front = content.subarray(0, at);
    content = data === undefined ? front : Buffer.concat([front, data]);
  }
  return content;
}

/** Writes a state to a folder that replaces the recorded one. */
export function writeState({ files, folders }: DiskState, recorded: string, home: string): void {
  for (const path of folders) mkdirSync(path.replace(recorded, home), { recursive: true });
  for (const [path, content] of files) writeFileSync(join(home, path.slice(recorded.length)), content);
}
