// Runs a program as a process of its own and tells what it cost.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one bench; it is gone when the process ends. */
export function benchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'orgctl-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs Node with these words. Returns wall and processor time in seconds and the peak of memory in MB. */
export async function measuredRun(folder, args, { stdio, env = {} }) {
  const usage = join(folder, 'usage.json');
  const hook = join(folder, 'usage.cjs');
  writeFileSync(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.resourceUsage())));`,
  );
  const start = process.hrtime.bigint();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ORGCTL_HOME: folder, ...env, NODE_OPTIONS: `--require ${hook}` },
    stdio: [...stdio, 'inherit'],
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`${args.slice(0, 4).join(' ')} ended with ${status}`);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8'));
  return { seconds, cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 };
}

export function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
