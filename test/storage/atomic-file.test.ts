import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAtomicFile, makePrivateFolder, writeFileAtomic } from '../../src/storage/atomic-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const mode = (path: string) => statSync(path).mode & 0o777;

describe('a file that is replaced', () => {
  it('is the old one until the new one is whole', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    const file = createAtomicFile(path);
    file.write('ne');
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.write('wé');
    file.commit();
    expect(readFileSync(path, 'utf8')).toBe('newé');
    expect(readdirSync(folder)).toEqual(['out.csv']);
  });

  it('leaves nothing behind when it is abandoned', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    const file = createAtomicFile(path);
    file.write('new');
    file.abandon();
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('does not stumble over what a killed process left, and leaves it alone', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'plan.json');
    for (let number = 1; number < 50; number += 1)
      writeFileSync(`${path}.${process.pid}.${number}.tmp`, 'left');
    writeFileAtomic(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toHaveLength(50);
  });

  it('says which file and why when it cannot be written (exit 12), and the old one is intact', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'taken'));
    expect(() => writeFileAtomic(join(folder, 'taken'), 'new')).toThrowError(
      expect.objectContaining({
        kind: 'storage',
        message: expect.stringContaining(`cannot write ${folder}/taken`),
      }),
    );
    expect(() => writeFileAtomic(join(folder, 'missing', 'x'), 'new')).toThrowError(
      expect.objectContaining({
        kind: 'storage',
        message: expect.stringContaining('no such file or folder'),
      }),
    );
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it('replaces a symbolic link itself, not what it points to', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'precious'), 'precious');
    symlinkSync(join(folder, 'precious'), join(folder, 'link'));
    writeFileAtomic(join(folder, 'link'), 'new');
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
  });
});

it('a folder that is made is open to its owner alone, with its parents', () => {
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
