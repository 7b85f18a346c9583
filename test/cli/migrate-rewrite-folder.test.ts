import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const OLD = 'U0AAAAAA1';
const NEW = 'W0AAAAAA1';

/** A realistic export: folders, JSON, an SQL table, a page, a compressed file and a picture. */
const FILES: Readonly<Record<string, Buffer>> = {
  'users.json': Buffer.from(`[{"id":"${OLD}"}]`),
  'general/2026-01-01.json': Buffer.from(`[{"text":"ask <@${OLD}> ${OLD}"}]`),
  'general/notes.md': Buffer.from(`# ${OLD}\n[x](https://x.example/${OLD})`),
  'dump.sql': Buffer.from(`INSERT INTO users VALUES ('${OLD}', 'x${OLD}');`),
  'page.html': Buffer.from(`<a href="/team/${OLD}">Ada</a>`),
  'log.ndjson.gz': gzipSync(`{"user":"${OLD}"}\n`.repeat(3000)),
  'picture.png': Buffer.concat([Buffer.from([0x89, 0x50, 0, 1, 2]), Buffer.from(OLD)]),
  'empty.txt': Buffer.alloc(0),
};

function machineWithExport() {
  const machine = freshMachine();
  for (const [place, content] of Object.entries(FILES)) {
    const path = machine.path(join('export', place));
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
  }
  writeFileSync(machine.path('ids.csv'), `from,to\n${OLD},${NEW}\n`);
  const rewrite = (flags: string) =>
    machine.orgctl(
      `migrate rewrite --map ${machine.path('ids.csv')} ${flags.replaceAll('HERE', machine.home)}`,
    );
  const read = (path: string) => readFileSync(machine.path(path));
  return { machine, rewrite, read };
}

describe('migrate rewrite FILE --out FILE', () => {
  it.each(['x'.repeat(250), `${'x'.repeat(169)}${'é'.repeat(40)}`])(
    'rewrites a folder with a file whose name is as long as allowed: %s',
    async (name) => {
      const { machine, rewrite, read } = machineWithExport();
      writeFileSync(machine.path(`export/${name}.json`), `["${OLD}"]`);
      expect((await rewrite('HERE/export --out HERE/new')).exit).toBe(0);
      expect(read(`new/${name}.json`).toString()).toBe(`["${NEW}"]`);
    },
  );

  it('writes a file, not a folder of that name', async () => {
    const { machine, rewrite, read } = machineWithExport();
    const ran = await rewrite('HERE/export/users.json --out HERE/new.json -o csv --columns replaced');
    expect(ran).toMatchObject({ exit: 0, stdout: 'replaced\n1\n' });
    expect(read('new.json').toString()).toBe(`[{"id":"${NEW}"}]`);
    expect((await rewrite('HERE/new.json --reverse --out HERE/dry.json -n')).exit).toBe(0);
    expect(readdirSync(machine.home).filter((name) => name.includes('.json'))).toEqual(['new.json']);
  });

  it.each([
    ['page.html', 'new.html'],
    ['users.json', 'new.JSON'],
    ['users.json', 'new.txt'],
  ])('writes %s to a file named %s', async (from, to) => {
    const { rewrite, read } = machineWithExport();
    expect((await rewrite(`HERE/export/${from} --out HERE/${to}`)).exit).toBe(0);
    expect(read(to).toString()).toBe(FILES[from]?.toString().replaceAll(OLD, NEW));
  });

  it.each([
    ['HERE/export/users.json --out HERE/ids.csv', 'ids.csv is the map; it would be lost'],
    ['HERE/users.txt --out HERE/users.txt', 'users.txt is an input file'],
    [
      'HERE/export/users.json --out HERE/users.txt',
      'users.txt exists\nhint: choose another name or add --force',
    ],
    [
      'HERE/export/users.json --out HERE/new.json --report HERE/same/new.json',
      'error: --out and --report both name HERE/same/new.json',
    ],
    [
      'HERE/export/log.ndjson.gz --out HERE/new.ndjson',
      'log.ndjson.gz is compressed, so --out is a folder, and HERE/new.ndjson looks like a file\nhint: name a folder, for example --out HERE/new\n',
    ],
  ])('refuses %s', async (flags, words) => {
    const { machine, rewrite, read } = machineWithExport();
    writeFileSync(machine.path('users.txt'), OLD);
    symlinkSync(machine.home, machine.path('same'));
    const { exit, stderr } = await rewrite(flags);
    expect(exit).toBe(2);
    expect(stderr.replaceAll(machine.home, 'HERE')).toContain(words);
    expect(read('users.txt').toString()).toBe(OLD);
  });

  it('replaces a file with --force, and writes into an existing folder or a path with a slash', async () => {
    const { machine, rewrite, read } = machineWithExport();
    writeFileSync(machine.path('old.json'), 'old');
    expect((await rewrite('HERE/export/users.json --out HERE/old.json --force')).exit).toBe(0);
    expect(read('old.json').toString()).toBe(`[{"id":"${NEW}"}]`);
    mkdirSync(machine.path('there.json'));
    for (const folder of ['there.json', 'slash.json/', '2026.11.23', 'export.v2'])
      expect((await rewrite(`HERE/export/users.json --out HERE/${folder}`)).exit).toBe(0);
    expect(read('there.json/users.json')).toEqual(read('old.json'));
    expect(read('slash.json/users.json')).toEqual(read('old.json'));
    expect(read('2026.11.23/users.json')).toEqual(read('old.json'));
    expect(read('export.v2/users.json')).toEqual(read('old.json'));
  });
});

