import { afterEach, vi } from 'vitest';
import { endTest } from './end-of-test.ts';
import { endStorages } from './end-storages.ts';

const root = process.cwd();

// vitest evaluates this file for each test file, but shared modules only once, so a hook in a shared module
// would apply to the first test file only. Test files also share the process: clock, variables and working
// folder are restored here.
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  if (process.cwd() !== root) process.chdir(root);
  await endTest();
  endStorages();
});
