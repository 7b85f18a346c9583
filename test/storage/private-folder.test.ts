import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivateFolder, syncFolder } from '../../src/storage/private-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles, patchFs, recordFlushes } from '../support/watched-files.ts';

const mode = (path: string) => statSync(path).mode & 0o777;

it('creates a folder and its parents accessible only by their owner', () => {
  const folder = temporaryFolder();
  makePrivateFolder(join(folder, 'a', 'b'));
  expect([mode(join(folder, 'a')), mode(join(folder, 'a', 'b'))]).toEqual([0o700, 0o700]);
  makePrivateFolder(join(folder, 'a', 'b'));
  writeFileSync(join(folder, 'file'), '');
  chmodSync(join(folder, 'file'), 0o600);
  expect(() => makePrivateFolder(join(folder, 'file', 'x'))).toThrowError(
    expect.objectContaining({ kind: 'storage' }),
  );
});

it('fails at once if the file system accepts no folder', () => {
  expect(() => makePrivateFolder('/proc/nope/runs')).toThrowError(
    expect.objectContaining({ kind: 'storage' }),
  );
});

describe.runIf(existsSync('/proc/self/fd'))('flushes needed to survive a power cut', () => {
  it('sync only the folders in which a new folder was created', () => {
    const folder = temporaryFolder();
    const flushed = recordFlushes();
    makePrivateFolder(join(folder, 'a', 'b', 'c'));
    expect(flushed).toEqual([folder, join(folder, 'a'), join(folder, 'a', 'b')]);
    flushed.splice(0);
    makePrivateFolder(join(folder, 'a', 'b', 'c'));
    expect(flushed).toEqual([]);
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });

  it('leave no folder open if the disk fails', () => {
    const folder = temporaryFolder();
    patchFs('fsyncSync', () => () => {
      throw Object.assign(new Error('broken'), { code: 'EIO' });
    });
    expect(() => syncFolder(folder)).toThrowError('broken');
    expect(openFiles()).not.toContain(folder);
  });
});
