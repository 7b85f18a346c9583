// How fast users are created, journal on, as a share of a bare undici Pool with as many requests in flight.
// node bench/throughput.mjs [--runs 7] [--rows 10000]

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
  printTable,
  stub,
  TOKEN,
  towards,
} from './whole-process.mjs';

const { runs, rows } = numbersFrom({ runs: 7, rows: 10_000 });
const IN_FLIGHT = 32;
const CASES = [
  { latency: 0, count: rows, goal: 0.5 },
  { latency: 50, count: rows, goal: 0.97 },
  { latency: 100, count: rows, goal: 0.97 },
];

const table = [['latency', 'users', 'bare Pool', 'users/s', 'orgctl', 'users/s', 'share', 'goal', 'peak MB']];
for (const { latency, count, goal } of CASES) {
  const service = await stub({ latency });
  const file = join(folder, `people-${count}.csv`);
  const lines = Array.from(
    { length: count },
    (_, index) => `person.${index},person.${index}@example.com,Given,Family,Given Family,Engineer`,
  );
  writeFileSync(file, `userName,email,givenName,familyName,displayName,title\n${lines.join('\n')}\n`);
  const apply = ['bulk', 'apply', file, '--yes', '--concurrency', String(IN_FLIGHT), '-q', '-o', 'ndjson'];
  const own = () =>
    measure([ORGCTL, ...towards(service), ...apply], { env: { ...TOKEN, ORGCTL_HOME: freshHome() } });
  const bare = () => measure(['bench/bare-pool.mjs', service.origin, String(count), String(IN_FLIGHT)]);
  const [bareRuns, ownRuns] = await alternate(runs, [bare, own]);
  const [bareMs, ownMs] = [bareRuns, ownRuns].map((all) => median(all.map(({ ms }) => ms)));
  table.push([
    `${latency} ms`,
    count,
    `${(bareMs / 1000).toFixed(2)} s`,
    Math.round((count / bareMs) * 1000),
    `${(ownMs / 1000).toFixed(2)} s`,
    Math.round((count / ownMs) * 1000),
    (bareMs / ownMs).toFixed(2),
    `≥ ${goal}`,
    Math.round(median(ownRuns.map(({ mb }) => mb))),
  ]);
  service.stop();
}
console.log(
  `creating users, ${IN_FLIGHT} in flight, median of ${runs} alternating runs, Node ${process.versions.node}`,
);
printTable(table);
