// What the sandbox holds in memory while strangers send it bodies: 40 connections with 31 MB each, with a
// foreign Host, without a token, with a wrong one, and with the right one. Peak of memory of the served
// process, which is started anew for each.
// node bench/strangers.mjs [--connections 40] [--megabytes 31]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { benchFolder } from './measured-run.mjs';
import { numbersFrom } from './numbers-from.mjs';

const { connections: CONNECTIONS, megabytes: MEGABYTES } = numbersFrom({ connections: 40, megabytes: 31 });
const GOAL = 200;
const MB = 1024 * 1024;

const CALLERS = {
  'a foreign Host': { host: 'evil.example', token: 'sandbox-owner-token' },
  'no token': {},
  'a wrong token': { token: 'wrong' },
  'no token, over the Web API': { path: '/api/conversations.mark' },
  'the right token': { token: 'sandbox-owner-token' },
};

/** Starts a sandbox as a process of its own. */
async function served(folder) {
  const child = spawn(process.execPath, ['bin/orgctl.js', 'sandbox', 'serve', '--memory', '-o', 'ndjson'], {
    env: { ...process.env, ORGCTL_HOME: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, port: Number(new URL(JSON.parse(line).scimBaseUrl).port) };
}

/** Sends a body piece by piece and holds its last byte back until everybody has sent theirs. */
async function send(port, { host = '127.0.0.1', token, path = '/scim/v2/Users' }, everybody) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const ended = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  const size = MEGABYTES * MB;
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
  );
  const piece = Buffer.alloc(64 * 1024, 0x20);
  for (let sent = 0; sent + piece.length < size && !socket.destroyed; sent += piece.length)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), ended]);
  await everybody();
  socket.destroy();
  await ended;
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none';
}

const memory = (pid, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

console.log(`${CONNECTIONS} connections with ${MEGABYTES} MB each, Node ${process.versions.node}`);
console.log('caller                         at start       peak   answers');
for (const [name, caller] of Object.entries(CALLERS)) {
  const { child, port } = await served(benchFolder());
  const before = memory(child.pid, 'VmRSS');
  let arrived = 0;
  let open = () => {};
  const all = new Promise((resolve) => {
    open = resolve;
  });
  const everybody = () => {
    arrived += 1;
    if (arrived === CONNECTIONS) setTimeout(open, 300);
    return all;
  };
  const statuses = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => send(port, caller, everybody)),
  );
  const peak = memory(child.pid, 'VmHWM');
  const counts = new Map();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  const answers = [...counts].map(([status, times]) => `${times} x ${status}`).join(', ');
  console.log(
    `${name.padEnd(28)} ${before.toFixed(0).padStart(7)} MB ${peak.toFixed(0).padStart(7)} MB   ${answers}`,
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
}
console.log(`goal: at most ${GOAL} MB for callers without a token`);
