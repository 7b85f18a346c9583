// A list of 1,000,000 sessions to NDJSON, against a stub service on loopback: wall as a ratio to receiving
// the same bytes and throwing them away, and the peak of memory, also for a tenth of the sessions. Medians of
// alternating runs of whole processes.
// node bench/sessions.mjs [--runs 7] [--sessions 1000000]

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { benchFolder, measuredRun, median } from './measured-run.mjs';
import { numbersFrom } from './numbers-from.mjs';

const { sessions: SESSIONS, runs: RUNS } = numbersFrom({ runs: 7, sessions: 1_000_000 });
const PAGE = 1000;
const GOAL = { ratio: 4.5, memory: 120 };

const state = (number) => ({
  device_hardware: 'MacBookPro18,3',
  os: 'macOS',
  os_version: '14.6.1',
  slack_client_version: '4.39.95',
  ip: `198.51.100.${number % 250}`,
});
const session = (number) => ({
  user_id: `W0${String(number).padStart(7, '0')}`,
  team_id: 'T00000001',
  session_id: number,
  created: state(number),
  recent: state(number + 1),
});
const items = JSON.stringify(Array.from({ length: PAGE }, (_, number) => session(number)));

/** Pages of the same sessions; the cursor is how many were sent. */
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const sent = Number(new URLSearchParams(body).get('cursor') ?? 0) + PAGE;
    const total = Number(request.url.split('/')[1]);
    const cursor = sent >= total ? '' : String(sent);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(`{"ok":true,"active_sessions":${items},"response_metadata":{"next_cursor":"${cursor}"}}`);
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const folder = benchFolder();
const receive = join(folder, 'receive.mjs');
writeFileSync(
  receive,
  `import { Agent } from ${JSON.stringify(import.meta.resolve('undici'))};
const agent = new Agent({ connections: 1 });
const [origin, total] = process.argv.slice(2);
for (let cursor = 0; cursor < Number(total); cursor += ${PAGE}) {
  const { body } = await agent.request({
    origin, path: '/' + total + '/admin.users.session.list', method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'cursor=' + cursor,
  });
  await body.arrayBuffer();
}
await agent.close();`,
);
const own = (total) => [
  'bin/orgctl.js',
  '--api-url',
  `${origin}/${total}`,
  'admin',
  'sessions',
  '-o',
  'ndjson',
];
const run = (args) =>
  measuredRun(folder, args, { stdio: ['ignore', 'ignore'], env: { ORGCTL_TOKEN: 'bench' } });

const bare = [];
const all = [];
const tenth = [];
for (let turn = 0; turn < RUNS; turn += 1) {
  bare.push(await run([receive, origin, String(SESSIONS)]));
  all.push(await run(own(SESSIONS)));
  tenth.push(await run(own(SESSIONS / 10)));
}
server.close();

const seconds = (runs) => median(runs.map((one) => one.seconds));
const memory = (runs) => median(runs.map((one) => one.memory));
console.log(
  `sessions to NDJSON, pages of ${PAGE}, median of ${RUNS} alternating runs, Node ${process.versions.node}`,
);
console.log('                                 wall    ratio   peak memory');
for (const [name, runs] of [
  [`received only, ${SESSIONS.toLocaleString('en-US')}`, bare],
  [`admin sessions, ${SESSIONS.toLocaleString('en-US')}`, all],
  [`admin sessions, ${(SESSIONS / 10).toLocaleString('en-US')}`, tenth],
]) {
  const ratio = runs === tenth ? '' : (seconds(runs) / seconds(bare)).toFixed(2);
  console.log(
    `${name.padEnd(28)} ${seconds(runs).toFixed(1).padStart(6)} s ${ratio.padStart(7)} ${memory(runs).toFixed(0).padStart(10)} MB`,
  );
}
console.log(`goal: at most ${GOAL.ratio} x receiving, at most ${GOAL.memory} MB`);
