// How much of a service's quota a run uses, how many of its requests are refused and how many rows fail,
// beside a client that sleeps what a refusal says for each row. Whole processes against a stub on this
// machine; the documented quota of 180 a minute with its clock 20 times as fast.
// node bench/pace.mjs [--runs 7] [--rows 4000]

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

const { runs, rows } = numbersFrom({ runs: 7, rows: 4000 });
const LATENCY = 50;
const IN_FLIGHT = 32;
const QUOTA = { perSecond: 200, burst: 60, retryAfter: '1' };
const FASTER = 20;
const DOCUMENTED = { perSecond: (180 / 60) * FASTER, burst: 20, retryAfter: '1' };

function people(from, count) {
  const file = join(folder, `people-${from}-${count}.csv`);
  const lines = Array.from(
    { length: count },
    (_, index) => `person.${from + index},person.${from + index}@example.com`,
  );
  writeFileSync(file, `userName,email\n${lines.join('\n')}\n`);
  return file;
}

/** A run of orgctl that creates these people; the service measures the time. */
const apply = (service, file, ...flags) => {
  const words = [
    'bulk',
    'apply',
    file,
    '--yes',
    '--concurrency',
    String(IN_FLIGHT),
    '-q',
    '-o',
    'ndjson',
    ...flags,
  ];
  return measure([ORGCTL, ...towards(service), ...words], {
    env: { ...TOKEN, ORGCTL_HOME: freshHome() },
    accept: [0, 3, 10],
  });
};
const naive = (service, count) =>
  measure(['bench/naive-client.mjs', service.origin, String(count), String(IN_FLIGHT)]);

async function figures(quota, count, run) {
  const service = await stub({ latency: LATENCY, ...quota });
  await run(service);
  const { accepted, refused, firstAt, lastAt } = await service.stats();
  service.stop();
  const seconds = (lastAt - firstAt) / 1000;
  return {
    share: accepted / seconds / quota.perSecond,
    refused: refused / (accepted + refused),
    failed: count - accepted,
  };
}

const known = `createUser=${QUOTA.perSecond}/s+${QUOTA.burst}`;
const documented = `createUser=${DOCUMENTED.perSecond}/s+${DOCUMENTED.burst}`;
const few = Math.round(rows / 3);
const cases = [
  [
    '200/s, known',
    ['≥ 0.99', '≤ 0.1 %'],
    () => figures(QUOTA, rows, (service) => apply(service, people(0, rows), '--quota', known)),
  ],
  [
    '200/s, unknown',
    ['≥ 0.93', '≤ 2 %'],
    () => figures(QUOTA, rows, (service) => apply(service, people(0, rows))),
  ],
  ['200/s, sleeps for each row', ['', ''], () => figures(QUOTA, rows, (service) => naive(service, rows))],
  [
    'documented, clock × 20',
    ['≥ 0.99', '≤ 0.1 %'],
    () => figures(DOCUMENTED, few, (service) => apply(service, people(0, few), '--quota', documented)),
  ],
  [
    '200/s, two runs that do not know of each other',
    ['≥ 0.95', '≤ 2 %'],
    () =>
      figures(QUOTA, 2 * rows, (service) =>
        Promise.all([0, rows].map((from) => apply(service, people(from, rows)))),
      ),
  ],
];
const results = await alternate(
  runs,
  cases.map(([, , run]) => run),
);
const table = [['quota', 'share used', 'goal', 'refused', 'goal', 'rows failed']];
for (const [index, [name, [shareGoal, refusedGoal]]] of cases.entries()) {
  const of = (key) => median(results[index].map((one) => one[key]));
  table.push([
    name,
    of('share').toFixed(3),
    shareGoal,
    `${(of('refused') * 100).toFixed(2)} %`,
    refusedGoal,
    of('failed'),
  ]);
}
console.log(
  `creating ${rows} users in each run at ${LATENCY} ms, ${IN_FLIGHT} in flight, median of ${runs} alternating runs, Node ${process.versions.node}`,
);
printTable(table);
