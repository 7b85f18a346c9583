import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { type FileLock, type LockHolder, tryFileLock, waitForFileLock } from '../../src/storage/file-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function taken(result: FileLock | LockHolder): FileLock {
  if ('release' in result) return result;
  throw new Error(`held by ${result.pid}`);
}

/** Writes a lock as somebody else left it. */
function leave(path: string, holder: Partial<LockHolder>): void {
  const own = taken(tryFileLock(path, 'x'));
  const mine: LockHolder = JSON.parse(readFileSync(path, 'utf8'));
  own.release();
  writeFileSync(path, JSON.stringify({ ...mine, nonce: 'another', ...holder }));
}

/** A process ID that nobody has. */
const NOBODY = 2 ** 22 + 12_345;

describe('a lock', () => {
  it('is held by one, who is named to the other, until it is released', () => {
    const path = join(temporaryFolder(), 'lock');
    const first = taken(tryFileLock(path, 'the first run'));
    expect(tryFileLock(path, 'the second run')).toMatchObject({
      pid: process.pid,
      host: hostname(),
      purpose: 'the first run',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    first.release();
    taken(tryFileLock(path, 'the second run')).release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('does not expire by time', () => {
    const path = join(temporaryFolder(), 'lock');
    taken(tryFileLock(path, 'long ago'));
    const holder: LockHolder = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...holder, since: '1999-01-01T00:00:00.000Z' }));
    expect(tryFileLock(path, 'now')).toMatchObject({ purpose: 'long ago' });
  });

  it.each<[string, Partial<LockHolder>]>([
    ['whose process is gone', { pid: NOBODY }],
    ['whose process ID another program has now', { started: '1' }],
    ['of before the machine was started', { boot: 'another-boot' }],
  ])('is taken over from a holder %s', (_, holder) => {
    const path = join(temporaryFolder(), 'lock');
    leave(path, holder);
    taken(tryFileLock(path, 'mine')).release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'is taken over from a process that ended and that its parent has not asked about',
    async () => {
      const parent = execa('sh', ['-c', 'true & echo $!; exec sleep 60'], { reject: false });
      try {
        const [line = ''] = await once(parent.stdout, 'data');
        const pid = Number(String(line));
        const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
        while (stat()[2] !== 'Z') await sleep(5);
        const path = join(temporaryFolder(), 'lock');
        leave(path, { pid, started: stat()[21] ?? '' });
        taken(tryFileLock(path, 'mine')).release();
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('of another machine is never taken over', () => {
    const path = join(temporaryFolder(), 'lock');
    leave(path, { pid: NOBODY, host: 'elsewhere' });
    expect(tryFileLock(path, 'mine')).toMatchObject({ host: 'elsewhere' });
  });

  it('that somebody else has taken since is not released', () => {
    const path = join(temporaryFolder(), 'lock');
    const first = taken(tryFileLock(path, 'first'));
    rmSync(path);
    taken(tryFileLock(path, 'second'));
    first.release();
    expect(tryFileLock(path, 'third')).toMatchObject({ purpose: 'second' });
  });

  it.each(['', 'not JSON', '{"pid":1}', 'null'])(
    'that was written by nobody we know ("%s") is refused',
    (text) => {
      const path = join(temporaryFolder(), 'lock');
      writeFileSync(path, text);
      expect(() => tryFileLock(path, 'mine')).toThrowError(
        expect.objectContaining({ kind: 'storage', message: `the lock ${path} was not written by orgctl` }),
      );
    },
  );

  it('is waited for as long as allowed', async () => {
    const path = join(temporaryFolder(), 'lock');
    const first = taken(tryFileLock(path, 'first'));
    expect(await waitForFileLock(path, 'second', 30)).toMatchObject({ purpose: 'first' });
    const waiting = waitForFileLock(path, 'second', 60_000);
    first.release();
    taken(await waiting).release();
  });
});

it('lets one of many processes in at a time, and outlives those that are killed while they hold it', async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'contender.mjs');
  const shared = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' } as const;
  buildSync({ ...shared, entryPoints: ['test/support/lock-contender.ts'], outfile: program });
  const [lock, counter] = [join(folder, 'lock'), join(folder, 'counter')];
  writeFileSync(counter, '0');
  const contend = (times: number, end: string) =>
    execa(process.execPath, [program, lock, counter, String(times), end], { reject: false });
  const contenders = ['killed', 'orderly', 'killed', 'orderly', 'killed', 'orderly'];
  const ended = await Promise.all(contenders.map((end) => contend(8, end)));
  expect(ended.map(({ signal, exitCode }) => signal ?? exitCode)).toEqual(
    contenders.map((end) => (end === 'killed' ? 'SIGKILL' : 0)),
  );
  expect(readFileSync(counter, 'utf8')).toBe('48');
  const log = readFileSync(`${counter}.log`, 'utf8').trimEnd().split('\n').map(Number);
  expect(log).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
});
