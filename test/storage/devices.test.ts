import { execFileSync } from 'node:child_process';
import { closeSync, constants, lstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAtomicFile, writeFileAtomic } from '../../src/storage/atomic-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a device as the file to write', () => {
  it('is written to and stays a device', () => {
    writeFileAtomic('/dev/null', 'x');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('says that it is full, and stays a device', () => {
    expect(() => writeFileAtomic('/dev/full', 'x')).toThrowError(
      expect.objectContaining({ kind: 'storage' }),
    );
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });

  it('is left as it was when the file is abandoned', () => {
    createAtomicFile('/dev/null').abandon();
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('gets every piece when it is a named pipe, which stays one', () => {
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
