import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfTest } from './end-of-test.ts';

/** Makes an empty folder; it is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orgctl-test-'));
  atEndOfTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
