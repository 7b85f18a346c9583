import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { watchedFile } from '../../src/storage/watched-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { patchFs } from '../support/watched-files.ts';

let path = '';
let now = 0;

beforeEach(() => {
  path = join(temporaryFolder(), 'lock');
  writeFileSync(path, 'mine');
  now = Date.UTC(2026, 0, 1);
});

const watched = () => watchedFile(path, Buffer.from('mine'), () => now);

/** Counts the reads from now on. */
function countingReads(): () => number {
  let reads = 0;
  patchFs('readSync', (bare) => (...given: Parameters<typeof bare>) => {
    reads += 1;
    return bare(...given);
  });
  return () => reads;
}

it('reads an unchanged file once, and again after 100 ms', () => {
  const file = watched();
  const reads = countingReads();
  expect(Array.from({ length: 100 }, () => file.isAsWritten())).not.toContain(false);
  expect(reads()).toBe(1);
  now += 100;
  expect(file.isAsWritten()).toBe(true);
  expect(reads()).toBe(2);
});

it('reads the file again if the clock was set back', () => {
  const file = watched();
  file.isAsWritten();
  const reads = countingReads();
  now -= 3_600_000;
  expect(file.isAsWritten()).toBe(true);
  expect(reads()).toBe(1);
});

it('notices at once if the file is removed, replaced or changed', () => {
  for (const change of [
    () => rmSync(path),
    () => {
      writeFileSync(`${path}.other`, 'hers');
      renameSync(`${path}.other`, path);
    },
    () => writeFileSync(path, 'mine and hers'),
  ]) {
    writeFileSync(path, 'mine');
    const file = watched();
    expect(file.isAsWritten()).toBe(true);
    change();
    expect(file.isAsWritten()).toBe(false);
  }
});

it('treats the file as unchanged if only its times changed', () => {
  const file = watched();
  file.isAsWritten();
  utimesSync(path, 1, 1);
  expect(file.isAsWritten()).toBe(true);
});

it.each([
  ['none', 1],
  ['ino', 2],
  ['dev', 2],
  ['size', 2],
  ['mtimeMs', 2],
  ['ctimeMs', 2],
] as const)('if the file attribute %s differs, reads the file %i times', (attribute, expected) => {
  const before = statSync(path);
  const file = watched();
  const reads = countingReads();
  expect(file.isAsWritten()).toBe(true);
  const other = Object.assign(
    statSync(path),
    attribute === 'none' ? {} : { [attribute]: before[attribute] + 1 },
  );
  patchFs('statSync', () => () => other);
  expect(file.isAsWritten()).toBe(true);
  expect(reads()).toBe(expected);
});

it('notices a change within 100 ms even if the attributes stay the same', () => {
  const file = watched();
  expect(file.isAsWritten()).toBe(true);
  const before = statSync(path);
  writeFileSync(path, 'hers');
  // Clients of a network file system cache attributes like this.
  patchFs('statSync', () => () => before);
  now += 100;
  expect(file.isAsWritten()).toBe(false);
});
