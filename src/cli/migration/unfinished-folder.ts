import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { makePrivateFolder, writeFileAtomic } from '../../storage/atomic-file.ts';
import { TEMPORARY_FILE } from '../../storage/temporary-file.ts';

/** Stands in a folder until everything in it is written. */
const MARK = '.orgctl-unfinished';

/** A folder that is being filled. */
export interface OpenFolder {
  /** @param isComplete whether everything is written; else the same command may begin again */
  close(isComplete: boolean): void;
}

/**
 * Makes a folder for results, or takes one whose writing was interrupted: what was being written then is
 * removed, and what was written is written again.
 * @throws Failure `usage` when the folder has something else in it
 */
export function openFolder(folder: string): OpenFolder {
  refuseFull(folder);
  makePrivateFolder(folder);
  const mark = join(folder, MARK);
  writeFileAtomic(mark, '');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (TEMPORARY_FILE.test(name)) rmSync(join(folder, name), { force: true });
  return {
    close(isComplete) {
      if (isComplete || readdirSync(folder).length === 1) rmSync(mark, { force: true });
    },
  };
}

/**
 * @throws Failure `usage` when the folder has something in it that no interrupted command left; `storage`
 * when it is no folder
 */
export function refuseFull(folder: string): void {
  if (existsSync(join(folder, MARK)) || !existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new Failure('storage', `cannot write into ${folder}: it is a file, not a folder`, {
      hint: 'name a folder that is new or empty',
    });
  if (readdirSync(folder).length === 0) return;
  throw new Failure('usage', `${folder} has something in it already`, {
    hint: 'name a folder that is new or empty',
  });
}
