import { chosenFolders } from './folders.mjs';

const files = (process.env['ORGCTL_MUTATE_FILES'] ?? '').split(',').filter((file) => file !== '');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: files.length > 0 ? files : chosenFolders().map(({ source }) => `${source}/**/*.ts`),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutate/vitest.config.mts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Words of messages are compared where they are printed.
  mutator: { excludedMutations: ['StringLiteral'] },
  // What is made once when a file is loaded would need a process of its own for each mutant.
  ignoreStatic: true,
  // It would be rewritten with the API of TypeScript 5, which TypeScript 7 does not have.
  tsconfigFile: 'tsconfig.none.json',
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  tempDirName: '.stryker',
  ignorePatterns: ['biome.json', 'dist', 'executable', 'reports', 'completions'],
  thresholds: { high: 95, low: 85, break: null },
};
