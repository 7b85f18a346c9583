// How long a start takes, as a ratio to "node -e 0": alternating runs of whole processes, medians.
// node bench/start.mjs [--runs 15]

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numbersFrom } from './numbers-from.mjs';

const { runs: RUNS } = numbersFrom({ runs: 15 });
const ROWS = [
  { name: 'orgctl --version', args: ['bin/orgctl.js', '--version'], goal: 1.15 },
  {
    name: 'completion of a word',
    args: ['bin/orgctl.js', '__complete', 'bash', 'orgctl -p sandbox scim us', ' =:@'],
    goal: 1.15,
  },
  { name: 'orgctl --help', args: ['bin/orgctl.js', '--help'], goal: 1.4 },
  {
    name: 'orgctl scim users list --help',
    args: ['bin/orgctl.js', 'scim', 'users', 'list', '--help'],
    goal: 1.4,
  },
  { name: 'orgctl profile list', args: ['bin/orgctl.js', 'profile', 'list'], goal: 1.6 },
  { name: 'orgctl explain email_taken', args: ['bin/orgctl.js', 'explain', 'email_taken'], goal: 1.6 },
];

const home = mkdtempSync(join(tmpdir(), 'orgctl-bench-'));
const env = { ...process.env, ORGCTL_HOME: home };

function milliseconds(args) {
  const start = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

console.log(`start, median of ${RUNS} alternating runs, Node ${process.versions.node}`);
console.log('command                        node -e 0   command    ratio   goal');
for (const { name, args, goal } of ROWS) {
  milliseconds(args);
  const base = [];
  const own = [];
  for (let run = 0; run < RUNS; run += 1) {
    base.push(milliseconds(['-e', '0']));
    own.push(milliseconds(args));
  }
  const ratio = median(own) / median(base);
  console.log(
    `${name.padEnd(30)} ${median(base).toFixed(1).padStart(7)} ms ${median(own).toFixed(1).padStart(7)} ms ${ratio.toFixed(2).padStart(7)} ${goal.toFixed(2).padStart(6)}`,
  );
}
rmSync(home, { recursive: true, force: true });
