import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfTest } from './end-of-test.ts';

/** Creates an empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orgctl-test-'));
  atEndOfTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
