import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAtomicFile, writeFileAtomic, writeInPieces } from '../../src/storage/atomic-file.ts';
import { makePrivateFolder } from '../../src/storage/private-folder.ts';
import { TEMPORARY_FILE, temporaryName } from '../../src/storage/temporary-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles, patchFs, recordFlushes } from '../support/watched-files.ts';

describe('replacing a file', () => {
  it('keeps the old file until the new one is complete', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    const file = createAtomicFile(path);
    file.write('ne');
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.write('wé');
    file.commit();
    expect(readFileSync(path, 'utf8')).toBe('newé');
    expect(readdirSync(folder)).toEqual(['out.csv']);
  });

  it('removes temporary files of killed processes, but none of another file', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    const killed = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    const other = temporaryName(path).replace(/\.[0-9a-f]{8}-/, '.00000000-');
    const withPid = (pid: number) => `${other.slice(0, -12)}${pid.toString(16).padStart(8, '0')}.tmp`;
    const running = withPid(killed.pid ?? 0);
    const elsewhere = withPid(0x7fffffff).replace(/-[0-9a-f]{4}(?=[0-9a-f]{8}\.tmp)/, '-0000');
    const names = [
      running,
      elsewhere,
      withPid(0x7fffffff),
      withPid(process.pid),
      `${withPid(0x7fffffff)}.csv`,
    ];
    const neighbor = withPid(0x7fffffff).replace('out.csv', 'out.csv.more');
    for (const name of [...names, neighbor]) writeFileSync(name, 'half');
    const left = () =>
      readdirSync(folder)
        .filter((name) => name !== 'out.csv')
        .toSorted();
    writeFileAtomic(path, 'new');
    expect(left()).toHaveLength(names.length + 1);
    writeFileAtomic(path, 'new', { clears: true });
    const kept = [running, elsewhere, `${withPid(0x7fffffff)}.csv`, neighbor];
    expect(left()).toEqual(kept.map((name) => basename(name)).toSorted());
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    await ended;
    writeFileAtomic(path, 'new', { clears: true });
    expect(left()).not.toContain(basename(running));
  });

  it.each([
    ['a', 214],
    ['a', 215],
    ['a', 255],
    ['aé', 252],
    ['é', 254],
    ['👍', 252],
  ])('writes a file whose name is %s repeated to %i bytes', (part, length) => {
    const folder = temporaryFolder();
    const name = part.repeat(length / Buffer.byteLength(part));
    const path = join(folder, name);
    const temporary = temporaryName(path);
    expect(Buffer.byteLength(basename(temporary))).toBeLessThanOrEqual(255);
    expect(temporary).not.toContain('\ufffd');
    const left = temporary.replace(/\.[0-9a-f]{8}-/, '.00000000-');
    writeFileSync(left, 'left by a killed process with the ID of this one');
    writeFileAtomic(path, 'content', { clears: true });
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('leaves no temporary file if it is abandoned', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    const file = createAtomicFile(path);
    file.write('new');
    file.abandon();
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('keeps .tmp files that are not its own', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'plan.json');
    for (let number = 1; number < 50; number += 1)
      writeFileSync(`${path}.${process.pid}.${number}.tmp`, 'left');
    writeFileAtomic(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toHaveLength(50);
  });

  it('names the file and the reason of a failure (exit 12) and keeps the old file', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'taken'));
    expect(() => writeFileAtomic(join(folder, 'taken'), 'new')).toThrowError(
      expect.objectContaining({
        kind: 'storage',
        message: expect.stringContaining(`cannot write ${folder}/taken`),
      }),
    );
    expect(() => writeFileAtomic(join(folder, 'missing', 'x'), 'new')).toThrowError(
      expect.objectContaining({
        kind: 'storage',
        message: expect.stringContaining('no such file or folder'),
      }),
    );
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it('replaces a symbolic link itself, not its target', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'precious'), 'precious');
    symlinkSync(join(folder, 'precious'), join(folder, 'link'));
    writeFileAtomic(join(folder, 'link'), 'new');
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(readFileSync(join(folder, 'link'), 'utf8')).toBe('new');
  });
});

describe.runIf(existsSync('/proc/self/fd'))('flushes needed to survive a power cut', () => {
  it('sync the new file before its rename, and then its folder', () => {
    const folder = temporaryFolder();
    const flushed = recordFlushes();
    const file = createAtomicFile(join(folder, 'out.csv'));
    file.write('new');
    file.commit();
    expect(flushed).toEqual([
      expect.stringMatching(new RegExp(`^${folder}/out\\.csv.*${TEMPORARY_FILE.source}`)),
      folder,
    ]);
    expect(openFiles().filter((path) => path.startsWith(folder))).toEqual([]);
  });

  const refusingToOpen = (folder: string, code: string) =>
    patchFs('openSync', (bare) => (...args: Parameters<typeof bare>) => {
      if (args[0] === folder) throw Object.assign(new Error('refused'), { code });
      return bare(...args);
    });

  it.each(['EACCES', 'EPERM'])('need not be readable (%s)', (code) => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    refusingToOpen(folder, code);
    writeFileAtomic(path, 'new');
    makePrivateFolder(join(folder, 'inner'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['inner', 'out.csv']);
  });

  it('report that the disk fails to open them', () => {
    const folder = temporaryFolder();
    refusingToOpen(folder, 'EIO');
    expect(() => writeFileAtomic(join(folder, 'out.csv'), 'new')).toThrowError(
      expect.objectContaining({ kind: 'storage' }),
    );
  });
});

