import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAtomicFile, writeFileAtomic } from '../../src/storage/atomic-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('device as the output file', () => {
  it('is written to and stays a device', () => {
    writeFileAtomic('/dev/null', 'x');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('fails if it is full and stays a device', () => {
    expect(() => writeFileAtomic('/dev/full', 'x')).toThrowError(
      expect.objectContaining({ kind: 'storage' }),
    );
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it('is unchanged if the file is abandoned', () => {
    createAtomicFile('/dev/null').abandon();
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('receives every piece if it is a named pipe, which stays a pipe', () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const file = createAtomicFile(pipe);
    file.write('one ');
    file.write('two');
    file.commit();
    expect(readFileSync(reader, 'utf8')).toBe('one two');
    closeSync(reader);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});

describe('regular file below /dev', () => {
  it('is replaced like any other file in the folder /dev/shm', () => {
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'orgctl-test-'));
    try {
      const path = join(folder, 'plan.json');
      writeFileAtomic(path, 'the old one, which is longer');
      writeFileAtomic(path, 'the new one');
      expect(readFileSync(path, 'utf8')).toBe('the new one');
      expect(readdirSync(folder)).toEqual(['plan.json']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(['/dev/fd/', '/proc/self/fd/'])(
    'is written in place if it is named as an open file: %s',
    (files) => {
      const path = join(temporaryFolder(), 'log.txt');
      writeFileSync(path, '');
      const open = openSync(path, 'a');
      writeSync(open, 'before, ');
      writeFileAtomic(`${files}${open}`, 'this, ');
      writeSync(open, 'after');
      closeSync(open);
      expect(readFileSync(path, 'utf8')).toBe('before, this, after');
    },
  );
});
