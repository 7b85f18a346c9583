import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { freshHome, startOrgctl } from '../support/real-bin.ts';
import { writeZip } from '../support/zip-archive.ts';

const id = (letter: string, number: number) => `${letter}0${String(number).padStart(7, '0')}`;
const IDS = 2000;

/** A line with one ID that is in the map and one that is not. */
function line(number: number): string {
  const [known, unknown] = [id('U', (number * 7919) % IDS), id('U', IDS + ((number * 31) % 500))];
  return `{"user":"${known}","text":"ask <@${known}>,\\n${unknown}"}\n`;
}

async function homeWithExport(files: number, lines: number): Promise<string> {
  const home = freshHome();
  const pairs = Array.from({ length: IDS }, (_, number) => `${id('U', number)},${id('W', number)}\n`);
  writeFileSync(join(home, 'ids.csv'), `from,to\n${pairs.join('')}`);
  const text = (file: number) =>
    Array.from({ length: lines }, (_, number) => line(file * lines + number)).join('');
  for (let file = 0; file < files; file += 1) {
    const folder = join(home, 'export', `c${file % 3}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${file}.json`), text(file));
  }
  writeFileSync(join(home, 'export', 'more.ndjson.gz'), gzipSync(text(files)));
  await writeZip(join(home, 'export', 'more.zip'), { 'a.json': text(files + 1), 'b.bin': Buffer.alloc(5) });
  return home;
}

const rewrite = (home: string, flags: string, from = 'export') =>
  startOrgctl(
    home,
    `migrate rewrite --map HERE/ids.csv HERE/${from} ${flags}`.replaceAll('HERE', home).split(' '),
  );

function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.orgctl-unfinished')
    .map(({ parentPath, name }) => join(parentPath, name));
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  return new Map(
    pathsIn(folder).map((path) => [path.slice(folder.length), readFileSync(path).toString('latin1')]),
  );
}

describe('migrate rewrite --jobs', () => {
  it('writes and reports the same with any number of threads, and --reverse restores the input', async () => {
    const home = await homeWithExport(9, 3000);
    const runs = await Promise.all(
      [1, 2, 5].map(async (jobs) => {
        const ran = await rewrite(
          home,
          `--out HERE/new${jobs} --jobs ${jobs} -o csv --report HERE/report${jobs}.csv`,
        );
        const { exitCode, stdout } = ran;
        // A run that takes a while says how far it is.
        const stderr = ran.stderr
          .replace(/^\d+ of \d+ files rewritten\n/gm, '')
          .replaceAll(`report${jobs}.csv`, 'report.csv');
        const report = readFileSync(join(home, `report${jobs}.csv`), 'utf8');
        return { exitCode, stdout, stderr, report, files: filesIn(join(home, `new${jobs}`)) };
      }),
    );
    const [serial] = runs;
    expect(serial).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('replaced 66,000 IDs, 2,000 different'),
      report: expect.stringContaining(',unknown\n'),
    });
    expect(serial?.files.size).toBe(11);
    for (const run of runs) expect(run).toEqual(serial);

    expect((await rewrite(home, '--out HERE/back --jobs 3 --reverse -q', 'new5')).exitCode).toBe(0);
    const [before, after] = [filesIn(join(home, 'export')), filesIn(join(home, 'back'))];
    for (const [place, text] of before) if (place.endsWith('.json')) expect(after.get(place)).toBe(text);
  });

  it.each([
    [1, 0],
    [2, 1],
  ])('starts threads only for more than one job: %i', async (jobs, exitCode) => {
    const home = await homeWithExport(2, 10);
    for (const folder of ['bin', 'dist']) cpSync(folder, join(home, 'program', folder), { recursive: true });
    writeFileSync(join(home, 'program', 'dist', 'rewrite-thread.cjs'), 'throw new Error("a thread")');
    const bin = join(home, 'program', 'bin', 'orgctl.js');
    const words = ['migrate', 'rewrite', '--map', join(home, 'ids.csv'), join(home, 'export')];
    const ran = await execa(
      process.execPath,
      [bin, ...words, '--out', join(home, 'new'), '--jobs', String(jobs)],
      { reject: false, env: { ORGCTL_HOME: home } },
    );
    expect(ran.exitCode).toBe(exitCode);
  });

  it.each([1, 4])('names the first file that cannot be rewritten with %i threads', async (jobs) => {
    const home = await homeWithExport(6, 200);
    writeFileSync(join(home, 'export', 'c1', '4x.gz'), 'no gzip');
    writeFileSync(join(home, 'export', 'c2', 'bad.zip'), 'no zip');
    const ran = await rewrite(home, `--out HERE/new --jobs ${jobs}`);
    expect(ran).toMatchObject({ exitCode: 5, stdout: '' });
    expect(ran.stderr).toContain(join('c1', '4x.gz'));
    expect([...filesIn(join(home, 'new')).keys()].filter((place) => !/\.(json|gz|zip)$/.test(place))).toEqual(
      [],
    );
  });

  it('stops all threads, leaves no partial file and completes when it runs again', async () => {
    const home = await homeWithExport(12, 40_000);
    const process = rewrite(home, '--out HERE/new --jobs 3');
    while (!existsSync(join(home, 'new')) || pathsIn(join(home, 'new')).length < 2) await sleep(5);
    process.kill('SIGINT');
    expect(await process).toMatchObject({ exitCode: 130 });
    const done = filesIn(join(home, 'new'));
    expect(done.size).toBeLessThan(14);
    const before = filesIn(join(home, 'export'));
    for (const [place, text] of done) expect(text.length).toBe(before.get(place)?.length);
    expect(await rewrite(home, '--out HERE/new --jobs 3 -q')).toMatchObject({ exitCode: 0 });
    expect(await rewrite(home, '--out HERE/back --jobs 3 -q --reverse', 'new')).toMatchObject({
      exitCode: 0,
    });
    const back = filesIn(join(home, 'back'));
    expect([...back.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  });
});
