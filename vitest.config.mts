import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-once.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  define: { ORGCTL_VERSION: JSON.stringify('0.0.0-test') },
});
