import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { waitForFileLock } from '../../src/storage/file-lock.ts';

// A process that increments the number in a file this many times, each time under a lock. At the end it may
// keep the lock and be killed.
const [lock = '', counter = '', times = '0', end = ''] = process.argv.slice(2);
for (let time = 0; time < Number(times); time += 1) {
  const held = await waitForFileLock(lock, 'counting', 60_000);
  if (!('release' in held)) throw new Error(`held by ${held.pid}`);
  const before = Number(readFileSync(counter, 'utf8'));
  writeFileSync(counter, String(before + 1));
  appendFileSync(`${counter}.log`, `${before + 1}\n`);
  if (end === 'killed' && time === Number(times) - 1) process.kill(process.pid, 'SIGKILL');
  held.release();
}
