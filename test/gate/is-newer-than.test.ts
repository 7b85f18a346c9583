import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isNewerThan } from '../support/is-newer-than.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A built file of second 100 and a source of second 50, two folders deep. */
function builtFolder() {
  const folder = temporaryFolder();
  const at = (path: string) => join(folder, path);
  mkdirSync(at('src/cli'), { recursive: true });
  writeFileSync(at('src/cli/run.ts'), '');
  writeFileSync(at('built'), '');
  const touch = (path: string, seconds: number) => utimesSync(at(path), seconds, seconds);
  for (const path of ['src/cli/run.ts', 'src/cli', 'src']) touch(path, 50);
  touch('built', 100);
  return { at, touch, isNewer: () => isNewerThan(at('built'), [at('src')]) };
}

it('a build is newer than sources that were not changed since', () => {
  const { isNewer, touch } = builtFolder();
  expect(isNewer()).toBe(true);
  touch('src/cli/run.ts', 99);
  expect(isNewer()).toBe(true);
});

it.each<[string, (folder: ReturnType<typeof builtFolder>) => void]>([
  ['a source changed at the same time', ({ touch }) => touch('src/cli/run.ts', 100)],
  ['a source changed later', ({ touch }) => touch('src/cli/run.ts', 101)],
  ['a source was removed', ({ at }) => rmSync(at('src/cli/run.ts'))],
  ['a source was added', ({ at }) => writeFileSync(at('src/new.ts'), '')],
  ['there is no source', ({ at }) => rmSync(at('src'), { recursive: true })],
  ['there is no build', ({ at }) => rmSync(at('built'))],
])('a build is not newer if %s', (_, change) => {
  const folder = builtFolder();
  change(folder);
  expect(folder.isNewer()).toBe(false);
});
