// Comparing two organizations at full size: from services, from exports, from snapshots. Whole processes:
// time and peak memory.
// node bench/compare.mjs [--runs 5] [--users 100000]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { numbersFrom } from './numbers-from.mjs';
import { alternate, folder, measure, median, ORGCTL, printTable } from './whole-process.mjs';

const { runs, users } = numbersFrom({ runs: 5, users: 100_000 });
const GOAL = { seconds: 15, mb: 400 };

async function organization(options) {
  const child = spawn(process.execPath, ['bench/organization-stub.mjs', JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { child, origin: `http://127.0.0.1:${String(port).trim()}` };
}

/** Stores a connection. */
async function addProfile(name, origin) {
  const words = [
    'profile',
    'add',
    name,
    '--scim-url',
    origin,
    '--scim-version',
    '2.0',
    '--token-stdin',
    '--no-check',
  ];
  const child = spawn(process.execPath, [ORGCTL, ...words], {
    env: { ...process.env, ORGCTL_HOME: join(folder, 'home') },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end('bench-token-1234567890');
  await once(child, 'close');
}

const groups = Math.max(1, Math.floor(users / 1000));
const [a, b] = await Promise.all([
  organization({ users, groups, prefix: 'U' }),
  organization({ users, groups, prefix: 'W', changed: 100 }),
]);
try {
  await addProfile('a', a.origin);
  await addProfile('b', b.origin);
  const file = (name) => join(folder, name);
  for (const name of ['a', 'b']) {
    await measure([ORGCTL, 'migrate', 'snapshot', name, '--out', file(`${name}.ndjson`)]);
    await measure([ORGCTL, '-p', name, 'scim', 'users', 'export', '--out', file(`${name}.csv`)]);
    await measure([
      ORGCTL,
      '-p',
      name,
      'scim',
      'groups',
      'export',
      '--names',
      '--out',
      file(`${name}-groups.csv`),
    ]);
  }
  const exported = (name) => `${file(`${name}.csv`)},${file(`${name}-groups.csv`)}`;
  const compare =
    (...words) =>
    () =>
      measure([ORGCTL, '-q', 'compare', ...words, '-o', 'ndjson'], { accept: [8] });
  const map = () => measure([ORGCTL, '-q', 'migrate', 'map', 'a', 'b', '--out', file('ids.csv'), '--force']);
  const measured = [
    ['compare two services', compare('a', 'b')],
    ['compare two exports', compare(exported('a'), exported('b'))],
    ['compare two snapshots', compare(file('a.ndjson'), file('b.ndjson'))],
    ['migrate map of two services', map],
  ];
  const results = await alternate(
    runs,
    measured.map(([, run]) => run),
  );
  const table = [['what', 'users', 'wall', 'processor', 'peak MB', 'goal']];
  for (const [index, [name]] of measured.entries()) {
    const seconds = (of) => `${(median(results[index].map(of)) / 1000).toFixed(2)} s`;
    const mb = Math.round(median(results[index].map((run) => run.mb)));
    table.push([
      name,
      `${users} × ${users}`,
      seconds(({ ms }) => ms),
      seconds(({ cpu }) => cpu),
      mb,
      `≤ ${GOAL.seconds} s, ≤ ${GOAL.mb} MB`,
    ]);
  }
  printTable(table);
} finally {
  a.child.kill();
  b.child.kill();
}
