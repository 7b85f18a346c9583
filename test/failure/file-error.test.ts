import { describe, expect, it } from 'vitest';
import { unnamedFileError } from '../../src/failure/file-error.ts';

function systemError(code: string, syscall: string, more: object = { path: 'a/b' }): Error {
  return Object.assign(new Error(`${code}: whatever, ${syscall} 'a/b'`), { code, syscall, ...more });
}

describe('unnamedFileError', () => {
  it.each([
    ['ENOTDIR', 'scandir', 'cannot list the folder a/b: a part of the path is not a folder'],
    ['EISDIR', 'open', 'cannot open a/b: it is a folder'],
    ['ENAMETOOLONG', 'stat', 'cannot open a/b: the name is too long'],
    ['EACCES', 'mkdir', 'cannot create the folder a/b: permission denied'],
    ['EPERM', 'unlink', 'cannot remove a/b: not permitted'],
    ['EROFS', 'open', 'cannot open a/b: the file system is read-only'],
    ['ELOOP', 'open', 'cannot open a/b: its symbolic links form a loop'],
    ['EMFILE', 'open', 'cannot open a/b: too many files are open'],
  ])('reports %s of %s as a storage failure with a hint', (code, syscall, message) => {
    expect(unnamedFileError(systemError(code, syscall))).toMatchObject({
      kind: 'storage',
      message,
      hint: expect.stringMatching(/\w/),
    });
  });

  it('reports a missing file without a hint', () => {
    expect(unnamedFileError(systemError('ENOENT', 'open'))).toMatchObject({
      kind: 'storage',
      message: 'cannot open a/b: no such file or folder',
      hint: undefined,
    });
  });

  it.each([
    ['of a program', systemError('ENOENT', 'spawn less')],
    ['of a socket', systemError('EACCES', 'listen')],
    ['without a path', systemError('EMFILE', 'open', {})],
    ['of another kind', systemError('EWHATEVER', 'open')],
    ['that is not an Error', 'ENOENT'],
  ])('returns nothing for an error %s', (_, error) => {
    expect(unnamedFileError(error)).toBeUndefined();
  });
});
