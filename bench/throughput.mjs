// How fast users are created, journal on, as a share of a bare undici Pool with as many requests in flight.
// node bench/throughput.mjs [--runs 7] [--rows 10000] [--latency 50]; each case of the table when no latency
// is given. A line is printed when its case is measured.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbersFrom } from './numbers-from.mjs';
import {
  alternate,
  folder,
  freshHome,
  measure,
  median,
  ORGCTL,
  stub,
  TOKEN,
  towards,
} from './whole-process.mjs';

const { runs, rows, latency: only } = numbersFrom({ runs: 7, rows: 10_000, latency: Number.NaN });
const IN_FLIGHT = 32;
const GOALS = new Map([
  [0, 0.5],
  [50, 0.97],
  [100, 0.97],
]);
const COLUMNS = [
  ['latency', 7],
  ['bare Pool', 10],
  ['orgctl', 9],
  ['share', 6],
  ['goal', 7],
  ['bare CPU', 9],
  ['orgctl CPU', 11],
  ['share of CPU', 13],
  ['peak MB', 8],
];

function printLine(cells) {
  console.log(cells.map((cell, column) => String(cell).padStart(COLUMNS[column][1])).join(' '));
}

console.log(
  `creating ${rows} users, ${IN_FLIGHT} in flight, median of ${runs} alternating runs, Node ${process.versions.node}`,
);
printLine(COLUMNS.map(([name]) => name));
for (const latency of Number.isNaN(only) ? GOALS.keys() : [only]) await compare(latency);

/** Measures both with one latency, in turn, and prints how they compare. */
async function compare(latency) {
  const service = await stub({ latency });
  const file = join(folder, `people-${rows}.csv`);
  const lines = Array.from(
    { length: rows },
    (_, index) => `person.${index},person.${index}@example.com,Given,Family,Given Family,Engineer`,
  );
  writeFileSync(file, `userName,email,givenName,familyName,displayName,title\n${lines.join('\n')}\n`);
  const apply = ['bulk', 'apply', file, '--yes', '--concurrency', String(IN_FLIGHT), '-q', '-o', 'ndjson'];
  const own = () =>
    measure([ORGCTL, ...towards(service), ...apply], { env: { ...TOKEN, ORGCTL_HOME: freshHome() } });
  const bare = () => measure(['bench/bare-pool.mjs', service.origin, String(rows), String(IN_FLIGHT)]);
  const [bareRuns, ownRuns] = await alternate(runs, [bare, own]);
  service.stop();
  const of = (all, what) => median(all.map((run) => run[what]));
  const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
  const share = (what) => (of(bareRuns, what) / of(ownRuns, what)).toFixed(2);
  printLine([
    `${latency} ms`,
    seconds(of(bareRuns, 'ms')),
    seconds(of(ownRuns, 'ms')),
    share('ms'),
    GOALS.has(latency) ? `≥ ${GOALS.get(latency)}` : '',
    seconds(of(bareRuns, 'cpu')),
    seconds(of(ownRuns, 'cpu')),
    share('cpu'),
    Math.round(of(ownRuns, 'mb')),
  ]);
}
