import { defined } from '../values/defined.ts';
import { Failure, systemErrorCode } from './failure.ts';

/** Reasons for system errors of files, with hints if available. */
const WORDS: Readonly<Record<string, readonly [reason: string, hint?: string]>> = {
  EACCES: ['permission denied', 'change its permissions, or choose another path'],
  EPERM: ['not permitted', 'change its permissions, or choose another path'],
  ENOENT: ['no such file or folder'],
  ENOTDIR: ['a part of the path is not a folder', 'use a path whose parents are folders'],
  EISDIR: ['it is a folder', 'name a file'],
  ENAMETOOLONG: ['the name is too long', 'choose a shorter name'],
  EEXIST: ['it already exists'],
  ENOTEMPTY: ['the folder is not empty'],
  ENOSPC: ['no space left on the device'],
  EDQUOT: ['the disk quota is used up'],
  EROFS: ['the file system is read-only', 'choose a writable path'],
  EFBIG: ['the file would become too large'],
  EIO: ['the device reported an error'],
  ELOOP: ['its symbolic links form a loop', 'name the file itself'],
  EMFILE: ['too many files are open', 'raise the limit with "ulimit -n", or do less at the same time'],
  ENFILE: ['too many files are open on this machine', 'try again when fewer programs are running'],
  EBUSY: ['another program is using it'],
  EXDEV: ['it is on another file system'],
};

/**
 * Returns the reason why a file could not be used. For an error without a description, returns `otherwise`,
 * or else the system error code.
 */
export function fileErrorReason(error: unknown, otherwise?: string): string {
  const code = systemErrorCode(error);
  return (code === undefined ? undefined : WORDS[code]?.[0]) ?? otherwise ?? code ?? 'unknown reason';
}

/** Returns a hint for a system error of a file. */
export function fileErrorHint(error: unknown): string | undefined {
  return WORDS[systemErrorCode(error) ?? '']?.[1];
}

/** Returns the system error that using a file would end with, to refuse it before that. */
export function expectedFileError(system: 'ENOTDIR' | 'EISDIR'): Error {
  return Object.assign(new Error(), { code: system });
}

/** Descriptions of failed operations, by system call. */
const FAILED_OPERATIONS: Readonly<Record<string, string>> = {
  mkdir: 'create the folder',
  scandir: 'list the folder',
  opendir: 'list the folder',
  unlink: 'remove',
  rm: 'remove',
  rmdir: 'remove',
  rename: 'rename',
  copyfile: 'copy',
  link: 'link',
  write: 'write',
  chmod: 'change the permissions of',
};

/**
 * Returns the Failure (exit 12) for a system error of a file that was not handled where it occurred;
 * undefined for any other error.
 */
export function unnamedFileError(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined;
  if (!Object.hasOwn(WORDS, systemErrorCode(error) ?? '')) return undefined;
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  // Errors of programs that could not be started, and of sockets, are not about files.
  if (/^(spawn|connect|listen|bind)/.test(call)) return undefined;
  return fileFailure('storage', FAILED_OPERATIONS[call] ?? 'open', error.path, error);
}

/** Returns the Failure for a file operation: what failed, why, and what to do. */
export function fileFailure(
  kind: 'storage' | 'invalidInput',
  doing: string,
  path: string,
  error: unknown,
  reason = fileErrorReason(error),
): Failure {
  const hint = fileErrorHint(error);
  return new Failure(kind, `cannot ${doing} ${path}: ${reason}`, {
    ...defined({ hint }),
    cause: error,
  });
}
