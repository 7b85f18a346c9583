import { Failure, systemErrorCode } from '../failure/failure.ts';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it already exists',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EFBIG: 'the file would become too large',
  EIO: 'the device reported an error',
  ELOOP: 'it is a symbolic link',
};

/** Returns a Failure (exit 12) that says what could not be done with a file and why. */
export function storageFailure(doing: string, path: string, error: unknown): Failure {
  const code = systemErrorCode(error);
  const reason = (code === undefined ? undefined : WORDS[code]) ?? code ?? 'unknown reason';
  return new Failure('storage', `cannot ${doing} ${path}: ${reason}`, { cause: error });
}
