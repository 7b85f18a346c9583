import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { inspectPage } from './inspect-page.mjs';

const shared = { testTimeout: 60_000, hookTimeout: 60_000, setupFiles: ['test/support/end-each-test.ts'] };
/** Tests that start the built program as a process need the build first; unit tests do not. */
const built = { ...shared, globalSetup: ['test/support/quick-folder.ts', 'test/support/build-once.ts'] };
/** Of its own for each project: vitest takes what it uses out of the object. */
const page = JSON.stringify(inspectPage());
const define = () => ({
  ORGCTL_VERSION: JSON.stringify('0.0.0-test'),
  ORGCTL_INSPECT_PAGE: page,
});

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        define: define(),
        test: {
          ...shared,
          globalSetup: ['test/support/quick-folder.ts'],
          // Two processes run all files, so that the program is loaded twice and not 400 times.
          isolate: false,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/torture/**'],
        },
      },
      { define: define(), test: { ...built, name: 'process', include: ['test/e2e/**/*.test.ts'] } },
      { define: define(), test: { ...built, name: 'torture', include: ['test/torture/**/*.test.ts'] } },
    ],
  },
});
