// Mutation testing: npm run mutate -- [FOLDER…] [--sample 100] [--seed 1] [--files src/rules/filter.ts]
// [--near] [--workers 1]

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FOLDERS } from './folders.mjs';
import { chosenMutants, scoreOf, withSecondTry } from './score.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  // --near: run only the near tests, which takes a tenth of the time; mutants that they miss count as
  // survived.
  options: {
    files: { type: 'string' },
    near: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});
const unknown = positionals.find((name) => !(name in FOLDERS));
if (unknown !== undefined) {
  process.stderr.write(`there is no folder "${unknown}"; there are: ${Object.keys(FOLDERS).join(', ')}\n`);
  process.exit(2);
}

function tryMutants(folder, stage, chosen) {
  const report = `reports/mutation-${stage}.json`;
  rmSync(report, { force: true });
  const env = {
    ...process.env,
    ...chosen,
    ORGCTL_MUTATE_FILES: values.files ?? `${folder.source}/**/*.ts`,
    ORGCTL_MUTATE_TESTS: folder[stage].join(','),
    ORGCTL_MUTATE_REPORT: report,
    ORGCTL_MUTATE_WORKERS: values.workers,
  };
  spawnSync('node_modules/.bin/stryker', ['run', 'test/mutate/stryker.config.mjs'], {
    stdio: 'inherit',
    env,
  });
  if (!existsSync(report)) throw new Error(`the ${stage} tests gave no report: see above`);
  return chosenMutants(JSON.parse(readFileSync(report, 'utf8')));
}

function mutate(name) {
  const folder = FOLDERS[name];
  const sample = values.sample === undefined ? {} : { ORGCTL_MUTATE_SAMPLE: values.sample };
  const near = tryMutants(folder, 'near', { ...sample, ORGCTL_MUTATE_SEED: values.seed });
  const left = near.filter(({ end }) => end === 'survived' || end === 'no coverage');
  const ids = left.map(({ id }) => id).join(',');
  const all =
    left.length === 0 || values.near
      ? near
      : withSecondTry(near, tryMutants(folder, 'far', { ORGCTL_MUTATE_IDS: ids }));
  writeFileSync(`reports/mutation-${name}.json`, `${JSON.stringify(all, null, 1)}\n`);
  return { name, all };
}

for (const { name, all } of (positionals.length === 0 ? Object.keys(FOLDERS) : positionals).map(mutate)) {
  for (const mutant of all) {
    if (mutant.end !== 'killed')
      process.stdout.write(`${mutant.end}: ${mutant.place} ${mutant.kind} → ${mutant.replacement}\n`);
  }
  const { isEnough, words } = scoreOf(all);
  process.stdout.write(`${name}: ${words}\n`);
  if (!isEnough) process.exitCode = 1;
}
