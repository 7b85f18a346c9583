import { existsSync, statSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { expectedFileError } from '../../failure/file-error.ts';
import { isDevice } from '../../storage/atomic-file.ts';
import { storageFailure } from '../../storage/storage-failure.ts';

/**
 * Checks that a file may be written, before anything else is done. Devices such as /dev/null may always be
 * written.
 * @param how hint if the file exists
 * @throws Failure `usage` if the file exists and may not be replaced, or is named -; `storage` if no file can
 * exist at this path, or a folder does
 */
export function refuseExisting(
  file: string | undefined,
  mayReplace: boolean | undefined,
  how = 'choose another name or add --force',
): void {
  refuseNoName(file, 'name a file; for stdout: /dev/stdout');
  // `isDevice` throws if no file can exist at this path, so it is called before anything is read.
  if (file === undefined || isDevice(file) || !existsSync(file)) return;
  if (statSync(file).isDirectory()) throw storageFailure('write', file, expectedFileError('EISDIR'));
  if (mayReplace === true) return;
  throw new Failure('usage', `${file} exists`, { hint: how });
}

/**
 * Refuses the name -, which means stdout or stdin elsewhere, for a file to write, and an empty one, as of a
 * variable of a shell that is not set.
 * @throws Failure `usage`
 */
export function refuseNoName(file: string | undefined, hint: string): void {
  if (file === '') throw new Failure('usage', 'the name of an output file is empty', { hint });
  if (file === '-') throw new Failure('usage', 'an output file cannot be named -', { hint });
}
