// Runs programs as a user starts them and measures wall time and peak resident memory.

import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ORGCTL = 'bin/orgctl.js';
export const folder = mkdtempSync(join(tmpdir(), 'orgctl-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const hook = join(folder, 'usage.cjs');
writeFileSync(
  hook,
  "process.on('exit', () => require('fs').writeFileSync(process.env.BENCH_USAGE, JSON.stringify(process.resourceUsage())));",
);

let processes = 0;

/** A home folder of its own, so that no run sees what another one left. */
export function freshHome() {
  processes += 1;
  return mkdtempSync(join(folder, 'home-'));
}

/**
 * Runs Node with these arguments; what it prints goes to `out`, or nowhere.
 * @returns milliseconds, milliseconds of processor time, and peak megabytes
 */
export function measure(args, { env = {}, out, accept = [0] } = {}) {
  processes += 1;
  const usage = join(folder, `usage-${processes}.json`);
  const stdout = out === undefined ? 'ignore' : openSync(out, 'w');
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(process.execPath, ['--require', hook, ...args], {
      env: { ...process.env, ORGCTL_HOME: join(folder, 'home'), ...env, BENCH_USAGE: usage },
      stdio: ['ignore', stdout, 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr = (stderr + chunk).slice(-2000);
    });
    child.on('close', (code) => {
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (!accept.includes(code)) {
        reject(new Error(`${args.join(' ')} ended with ${code}: ${stderr}`));
        return;
      }
      const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usage, 'utf8'));
      resolve({ ms, cpu: (userCPUTime + systemCPUTime) / 1000, mb: maxRSS / 1024 });
    });
  });
}

/** Starts the stub service as a process of its own. */
export async function stub(options) {
  const child = spawn(process.execPath, ['bench/stub-service.mjs', JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve) =>
    child.stdout.once('data', (text) => resolve(Number(String(text)))),
  );
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    stats: async () => (await fetch(`${origin}/stats`)).json(),
    reset: () => fetch(`${origin}/reset`).then((answer) => answer.text()),
    stop: () => child.kill(),
  };
}

/** The flags and the environment with which orgctl speaks to a stub. */
export const towards = ({ origin }) => ['--scim-url', origin, '--scim-version', '2.0', '--no-input'];
export const TOKEN = { ORGCTL_TOKEN: 'bench-token-1234567890' };

export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Runs each measurement in turn, so often. @returns the runs of each */
export async function alternate(runs, measurements) {
  const results = measurements.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, one] of measurements.entries()) results[index].push(await one());
  }
  return results;
}

/** Prints a table; the first row is the heading. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const text = String(cell ?? '');
      return column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]);
    });
    console.log(cells.join('  ').trimEnd());
  }
}
