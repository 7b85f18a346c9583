const plan = (names) => names.map((name) => `test/bulk/${name}.test.ts`);

/**
 * What is mutated by which name. Its `near` tests run first; only what they do not notice is tried with the `far` ones, which import the whole program.
 * A mutant that none of both notices counts as survived.
 */
export const FOLDERS = {
  storage: {
    source: 'src/storage',
    near: ['test/storage/append-file', 'test/storage/atomic-file', 'test/storage/file-lock'],
    far: ['test/bulk/journal', 'test/bulk/start-run', 'test/bulk/run-lock'],
  },
  rules: {
    source: 'src/rules',
    near: ['test/rules'],
    far: ['test/spec', 'test/scim', 'test/sandbox'],
  },
  http: {
    source: 'src/http',
    near: ['test/http'],
    far: ['test/cli/connection', 'test/webapi', 'test/cli/network', 'test/cli/no-token-anywhere'],
  },
  plan: {
    source: 'src/bulk/plan',
    near: plan(['plan-users', 'plan-limits', 'touched', 'forecast', 'undo-properties']),
    far: plan([
      'limits',
      'guards',
      'groups',
      'identity',
      'managed-groups',
      'manager-names',
      'saved-plans',
      'other-organization',
    ]),
  },
  run: {
    source: 'src/bulk/run',
    near: plan(['apply-plan', 'compare-user', 'journal', 'lost-answers', 'start-run', 'undo-lost-rename']),
    far: plan([
      'runs',
      'run-lock',
      'stop-conditions',
      'throttling',
      'shared-runs',
      'groups',
      'rehearse',
      'pause',
    ]),
  },
  migration: {
    source: 'src/migration',
    near: ['test/migration'],
    far: ['test/cli/migrate-'],
  },
};
