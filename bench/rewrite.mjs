// How fast "migrate rewrite" replaces the IDs of a dump, of a folder of dumps with one thread and with one
// for each core, and how much memory it takes: whole processes, medians.
// node bench/rewrite.mjs [--runs 3] [--mb 200]: done in about a minute; of the large one, --runs 7 --mb 1000,
// in about fifteen

import { closeSync, copyFileSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { benchFolder, measuredRun, median } from './measured-run.mjs';
import { numbersFrom } from './numbers-from.mjs';

const { mb: MEGABYTES, runs: RUNS } = numbersFrom({ runs: 3, mb: 200 });
const IDS = 400_000;
/** Files of the folder. */
const FILES = 16;
const CORES = availableParallelism();
const GOAL = { rate: 100, memory: 300 };

const folder = benchFolder();
const [map, dump, out] = ['ids.csv', 'dump.ndjson', 'out.ndjson'].map((name) => join(folder, name));

/** Nine characters that look like those of a service, in no order. */
const id = (letter, number) =>
  letter + (Math.imul(number, 2654435761) >>> 0).toString(36).toUpperCase().padStart(8, '0');

function writeMap() {
  const lines = Array.from({ length: IDS }, (_, number) => `${id('U', number)},${id('W', number)}Z`);
  writeFileSync(map, `from,to\n${lines.join('\n')}\n`);
}

/** Messages with an author, a mention and some words: 8 IDs in a kilobyte. */
function writeDump(path, megabytes) {
  const file = openSync(path, 'w');
  const size = megabytes * 1_000_000;
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

async function measure(args) {
  const target = openSync(out, 'w');
  const source = openSync(dump, 'r');
  const cost = await measuredRun(folder, args, { stdio: [source, target] });
  closeSync(target);
  closeSync(source);
  return cost;
}

const COPY = ['-e', 'process.stdin.pipe(process.stdout)'];
const REWRITE = ['bin/orgctl.js', '-q', 'migrate', 'rewrite', '--map', map];

/** The same as a folder. */
function writeExport() {
  mkdirSync(join(folder, 'export'));
  writeDump(join(folder, 'export', '0.ndjson'), MEGABYTES / FILES);
  for (let file = 1; file < FILES; file += 1)
    copyFileSync(join(folder, 'export', '0.ndjson'), join(folder, 'export', `${file}.ndjson`));
}

async function measureFolder(jobs) {
  const rewritten = join(folder, 'rewritten');
  rmSync(rewritten, { recursive: true, force: true });
  return measure([...REWRITE, '--out', rewritten, '--jobs', String(jobs), join(folder, 'export')]);
}

writeMap();
writeDump(dump, MEGABYTES);
writeExport();
const copies = [];
const rewrites = [];
const [alone, together] = [[], []];
for (let run = 0; run < RUNS; run += 1) {
  copies.push(await measure(COPY));
  rewrites.push(await measure(REWRITE));
  alone.push(await measureFolder(1));
  together.push(await measureFolder(CORES));
}
console.log(
  `${MEGABYTES} MB of NDJSON, ${IDS.toLocaleString('en-US')} IDs in the map, median of ${RUNS} alternating runs, Node ${process.versions.node}`,
);
console.log('                     wall      MB/s     CPU   MB per CPU second   peak memory');
for (const [name, runs] of [
  ['cat in Node', copies],
  ['migrate rewrite', rewrites],
  ['folder, 1 thread', alone],
  [`folder, ${CORES} threads`, together],
]) {
  const [seconds, cpu, memory] = ['seconds', 'cpu', 'memory'].map((key) =>
    median(runs.map((run) => run[key])),
  );
  console.log(
    `${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s ${(MEGABYTES / seconds).toFixed(0).padStart(8)} ${cpu.toFixed(1).padStart(6)} s ${(MEGABYTES / cpu).toFixed(0).padStart(18)} ${memory.toFixed(0).padStart(11)} MB`,
  );
}
const [copy, rewrite] = [copies, rewrites].map((runs) => median(runs.map(({ seconds }) => seconds)));
console.log(`migrate rewrite ÷ cat in Node: ${(rewrite / copy).toFixed(2)}`);
console.log(`goal: at least ${GOAL.rate} MB/s a core, at most ${GOAL.memory} MB`);
