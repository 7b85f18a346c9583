import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inspectPage } from './inspect-page.mjs';
import { compiledSource } from './test/support/compiled-source.ts';

/**
 * - Young objects are most of what a test makes: in more room for them, a collection finds nearly all of them
 *   dead.
 * - Tests run much code a few times. Compiled plainly at its first call and optimized only if it runs ten
 *   times as long as usual, it takes a fifth less time on Node 20. Newer versions do not know
 *   --interrupt-budget, and an unknown flag ends the process.
 */
const NODE_FLAGS = [
  '--max-semi-space-size=32',
  '--always-sparkplug',
  ...(process.versions.v8.startsWith('11.') ? ['--interrupt-budget=800000'] : []),
];

/**
 * A few processes run all files of a project, so that the program is loaded a few times and not 500 times.
 */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What comes in the end: a busy machine may need more than the second that is usual.
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['test/support/end-each-test.ts'],
  isolate: false,
  execArgv: NODE_FLAGS,
};
/** Tests that start the built program as a process need the build first; unit tests do not. */
const built = { ...shared, globalSetup: ['test/support/quick-folder.ts', 'test/support/build-once.ts'] };
/**
 * Beside the quick tests of the same thing: every combination, a whole day, several machines or a browser.
 */
const SLOW = 'test/**/*.slow.test.ts';
/** Of its own for each project: vitest takes what it uses out of the object. */
const page = JSON.stringify(inspectPage());
const define = () => ({
  ORGCTL_VERSION: JSON.stringify('0.0.0-test'),
  ORGCTL_INSPECT_PAGE: page,
});

/** Small files of 10 to 30 seconds each. */
const LONG = /\/(?:probe-pairs|guides\.slow|replayed-examples\.slow|completion-shells\.slow)\.test\.ts$/;
/**
 * Starts long files first: by itself, vitest starts the largest first and the project "torture" last, so that
 * at the end one processor would wait for probe-pairs.test.ts.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
/** With a sequencer of its own, vitest ignores this flag. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    // One more than there are processors: now and then a test waits, for a process or a socket.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        define: define(),
        plugins: [compiledSource(define())],
        test: {
          ...shared,
          globalSetup: ['test/support/quick-folder.ts'],
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/torture/**', 'test/release/**', SLOW],
        },
      },
      {
        define: define(),
        plugins: [compiledSource(define())],
        test: { ...built, name: 'process', include: ['test/e2e/**/*.test.ts'], exclude: [SLOW] },
      },
      {
        define: define(),
        plugins: [compiledSource(define())],
        test: { ...built, name: 'slow', include: [SLOW] },
      },
      {
        define: define(),
        plugins: [compiledSource(define())],
        test: { ...built, name: 'torture', include: ['test/torture/**/*.test.ts'] },
      },
      {
        define: define(),
        plugins: [compiledSource(define())],
        test: { ...built, name: 'release', include: ['test/release/**/*.test.ts'] },
      },
    ],
  },
});
