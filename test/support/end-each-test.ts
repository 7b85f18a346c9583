import { afterEach, vi } from 'vitest';
import { endTest } from './end-of-test.ts';
import { endStorages } from './end-storages.ts';

const root = process.cwd();

// vitest evaluates this for each file, and what the files share only once: a hook of a shared module would
// hold for the first file alone. The files also share the process: none finds the clock, the variables or the
// working folder of another one.
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  if (process.cwd() !== root) process.chdir(root);
  await endTest();
  endStorages();
});
