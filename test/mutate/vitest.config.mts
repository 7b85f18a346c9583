import { defineConfig } from 'vitest/config';
import { chosenFolders } from './folders.mjs';

const tests: readonly string[] = chosenFolders().flatMap((folder) => folder.tests);

/** The unit tests next to what is mutated. They run in threads, where the mask and the folder of the process cannot be changed. */
export default defineConfig({
  define: { ORGCTL_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: tests.map((path) => (path.split('/').length > 2 ? `${path}*.test.ts` : `${path}/**/*.test.ts`)),
    exclude: ['test/storage/file-mode.test.ts'],
  },
});
