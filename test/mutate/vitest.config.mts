import { defineConfig } from 'vitest/config';
import { patternOf } from './folders.mjs';

const tests = (process.env['ORGCTL_MUTATE_TESTS'] ?? '').split(',');

/**
 * The tests of one stage. They run in threads, which cannot change the umask and the working folder of the
 * process.
 */
export default defineConfig({
  define: { ORGCTL_VERSION: JSON.stringify('0.0.0-test'), ORGCTL_INSPECT_PAGE: '""' },
  test: {
    // Stryker stops a test that never ends and counts a timeout instead of a failed test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles: ['test/support/end-each-test.ts'],
    include: tests.map(patternOf),
    exclude: ['test/storage/file-mode.test.ts'],
  },
});
