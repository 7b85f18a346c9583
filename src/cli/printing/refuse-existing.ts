import { existsSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { isDevice } from '../../storage/atomic-file.ts';

/**
 * Looks whether a file may be written, before anything else is done.
 * @param how what to do about a file that is there
 * @throws Failure `usage` when there is one that nobody allowed to be replaced; a device such as /dev/null
 * replaces nothing; `storage` when there can be none
 */
export function refuseExisting(
  file: string | undefined,
  mayReplace: boolean | undefined,
  how = 'choose another name or add --force',
): void {
  // Where nothing can be written, that is said before anything is read.
  if (file === undefined || isDevice(file) || mayReplace === true || !existsSync(file)) return;
  throw new Failure('usage', `${file} exists`, { hint: how });
}
