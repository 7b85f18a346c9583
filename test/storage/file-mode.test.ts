import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeFileAtomic } from '../../src/storage/atomic-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each([0o000, 0o022, 0o077])('makes a replaced file readable only by its owner, with umask %o', (umask) => {
  const before = process.umask(umask);
  onTestFinished(() => void process.umask(before));
  const path = join(temporaryFolder(), 'plan.json');
  writeFileAtomic(path, 'new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe('new');
});
