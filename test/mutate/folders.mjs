/** What is mutated by which name, and the tests that are nearest to it: a mutant that only a far test notices counts as survived. */
export const FOLDERS = {
  rules: { source: 'src/rules', tests: ['test/rules', 'test/spec', 'test/scim', 'test/sandbox'] },
  http: { source: 'src/http', tests: ['test/http', 'test/cli/connection', 'test/webapi'] },
  storage: { source: 'src/storage', tests: ['test/storage', 'test/bulk/journal', 'test/bulk/start-run'] },
  migration: { source: 'src/migration', tests: ['test/migration', 'test/cli/migrate-'] },
  run: { source: 'src/bulk/run', tests: ['test/bulk'] },
  plan: { source: 'src/bulk/plan', tests: ['test/bulk'] },
};

/** The names in ORGCTL_MUTATE, all of them when it has none. */
export function chosenFolders() {
  const names = (process.env['ORGCTL_MUTATE'] ?? '').split(',').filter((name) => name in FOLDERS);
  return (names.length === 0 ? Object.keys(FOLDERS) : names).map((name) => FOLDERS[name]);
}
