import { chooseEvenly } from './choose-evenly.mjs';

const only = process.env['ORGCTL_MUTATE_IDS'];
const sample = Number(process.env['ORGCTL_MUTATE_SAMPLE'] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env['ORGCTL_MUTATE_SEED'] ?? 1);

/** Reason in the report for mutants that were not tried. */
export const NOT_CHOSEN = 'not chosen';

function chosenOf(ids) {
  if (only === undefined) return new Set(chooseEvenly(ids, sample, seed));
  return new Set(only.split(','));
}

/** Accepts only the chosen mutants. All mutants are one group because a sample is chosen from all of them. */
const checker = {
  init: async () => {},
  group: async (mutants) => [mutants.map(({ id }) => id)],
  check: async (mutants) => {
    const ids = mutants.map(({ id }) => id).sort((left, right) => left - right);
    const chosen = chosenOf(ids);
    const verdict = (id) =>
      chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: NOT_CHOSEN };
    return Object.fromEntries(ids.map((id) => [id, verdict(id)]));
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'only-chosen', factory: () => checker }];
