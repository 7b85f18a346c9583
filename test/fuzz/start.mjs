// Fuzzes one entry point of the program, or all: npm run fuzz -- [TARGET] [--minutes 5] [--inputs 10000]
// [--seed 1]

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, inputs: { type: 'string' }, seed: { type: 'string' } },
});
const [target] = positionals;
const env = {
  ...process.env,
  ...(values.inputs === undefined
    ? { ORGCTL_FUZZ_MINUTES: values.minutes ?? '5' }
    : { ORGCTL_FUZZ_INPUTS: values.inputs }),
  ORGCTL_FUZZ_SEED: values.seed ?? String(Date.now() % 1_000_000),
};
const words = [
  'run',
  '--project',
  'unit',
  'test/fuzz',
  ...(target === undefined ? [] : ['-t', `^${target} ends`]),
];
process.exitCode = spawnSync('node_modules/.bin/vitest', words, { stdio: 'inherit', env }).status ?? 1;
