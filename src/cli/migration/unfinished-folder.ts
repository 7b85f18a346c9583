import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { makePrivateFolder } from '../../storage/private-folder.ts';
import { TEMPORARY_FILE } from '../../storage/temporary-file.ts';

/** Marker file that exists until the folder is complete. */
const MARK = '.orgctl-unfinished';

/** A folder that is being filled. */
export interface OpenFolder {
  /** @param isComplete whether everything is written; otherwise the same command can start again */
  close(isComplete: boolean): void;
}

/**
 * Creates a folder for results, or reopens one whose writing was interrupted: temporary files are removed,
 * and all results are written again.
 * @throws Failure `usage` if the folder contains anything else
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
 * @throws Failure `usage` if the folder contains files that no interrupted command left; `storage` if it is
 * not a folder
 */
export function refuseFull(folder: string): void {
  if (existsSync(join(folder, MARK)) || !existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new Failure('storage', `cannot write into ${folder}: it is a file, not a folder`, {
      hint: 'name a folder that is new or empty',
    });
  if (readdirSync(folder).length === 0) return;
  throw new Failure('usage', `${folder} is not empty`, {
    hint: 'name a folder that is new or empty',
  });
}
