import { chooseEvenly } from './choose-evenly.mjs';

const only = process.env['ORGCTL_MUTATE_IDS'];
const sample = Number(process.env['ORGCTL_MUTATE_SAMPLE'] ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env['ORGCTL_MUTATE_SEED'] ?? 1);

/** The reason that stands in the report of each mutant that was not tried. */
export const NOT_CHOSEN = 'not chosen';

function chosenOf(ids) {
  if (only === undefined) return new Set(chooseEvenly(ids, sample, seed));
  return new Set(only.split(','));
}

/**
 * Lets through the mutants that were asked for. All of them are one group: a sample needs to see them
 * together.
 */
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
