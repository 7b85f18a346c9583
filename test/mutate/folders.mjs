/** Path prefixes of tests. */
const tests = (folder, names) => names.split(' ').map((name) => `test/${folder}/${name}`);
const bulk = (names) => tests('bulk', names).map((path) => `${path}?(.slow).test.ts`);

/** Returns the pattern of the test files that a path selects: a folder, the start of a name, or a file. */
export function patternOf(path) {
  if (path.endsWith('.test.ts')) return path;
  return path.split('/').length > 2 ? `${path}*.test.ts` : `${path}/**/*.test.ts`;
}

/**
 * Mutated folders by name. The `near` tests run first; mutants that they miss are tried with the `far` tests,
 * most of which import the whole program. A mutant that neither detects counts as survived.
 */
export const FOLDERS = {
  storage: {
    source: 'src/storage',
    near: tests('storage', 'append-file atomic-file file-lock private-folder secret-policy'),
    far: bulk('journal start-run run-lock'),
  },
  rules: {
    source: 'src/rules',
    near: tests('rules', 'check- d e f group- m parse- s u values- w'),
    far: [
      ...tests('rules', 'patch-'),
      ...tests('spec', 'filter-grammar'),
      ...tests('scim', 'groups.test.ts user-bodies'),
      ...tests('sandbox', 'patch-op user-bodies user-states group-requests attribute-shapes request-bounds'),
      ...tests('sandbox', 'web-methods'),
    ],
  },
  csv: {
    source: 'src/csv',
    near: ['test/csv'],
    far: [
      ...bulk('dialects mixed-separators'),
      ...tests('cli', 'lists-of-people migrate-exchange migrate-rewrite same-columns'),
    ],
  },
  http: {
    source: 'src/http',
    near: ['test/http'],
    far: ['test/cli/connection/', 'test/webapi', ...tests('cli', 'network no-token-anywhere')],
  },
  plan: {
    source: 'src/bulk/plan',
    near: bulk(
      'absent-members checked-guards counted-changes decide-match feed-excesses forecast-rules feed-comparison likely-renames managed-memberships managed-scope matched-rows may-not-join membership-changes number-user-names order-changes people-of-plans plan-changes plan-input plan-limits plan-shapes plan-users planned-values row-memberships stale-values touched',
    ),
    far: bulk(
      'counts-of-plans undo-properties limits groups identity managed-groups manager-names saved-plans other-organization account-owner',
    ),
  },
  run: {
    source: 'src/bulk/run',
    near: bulk(
      'applied-feeds apply-plan call-slots change-queue ci-jobs compare-user create-group-once failed-changes find-runs restore-values forbidden-changes journal outages parked-calls record-shapes refused-tokens replay resumed-changes run-folders run-holders run-index send-creations send-groups send-members send-users start-run stop-rules throttle-times transfer-run undo-lost-rename written-requests',
    ),
    far: bulk(
      'feed-limits groups lost-answers max-wait closed-quotas parked-rows pause refused-access refused-swap rehearse run-lock runs shared-runs started-by stop-conditions throttling',
    ),
  },
  migration: {
    source: 'src/migration',
    near: tests('migration', 'c d i m r u compare/c compare/f compare/j compare/s compare/v move/p'),
    far: [...tests('migration', 'compare/t move/a move/m'), ...tests('cli', 'migrate- compare')],
  },
};
