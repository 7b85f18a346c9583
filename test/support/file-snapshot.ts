import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file or folder of a home that is prepared once for many tests. */
export interface KeptFile {
  readonly name: string;
  readonly mode: number;
  /** Absent for a folder. */
  readonly bytes?: Buffer;
}

/** Reads everything in a folder, parents before their children. */
export function keptFiles(folder: string): readonly KeptFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.toSorted().map((name) => {
    const path = join(folder, name);
    const status = statSync(path);
    return { name, mode: status.mode, ...(status.isFile() ? { bytes: readFileSync(path) } : {}) };
  });
}

/** Writes the files to another folder. */
export function putFiles(folder: string, files: readonly KeptFile[]): void {
  for (const { name, mode, bytes } of files) {
    if (bytes === undefined) mkdirSync(join(folder, name), { mode });
    else writeFileSync(join(folder, name), bytes, { mode });
  }
}