describe('migrate rewrite --out', () => {
  it('rewrites every file of a folder, and changes only IDs', async () => {
    const { rewrite, read } = machineWithExport();
    const ran = await rewrite('HERE/export --out HERE/new -o csv --columns file,replaced --no-header');
    expect(ran.exit).toBe(0);
    expect(ran.stdout.split('\n').sort().filter(Boolean)).toEqual([
      'dump.sql,1',
      'empty.txt,0',
      'general/2026-01-01.json,2',
      'general/notes.md,2',
      'log.ndjson.gz,3000',
      'page.html,1',
      'picture.png,0',
      'users.json,1',
    ]);
    expect(ran.stderr).toContain('1 file copied unchanged: not text: picture.png\n');
    for (const [place, content] of Object.entries(FILES)) {
      const [was, is] = [content, read(`new/${place}`)].map((bytes) =>
        place.endsWith('.gz') ? gunzipSync(bytes) : bytes,
      );
      const expected = was?.toString('latin1').replace(new RegExp(`\\b${OLD}\\b`, 'g'), NEW);
      expect(is?.toString('latin1')).toBe(place === 'picture.png' ? was?.toString('latin1') : expected);
    }
  });

  it('warns of the JSON files of a folder that are truncated', async () => {
    const { machine, rewrite } = machineWithExport();
    writeFileSync(machine.path('export/general/cut.json'), `[{"text":"${OLD}"},`);
    writeFileSync(machine.path('export/log.ndjson.gz'), gzipSync(`{"user":"${OLD}"}\n{"us`));
    expect((await rewrite('HERE/export --out HERE/new')).stderr).toContain(
      `warning: 2 files end in the middle of a JSON document: ${join('general', 'cut.json')}, log.ndjson.gz\n`,
    );
  });

  it('restores the folder with --reverse', async () => {
    const { rewrite, read } = machineWithExport();
    await rewrite('HERE/export --out HERE/new -q');
    expect((await rewrite('HERE/new --out HERE/back --reverse -q')).exit).toBe(0);
    for (const [place, content] of Object.entries(FILES)) {
      const unpacked = (bytes: Buffer) => (place.endsWith('.gz') ? gunzipSync(bytes) : bytes);
      expect(unpacked(read(`back/${place}`)).equals(unpacked(content))).toBe(true);
    }
  });

  it('starts again in a folder left by a killed command, but in no other', async () => {
    const { machine, rewrite, read } = machineWithExport();
    await rewrite('HERE/export --out HERE/whole -q');
    mkdirSync(machine.path('new/deep'), { recursive: true });
    const half = `deep/a.json.${randomUUID()}.tmp`;
    for (const name of ['.orgctl-unfinished', 'users.json', half])
      writeFileSync(machine.path(`new/${name}`), '');
    expect((await rewrite('HERE/export --out HERE/new -n -q')).exit).toBe(0);
    expect(readdirSync(machine.path('new/deep'))).toHaveLength(1);
    expect((await rewrite('HERE/export --out HERE/new -q')).exit).toBe(0);
    for (const place of Object.keys(FILES))
      expect(read(`new/${place}`).equals(read(`whole/${place}`))).toBe(true);
    expect(readdirSync(machine.path('new/deep')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(readdirSync(machine.path('new'))).not.toContain('.orgctl-unfinished');
    expect((await rewrite('HERE/export --out HERE/new')).exit).toBe(2);
  });

  it('writes nothing in a dry run, and follows no symlink', async () => {
    const { machine, rewrite } = machineWithExport();
    symlinkSync(machine.path('ids.csv'), machine.path('export/link.csv'));
    const ran = await rewrite('HERE/export --out HERE/new -n -o json');
    expect(ran.exit).toBe(0);
    const rows: readonly { readonly file: string; readonly leftOut?: string }[] = JSON.parse(ran.stdout);
    expect(rows).toHaveLength(Object.keys(FILES).length + 1);
    expect(rows.filter(({ leftOut }) => leftOut !== undefined)).toEqual([
      { file: 'picture.png', bytes: 14, replaced: 0, unknown: 0, leftOut: 'not text' },
      { file: 'link.csv', bytes: 0, replaced: 0, unknown: 0, leftOut: 'link' },
    ]);
    expect(ran.stderr).toContain('warning: 1 link skipped: link.csv\n');
    expect(readdirSync(machine.home)).not.toContain('new');
  });

  it.each([
    [5, 'a0.png, a1.png, a2.png, a3.png, a4.png\n'],
    [6, 'a0.png, a1.png, a2.png, a3.png, a4.png and 1 more; -o json lists all\n'],
  ])('names up to five of %i binary files and as many links', async (count, names) => {
    const machine = freshMachine();
    mkdirSync(machine.path('in'));
    writeFileSync(machine.path('ids.csv'), `from,to\n${OLD},${NEW}\n`);
    for (let at = 0; at < count; at += 1) {
      writeFileSync(machine.path(`in/a${at}.png`), '\0');
      symlinkSync('nowhere', machine.path(`in/b${at}.png`));
    }
    const line = `migrate rewrite --map ${machine.path('ids.csv')} ${machine.path('in')} --out ${machine.path('out')}`;
    const { stderr } = await machine.orgctl(line);
    expect(stderr).toContain(`${count} files copied unchanged: not text: ${names}`);
    expect(stderr).toContain(`warning: ${count} links skipped: ${names.replaceAll(/a(?=\d)/g, 'b')}`);
  });

  it('reports pipes, sockets and devices without opening them', async () => {
    const { machine, rewrite } = machineWithExport();
    execFileSync('mkfifo', [machine.path('export/pipe')]);
    const { exit, stderr } = await rewrite('HERE/export --out HERE/new');
    expect([exit, stderr.split('\n')]).toEqual([
      0,
      expect.arrayContaining(['warning: 1 socket, pipe or device skipped: pipe']),
    ]);
  });

  it.each(['utf16le', 'utf16be'])(
    'rewrites %s with its byte order mark, in a folder and as a single file',
    async (name) => {
      const { machine, rewrite, read } = machineWithExport();
      const encoded = (text: string) => {
        const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
        return name === 'utf16be' ? bytes.swap16() : bytes;
      };
      writeFileSync(machine.path('export/wide.csv'), encoded(`id,owner\r\n${OLD},"\u{1f389}${OLD}"\r\n`));
      const ran = await rewrite('HERE/export --out HERE/new --column owner');
      expect(ran.exit).toBe(0);
      expect(read('new/wide.csv').equals(encoded(`id,owner\r\n${OLD},"\u{1f389}${NEW}"\r\n`))).toBe(true);
      const alone = await rewrite(
        'HERE/export/wide.csv --in-place -o csv --columns replaced,bytes --no-header',
      );
      expect(alone).toMatchObject({ exit: 0, stdout: '2,72\n' });
      expect(read('export/wide.csv').equals(encoded(`id,owner\r\n${NEW},"\u{1f389}${NEW}"\r\n`))).toBe(true);
    },
  );

  it.each([
    ['UTF-16 without a mark', Buffer.from(`${OLD}\n`, 'utf16le')],
    ['UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(`${OLD}\n`, 'utf16le')])],
    ['a picture', Buffer.from(`\x89PNG\0${OLD}`)],
  ])('refuses %s as a single file, unless --format text is set', async (_, bytes) => {
    const { machine, rewrite, read } = machineWithExport();
    const file = machine.path('one.txt');
    writeFileSync(file, bytes);
    for (const flags of ['', '--in-place']) {
      expect(await rewrite(`${file} ${flags}`)).toMatchObject({
        exit: 5,
        stdout: '',
        stderr: `error: ${file} is not text: it contains a NUL byte\nhint: UTF-16 needs a byte order mark; --format text reads the file unchanged\n`,
      });
      expect(read('one.txt').equals(bytes)).toBe(true);
    }
    expect((await rewrite(`${file} --format text`)).exit).toBe(0);
  });

  it('refuses truncated archives, existing files, and two files for one path', async () => {
    const { machine, rewrite } = machineWithExport();
    writeFileSync(machine.path('cut.gz'), gzipSync(Buffer.from('x'.repeat(100_000))).subarray(0, 60));
    expect(await rewrite('HERE/cut.gz --out HERE/new')).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('is truncated or not gzip'),
    });
    expect(readdirSync(machine.path('new'))).toEqual([]);
    expect((await rewrite('HERE/export --out HERE/export')).stderr).toContain('is not empty');
    expect((await rewrite('HERE/export/users.json HERE/export --out HERE/other')).stderr).toContain(
      'would both be written to users.json',
    );
    expect((await rewrite('HERE/nothing --out HERE/other')).exit).toBe(5);
    expect((await rewrite('--out HERE/other')).exit).toBe(2);
    expect((await rewrite('HERE/export --out HERE/other --in-place')).exit).toBe(2);
  });
});
