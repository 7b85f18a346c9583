import { existsSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { isDevice } from '../../storage/atomic-file.ts';

/**
 * Looks whether a file may be written, before anything else is done.
 * @param how what to do about a file that is there
 * @throws Failure `usage` when there is one that nobody allowed to be replaced; a device such as /dev/null replaces nothing
 */
export function refuseExisting(
  file: string | undefined,
  mayReplace: boolean | undefined,
  how = 'choose another name or add --force',
): void {
  if (file === undefined || mayReplace === true || !existsSync(file) || isDevice(file)) return;
  throw new Failure('usage', `${file} exists`, { hint: how });
}
