/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: (process.env['ORGCTL_MUTATE_FILES'] ?? '').split(','),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './test/mutate/only-chosen.mjs'],
  checkers: ['only-chosen'],
  vitest: { configFile: 'test/mutate/vitest.config.mts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env['ORGCTL_MUTATE_WORKERS'] ?? 2),
  // Message texts are compared in the tests that print them.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Code that runs once when a file is loaded would need a separate process for each mutant.
  ignoreStatic: true,
  // Stryker would rewrite the file with the API of TypeScript 5, which TypeScript 7 does not have.
  tsconfigFile: 'tsconfig.none.json',
  // Added to the time that loading all tests took, so that a busy machine kills no mutant.
  timeoutMS: 30_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 20,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: process.env['ORGCTL_MUTATE_REPORT'] ?? 'reports/mutation.json' },
  allowConsoleColors: false,
  tempDirName: '.stryker',
  ignorePatterns: ['biome.json', 'dist', 'executable', 'reports', 'completions'],
  thresholds: { high: 95, low: 85, break: null },
};