describe.runIf(existsSync('/proc/self/fd'))('file that cannot be written', () => {
  const broken = () => {
    throw Object.assign(new Error('broken'), { code: 'EIO' });
  };

  it.each(['writeSync', 'fsyncSync', 'renameSync'] as const)('is closed and removed if %s fails', (call) => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    writeFileSync(path, 'old');
    patchFs(call, () => broken);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(() => writeFileAtomic(path, 'new')).toThrowError(
        expect.objectContaining({ kind: 'storage', message: expect.stringContaining(path) }),
      );
    expect(readdirSync(folder)).toEqual(['out.csv']);
    expect(openFiles().filter((open) => open.startsWith(folder))).toEqual([]);
  });

  it('is closed once; later writes fail for the same reason and touch no other file', () => {
    const folder = temporaryFolder();
    const file = createAtomicFile(join(folder, 'out.csv'));
    const end = patchFs('writeSync', () => broken);
    const failure = expect.objectContaining({ kind: 'storage' });
    expect(() => file.write('new')).toThrowError(failure);
    end();
    const other = createAtomicFile(join(folder, 'other.csv'));
    expect(() => file.write('more')).toThrowError(failure);
    expect(() => file.commit()).toThrowError(failure);
    file.abandon();
    other.write('other');
    other.commit();
    expect(readdirSync(folder)).toEqual(['other.csv']);
    expect(readFileSync(join(folder, 'other.csv'), 'utf8')).toBe('other');
  });

  it('is closed if it is a device', () => {
    const before = openFiles().filter((open) => open === '/dev/full').length;
    expect(() => writeFileAtomic('/dev/full', 'x')).toThrowError(
      expect.objectContaining({ kind: 'storage' }),
    );
    expect(openFiles().filter((open) => open === '/dev/full')).toHaveLength(before);
  });

  it('is closed if the writer fails for its own reason', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'out.csv');
    await expect(
      writeInPieces(path, {}, async (file) => {
        file.write('half');
        throw new Error('no more pieces');
      }),
    ).rejects.toThrowError('no more pieces');
    expect(readdirSync(folder)).toEqual([]);
    expect(openFiles().filter((open) => open.startsWith(folder))).toEqual([]);
  });

  it('keeps the first error if closing the file fails too', async () => {
    const folder = temporaryFolder();
    const failing = writeInPieces(join(folder, 'out.csv'), {}, async () => {
      patchFs('closeSync', (bare) => (file: number) => {
        bare(file);
        broken();
      });
      throw new Error('no more pieces');
    });
    await expect(failing).rejects.toThrowError('no more pieces');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is named if it cannot be abandoned', () => {
    const path = join(temporaryFolder(), 'out.csv');
    const file = createAtomicFile(path);
    const end = patchFs('rmSync', () => broken);
    expect(() => file.abandon()).toThrowError(
      expect.objectContaining({ kind: 'storage', message: expect.stringContaining(path) }),
    );
    end();
    file.abandon();
  });
});

it('does not abandon a file that was already renamed', async () => {
  const folder = temporaryFolder();
  const end = patchFs('rmSync', () => () => {
    throw Object.assign(new Error('broken'), { code: 'EIO' });
  });
  await writeInPieces(join(folder, 'out.csv'), {}, async (file) => file.write('new'));
  end();
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('new');
});

it.each(['commit', 'abandon'] as const)('refuses writes after %s', (end) => {
  const path = join(temporaryFolder(), 'out.csv');
  const file = createAtomicFile(path);
  file.write('new');
  file[end]();
  expect(() => file.write('lost')).toThrowError(`${path} is written after its end`);
  file.commit();
  expect(existsSync(path) && readFileSync(path, 'utf8')).toBe(end === 'commit' && 'new');
});

it('does not rename an abandoned file', async () => {
  const folder = temporaryFolder();
  const count = await writeInPieces(join(folder, 'out.csv'), {}, async (file) => {
    file.write('half');
    file.abandon();
    return 1;
  });
  expect(count).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('abandons a file whose temporary file is already gone', () => {
  const folder = temporaryFolder();
  const file = createAtomicFile(join(folder, 'out.csv'));
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  file.abandon();
  expect(readdirSync(folder)).toEqual([]);
});
