// How fast "migrate rewrite" replaces the IDs of a dump, and how much memory it takes: whole processes, medians.
// ORGCTL_BENCH_MB and ORGCTL_BENCH_RUNS make it smaller.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEGABYTES = Number(process.env.ORGCTL_BENCH_MB ?? 1000);
const RUNS = Number(process.env.ORGCTL_BENCH_RUNS ?? 7);
const IDS = 400_000;
const GOAL = { rate: 100, memory: 300 };

const folder = mkdtempSync(join(tmpdir(), 'orgctl-bench-'));
const [map, dump, out, usage] = ['ids.csv', 'dump.ndjson', 'out.ndjson', 'usage.json'].map((name) =>
  join(folder, name),
);

/** Nine characters that look like those of a service, in no order. */
const id = (letter, number) =>
  letter + (Math.imul(number, 2654435761) >>> 0).toString(36).toUpperCase().padStart(8, '0');

function writeMap() {
  const lines = Array.from({ length: IDS }, (_, number) => `${id('U', number)},${id('W', number)}Z`);
  writeFileSync(map, `from,to\n${lines.join('\n')}\n`);
}

/** Messages with an author, a mention and some words: 8 IDs in a kilobyte. */
function writeDump() {
  const file = openSync(dump, 'w');
  const size = MEGABYTES * 1_000_000;
  let number = 0;
  for (let written = 0; written < size; ) {
    let piece = '';
    while (piece.length < 1_000_000) {
      number += 1;
      piece += `{"type":"message","user":"${id('U', (number * 7919) % IDS)}","ts":"${1_700_000_000 + number}.000100","text":"Good morning <@${id('U', (number * 104_729) % IDS)}>, the figures of last week are in the usual folder;\\nplease look through them before the meeting and tell us what is missing.","team":"T00000001"}\n`;
    }
    written += writeSync(file, piece);
  }
  closeSync(file);
}

writeFileSync(
  join(folder, 'usage.cjs'),
  `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())));`,
);

function measure(args) {
  const target = openSync(out, 'w');
  const source = openSync(dump, 'r');
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ORGCTL_HOME: folder, NODE_OPTIONS: `--require ${join(folder, 'usage.cjs')}` },
    stdio: [source, target, 'pipe'],
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  closeSync(target);
  closeSync(source);
  if (status !== 0) throw new Error(String(stderr));
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8'));
  return { seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 };
}

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const COPY = ['-e', 'process.stdin.pipe(process.stdout)'];
const REWRITE = ['bin/orgctl.js', 'migrate', 'rewrite', '--map', map];

writeMap();
writeDump();
const copies = [];
const rewrites = [];
for (let run = 0; run < RUNS; run += 1) {
  copies.push(measure(COPY));
  rewrites.push(measure(REWRITE));
}
console.log(
  `${MEGABYTES} MB of NDJSON, ${IDS.toLocaleString('en-US')} IDs in the map, median of ${RUNS} alternating runs, Node ${process.versions.node}`,
);
console.log('                     wall      MB/s     CPU   MB per CPU second   peak memory');
for (const [name, runs] of [
  ['cat in Node', copies],
  ['migrate rewrite', rewrites],
]) {
  const [seconds, cpu, memory] = ['seconds', 'cpu', 'memory'].map((key) =>
    median(runs.map((run) => run[key])),
  );
  console.log(
    `${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s ${(MEGABYTES / seconds).toFixed(0).padStart(8)} ${cpu.toFixed(1).padStart(6)} s ${(MEGABYTES / cpu).toFixed(0).padStart(18)} ${memory.toFixed(0).padStart(11)} MB`,
  );
}
console.log(`goal: at least ${GOAL.rate} MB/s, at most ${GOAL.memory} MB`);
rmSync(folder, { recursive: true, force: true });
