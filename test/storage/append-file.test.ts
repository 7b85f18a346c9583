import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openAppendFile } from '../../src/storage/append-file.ts';
import { secretsOfTest } from '../support/secrets-of-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles, patchFs } from '../support/watched-files.ts';

it('appends and truncates', async () => {
  const path = join(temporaryFolder(), 'journal.ndjson');
  const file = openAppendFile(path, { mustBeNew: true });
  file.append('one\n');
  file.append('zwö\n');
  await file.sync();
  expect(file.size()).toBe(9);
  file.truncate(4);
  file.append('two\n');
  await file.sync();
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('appends after existing content and after that of another writer', () => {
  const path = join(temporaryFolder(), 'state');
  writeFileSync(path, 'a');
  const [one, other] = [openAppendFile(path), openAppendFile(path)];
  one.append('b');
  other.append('c');
  one.append('d');
  for (const file of [one, other]) file.close();
  expect(readFileSync(path, 'utf8')).toBe('abcd');
});

it('stores any appended text unchanged', () => {
  const path = join(temporaryFolder(), 'state');
  const file = openAppendFile(path);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 5000 }), (text) => {
      const before = file.size();
      file.append(text);
      expect(readFileSync(path).subarray(before).toString()).toBe(text);
    }),
  );
  file.close();
});

it.each([
  ['it exists but must be new', 'taken', { mustBeNew: true }, 'it already exists'],
  ['it is a symbolic link', 'link', {}, 'it is a symbolic link'],
  ['its folder is missing', 'missing/x', {}, 'no such file or folder'],
])('fails to open a file if %s', (_, name, options, why) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'taken'), '');
  symlinkSync(join(folder, 'taken'), join(folder, 'link'));
  expect(() => openAppendFile(join(folder, name), options)).toThrowError(
    expect.objectContaining({ kind: 'storage', message: `cannot open ${join(folder, name)}: ${why}` }),
  );
});

it('reports a full disk (exit 12)', () => {
  const file = openAppendFile('/dev/full');
  expect(() => file.append('x')).toThrowError(
    expect.objectContaining({
      kind: 'storage',
      message: 'cannot write /dev/full: no space left on the device',
    }),
  );
  file.close();
});

it.each([0, 1, 7])('leaves the file unchanged if the disk accepts only %i bytes of a line', (bytes) => {
  const path = join(temporaryFolder(), 'state');
  const file = openAppendFile(path);
  file.append('one\n');
  let writes = 0;
  patchFs('writeSync', (bare) => (to: number, content: Uint8Array, from: number) => {
    writes += 1;
    if (writes === 2 || bytes === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    return bare(to, content.subarray(from, from + bytes));
  });
  expect(() => file.append('a longer line\n')).toThrowError(expect.objectContaining({ kind: 'storage' }));
  expect(readFileSync(path, 'utf8')).toBe('one\n');
  file.close();
});

it('fails if the appended data cannot be synced to the disk', async () => {
  const path = join(temporaryFolder(), 'state');
  const file = openAppendFile(path);
  file.append('one\n');
  await file.sync();
  const broken = Object.assign(new Error('broken'), { code: 'EIO' });
  patchFs('fdatasync', () => (_: number, done: (error: Error) => void) => done(broken));
  const failure = { kind: 'storage', message: `cannot write ${path}: the device reported an error` };
  await expect(file.sync()).rejects.toMatchObject({ ...failure, cause: broken });
  file.close();
});

it('names the system error code if it has no message of its own', async () => {
  const path = join(temporaryFolder(), 'state');
  const file = openAppendFile(path);
  for (const [fault, reason] of [
    [{ code: 'ENOLCK' }, 'ENOLCK'],
    [{}, 'unknown reason'],
  ] as const) {
    patchFs(
      'fdatasync',
      () => (_: number, done: (error: Error) => void) => done(Object.assign(new Error('broken'), fault)),
    );
    await expect(file.sync()).rejects.toMatchObject({ message: `cannot write ${path}: ${reason}` });
  }
  file.close();
});

it('hides secrets unless asked to keep them', () => {
  const secret = secretsOfTest();
  secret.add('CANARY-9fK2mWq7Lz4s');
  const folder = temporaryFolder();
  for (const [name, options] of [
    ['hidden', {}],
    ['kept', { secrets: 'keep' }],
  ] as const) {
    const file = openAppendFile(join(folder, name), options);
    file.append('CANARY-9fK2mWq7Lz4s');
    file.close();
  }
  expect(readFileSync(join(folder, 'hidden'), 'utf8')).toBe('«redacted»');
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('CANARY-9fK2mWq7Lz4s');
});

it.runIf(existsSync('/proc/self/fd'))('closes the file descriptor', () => {
  const path = join(temporaryFolder(), 'state');
  const file = openAppendFile(path);
  expect(openFiles()).toContain(path);
  file.close();
  expect(openFiles()).not.toContain(path);
});
