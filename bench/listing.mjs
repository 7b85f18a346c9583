// How long a list of users takes, as a multiple of receiving the same bytes, and how much memory.
// node bench/listing.mjs [--runs 7] [--users 1000000] [--slowusers 200000]

import { join } from 'node:path';
import { numbersFrom } from './numbers-from.mjs';
import {
  alternate,
  folder,
  measure,
  median,
  ORGCTL,
  printTable,
  stub,
  TOKEN,
  towards,
} from './whole-process.mjs';

const { runs, users, slowusers } = numbersFrom({ runs: 7, users: 1_000_000, slowusers: 200_000 });
const out = join(folder, 'out');

const list = (service, ...flags) => {
  const words = [ORGCTL, ...towards(service), 'scim', 'users', 'list', '-q', ...flags];
  return () => measure(words, { env: TOKEN, out });
};
const receive = (service, count) => () => measure(['bench/receive.mjs', service.origin, String(count)]);

const service = await stub({ users });
const forms = [
  ['ndjson', 3, list(service, '-o', 'ndjson')],
  ['json', 3, list(service, '-o', 'json')],
  ['csv', 7, list(service, '-o', 'csv')],
  ["--query '[?active].userName'", 7, list(service, '-o', 'ndjson', '--query', '[?active].userName')],
];
const [base, ...own] = await alternate(runs, [receive(service, users), ...forms.map(([, , run]) => run)]);
service.stop();
const baseMs = median(base.map(({ ms }) => ms));
const table = [['list', 'users', 'wall', '÷ receive', 'goal', 'peak MB', 'goal']];
table.push([
  'receive and throw away',
  users,
  `${(baseMs / 1000).toFixed(2)} s`,
  '1.00',
  '',
  Math.round(median(base.map(({ mb }) => mb))),
  '',
]);
for (const [index, [name, goal]] of forms.entries()) {
  const ms = median(own[index].map((run) => run.ms));
  const mb = Math.round(median(own[index].map((run) => run.mb)));
  table.push([
    name,
    users,
    `${(ms / 1000).toFixed(2)} s`,
    (ms / baseMs).toFixed(2),
    `≤ ${goal}`,
    mb,
    '≤ 120',
  ]);
}

const slow = await stub({ users: slowusers, latency: 50 });
const [paged, ahead] = await alternate(runs, [receive(slow, slowusers), list(slow, '-o', 'ndjson')]);
slow.stop();
const [pagedMs, aheadMs] = [paged, ahead].map((all) => median(all.map(({ ms }) => ms)));
table.push([
  'page after page, 50 ms a page',
  slowusers,
  `${(pagedMs / 1000).toFixed(2)} s`,
  '1.00',
  '',
  '',
  '',
]);
table.push([
  'ndjson, reading ahead',
  slowusers,
  `${(aheadMs / 1000).toFixed(2)} s`,
  (aheadMs / pagedMs).toFixed(2),
  '≤ 0.2',
  Math.round(median(ahead.map(({ mb }) => mb))),
  '≤ 120',
]);
console.log(`listing users, median of ${runs} alternating runs, Node ${process.versions.node}`);
printTable(table);
