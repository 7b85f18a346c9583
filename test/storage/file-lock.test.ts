import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type FileLock,
  holderOf,
  type LockHolder,
  tryFileLock,
  waitForFileLock,
} from '../../src/storage/file-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles, patchFs, recordFlushes } from '../support/watched-files.ts';

function taken(result: FileLock | LockHolder): FileLock {
  if ('release' in result) return result;
  throw new Error(`held by ${result.pid}`);
}

/** Writes a lock as another process would leave it. */
function leave(path: string, holder: Partial<LockHolder>): void {
  const own = taken(tryFileLock(path, 'x'));
  const mine: LockHolder = JSON.parse(readFileSync(path, 'utf8'));
  own.release();
  writeFileSync(path, JSON.stringify({ ...mine, nonce: 'another', ...holder }));
}

/** Changes the content of a lock file. */
function leaveInPlace(path: string, holder: Partial<LockHolder>): void {
  const there: LockHolder = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...there, ...holder }));
}

/** A process ID that does not exist. */
const NOBODY = 2 ** 22 + 12_345;

describe('file lock', () => {
  it('is held by one run, which is named to others, until it is released', () => {
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

  it('does not expire over time', () => {
    const path = join(temporaryFolder(), 'lock');
    taken(tryFileLock(path, 'long ago'));
    const holder: LockHolder = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...holder, since: '1999-01-01T00:00:00.000Z' }));
    expect(tryFileLock(path, 'now')).toMatchObject({ purpose: 'long ago' });
  });

  it.each<[string, Partial<LockHolder>]>([
    ['whose process is gone', { pid: NOBODY }],
    ['whose process ID was reused', { started: '1' }],
    ['from before the last boot', { boot: 'another-boot' }],
  ])('is taken over from a holder %s', (_, holder) => {
    const path = join(temporaryFolder(), 'lock');
    leave(path, holder);
    taken(tryFileLock(path, 'mine')).release();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/stat'))('is taken over from a zombie process', async () => {
    // The child ends once its parent is no longer a shell, which would reap it.
    const words = 'exec 3<&0; { read line <&3; } & echo $!; exec sleep 60';
    const parent = execa('sh', ['-c', words], { reject: false });
    try {
      const [line = ''] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() !== 'sleep') await sleep(5);
      parent.stdin.write('\n');
      const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
      while (stat()[2] !== 'Z') await sleep(5);
      const path = join(temporaryFolder(), 'lock');
      leave(path, { pid, started: stat()[21] ?? '' });
      taken(tryFileLock(path, 'mine')).release();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it.runIf(existsSync('/proc/self/ns/pid'))(
    'of another PID namespace is taken over only on request, even on the same host',
    () => {
      const path = join(temporaryFolder(), 'lock');
      for (const boot of [{}, { boot: 'another-boot' }]) {
        leave(path, { pid: NOBODY, namespace: 'pid:[1]', ...boot });
        expect(tryFileLock(path, 'mine')).toMatchObject({ namespace: 'pid:[1]' });
        expect(holderOf(path)).toBeDefined();
        taken(tryFileLock(path, 'mine', { takeOver: true })).release();
      }
      // A lock written by an earlier version.
      leave(path, { pid: NOBODY, namespace: '' });
      taken(tryFileLock(path, 'mine')).release();
    },
  );

  it('of another machine is not taken over without a request', () => {
    const path = join(temporaryFolder(), 'lock');
    leave(path, { pid: NOBODY, host: 'elsewhere' });
    expect(tryFileLock(path, 'mine')).toMatchObject({ host: 'elsewhere' });
  });

  it('is not released if another run has taken it since', () => {
    const path = join(temporaryFolder(), 'lock');
    const first = taken(tryFileLock(path, 'first'));
    rmSync(path);
    taken(tryFileLock(path, 'second'));
    first.release();
    expect(tryFileLock(path, 'third')).toMatchObject({ purpose: 'second' });
  });

  it.each(['', 'not JSON', '{"pid":1}', 'null'])(
    'is refused if it was not written by orgctl ("%s")',
    (text) => {
      const path = join(temporaryFolder(), 'lock');
      writeFileSync(path, text);
      expect(() => tryFileLock(path, 'mine')).toThrowError(
        expect.objectContaining({ kind: 'storage', message: `the lock ${path} was not written by orgctl` }),
      );
    },
  );

  it('is waited for up to the timeout', async () => {
    const path = join(temporaryFolder(), 'lock');
    const first = taken(tryFileLock(path, 'first'));
    expect(await waitForFileLock(path, 'second', 30)).toMatchObject({ purpose: 'first' });
    const waiting = waitForFileLock(path, 'second', 60_000);
    first.release();
    taken(await waiting).release();
  });
});

describe('file lock and concurrent changes', () => {
  it('is held until it is taken over or removed', () => {
    const path = join(temporaryFolder(), 'lock');
    const lock = taken(tryFileLock(path, 'mine'));
    expect(lock.isHeld()).toBe(true);
    leaveInPlace(path, { nonce: 'another' });
    expect(lock.isHeld()).toBe(false);
    rmSync(path);
    expect(lock.isHeld()).toBe(false);
    lock.release();
  });

  it('is taken over on request only if it is of another machine', () => {
    const path = join(temporaryFolder(), 'lock');
    const own = taken(tryFileLock(path, 'first'));
    expect(tryFileLock(path, 'second', { takeOver: true })).toMatchObject({ purpose: 'first' });
    leaveInPlace(path, { host: 'elsewhere' });
    taken(tryFileLock(path, 'second', { takeOver: true })).release();
    own.release();
  });

  it('is acquired if its holder releases it during the attempt', () => {
    const path = join(temporaryFolder(), 'lock');
    const first = taken(tryFileLock(path, 'first'));
    patchFs('linkSync', (bare) => (from: string, to: string) => {
      try {
        bare(from, to);
      } finally {
        first.release();
      }
    });
    taken(tryFileLock(path, 'second')).release();
  });

  it('is not taken over while another process takes it over', () => {
    const path = join(temporaryFolder(), 'lock');
    leave(path, { pid: NOBODY });
    const guard = taken(tryFileLock(`${path}.another`, 'taking over'));
    expect(tryFileLock(path, 'mine')).toMatchObject({ purpose: 'taking over' });
    guard.release();
    taken(tryFileLock(path, 'mine')).release();
  });

  it('is not removed if another process has just taken it over', () => {
    const path = join(temporaryFolder(), 'lock');
    leave(path, { pid: NOBODY });
    let links = 0;
    patchFs('linkSync', (bare) => (from: string, to: string) => {
      links += 1;
      if (links === 2) leaveInPlace(path, { pid: process.pid, nonce: 'faster', purpose: 'faster' });
      bare(from, to);
    });
    expect(tryFileLock(path, 'mine')).toMatchObject({ purpose: 'faster' });
    expect(links).toBe(3);
  });

  it('fails with a reason if its file cannot be created or read, and leaves no file open', () => {
    const folder = temporaryFolder();
    const message = `cannot lock ${folder}/missing/lock: no such file or folder`;
    expect(() => tryFileLock(join(folder, 'missing', 'lock'), 'mine')).toThrowError(
      expect.objectContaining({ kind: 'storage', message }),
    );
    mkdirSync(join(folder, 'lock'));
    expect(() => tryFileLock(join(folder, 'lock'), 'mine')).toThrowError(
      expect.objectContaining({
        kind: 'storage',
        message: `cannot read the lock ${folder}/lock: it is a folder`,
      }),
    );
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });

  it.each([
    [{}, 1],
    [{ isBrief: true }, 0],
    [{ isBrief: false }, 1],
  ])('is synced to the disk unless it is brief: %o', (options, count) => {
    const flushed = recordFlushes();
    const path = join(temporaryFolder(), 'lock');
    taken(tryFileLock(path, 'mine', options)).release();
    expect(flushed.filter((file) => file.startsWith(path))).toHaveLength(count);
  });

  it.each(['pid', 'started', 'boot', 'host', 'since', 'purpose', 'nonce'])(
    'is refused if its "%s" is invalid',
    (name) => {
      const path = join(temporaryFolder(), 'lock');
      tryFileLock(path, 'x');
      const holder: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
      for (const value of [undefined, name === 'pid' ? '1' : 1, null]) {
        writeFileSync(path, JSON.stringify({ ...holder, [name]: value }));
        expect(() => tryFileLock(path, 'mine')).toThrowError('was not written by orgctl');
      }
    },
  );

  it.runIf(existsSync('/proc/self/stat'))(
    'is not taken over from a running process with any name and owner',
    async () => {
      const folder = temporaryFolder();
      const program = join(folder, 'a) Z 1 (b');
      copyFileSync(process.execPath, program);
      const running = execa(program, ['-e', 'console.log("up"); setTimeout(() => {}, 60_000)'], {
        reject: false,
      });
      try {
        await once(running.stdout, 'data');
        const pid = running.pid ?? 0;
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
        const path = join(folder, 'lock');
        leave(path, { pid, started });
        expect(tryFileLock(path, 'mine')).toMatchObject({ pid, started });
        const { kill } = process;
        onTestFinished(() => {
          Object.assign(process, { kill });
        });
        const refusing = (code: string) =>
          Object.assign(process, {
            kill: () => {
              throw Object.assign(new Error(code), { code });
            },
          });
        refusing('EPERM');
        expect(tryFileLock(path, 'mine')).toMatchObject({ pid });
        refusing('ESRCH');
        taken(tryFileLock(path, 'mine')).release();
      } finally {
        running.kill('SIGKILL');
        await running;
      }
    },
  );

  it('can be released after its file was deleted', () => {
    const path = join(temporaryFolder(), 'lock');
    const lock = taken(tryFileLock(path, 'mine'));
    rmSync(path);
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it('names its holder, or none if the holder is gone', () => {
    const path = join(temporaryFolder(), 'lock');
    expect(holderOf(path)).toBeUndefined();
    const lock = taken(tryFileLock(path, 'mine'));
    expect(holderOf(path)).toMatchObject({ pid: process.pid, purpose: 'mine' });
    leaveInPlace(path, { pid: NOBODY });
    expect(holderOf(path)).toBeUndefined();
    leaveInPlace(path, { pid: NOBODY, host: 'elsewhere' });
    expect(holderOf(path)).toMatchObject({ host: 'elsewhere' });
    lock.release();
  });
});

it('admits one of many processes at a time and survives holders that are killed', async () => {
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
