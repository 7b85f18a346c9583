import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import {
  readZip,
  tamperWithZip,
  writeZip,
  type ZipContent,
  type ZipOptions,
} from '../support/zip-archive.ts';

const OLD = 'U0AAAAAA1';
const NEW = 'W0AAAAAA1';

const CONTENT: ZipContent = {
  'general/': '',
  'users.json': `[{"id":"${OLD}"}]`,
  'general/2026-01-01.json': `[{"text":"ask <@${OLD}>\\n${OLD}"}]`,
  'stored.md': `# ${OLD} U0STRANGE1\n`,
  'ünï/dump.sql': `INSERT INTO users VALUES ('${OLD}');`.repeat(1000),
  'log.ndjson.gz': gzipSync(`{"user":"${OLD}"}\n`.repeat(3000)),
  'picture.png': Buffer.concat([Buffer.from([0x89, 0x50, 0, 1, 2]), Buffer.from(OLD)]),
  'empty.txt': '',
};

async function machineWithZip(content: ZipContent = CONTENT, options: ZipOptions = {}) {
  const machine = freshMachine();
  await writeZip(machine.path('export.zip'), content, options);
  writeFileSync(machine.path('ids.csv'), `from,to\n${OLD},${NEW}\n`);
  const rewrite = async (flags: string) => {
    const ran = await machine.orgctl(
      `migrate rewrite --map ${machine.path('ids.csv')} ${flags.replaceAll('HERE', machine.home)}`,
    );
    return { ...ran, stderr: ran.stderr.replaceAll(machine.home, 'HERE') };
  };
  return { machine, rewrite };
}

const plain = (name: string, bytes: Buffer) => (name.endsWith('.gz') ? gunzipSync(bytes) : bytes);

describe('migrate rewrite of a zip archive', () => {
  it.each([
    ['compressed', {}],
    ['in the ZIP64 form', { isZip64: true }],
    [
      'with comments, modes and stored entries',
      { comment: `of ${OLD}`, entryComment: 'first drafts', stored: ['stored.md'], mode: 0o100755 },
    ],
  ] satisfies [string, ZipOptions][])(
    'rewrites every entry, and changes only IDs: %s',
    async (_, options) => {
      const { machine, rewrite } = await machineWithZip(CONTENT, options);
      const ran = await rewrite(
        'HERE/export.zip --out HERE/new -o csv --columns file,replaced,unknown --no-header',
      );
      expect(ran.exit).toBe(0);
      expect(ran.stdout.split('\n')).toEqual([
        'export.zip/users.json,1,0',
        'export.zip/general/2026-01-01.json,2,0',
        'export.zip/stored.md,1,1',
        'export.zip/ünï/dump.sql,1000,0',
        'export.zip/log.ndjson.gz,3000,0',
        'export.zip/picture.png,0,0',
        'export.zip/empty.txt,0,0',
        '',
      ]);
      expect(ran.stderr).toContain('1 file copied unchanged: not text: export.zip/picture.png\n');
      const [before, after] = [
        await readZip(machine.path('export.zip')),
        await readZip(machine.path('new/export.zip')),
      ];
      expect(after.comment).toBe(before.comment);
      expect(after.entries.map(({ text, ...entry }) => entry)).toEqual(
        before.entries.map(({ text, ...entry }) => entry),
      );
      for (const [index, { name, text }] of before.entries.entries()) {
        const [was, is] = [text, after.entries[index]?.text ?? Buffer.alloc(0)].map((bytes) =>
          plain(name, bytes).toString('latin1'),
        );
        expect(is).toBe(name === 'picture.png' ? was : was?.replaceAll(OLD, NEW));
      }
    },
  );

  it('restores any archive with --reverse', async () => {
    const word = fc.constantFrom(OLD, 'x', '_', ' ', '\n', '"', 'U0STRANGE1', 'é');
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
    const names = fc.uniqueArray(fc.stringMatching(/^[a-c]{1,2}\.(json|txt|csv|html|md|sql)$/), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.array(text, { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        async (entries, texts, isZip64) => {
          const content = Object.fromEntries(entries.map((name, index) => [name, texts[index] ?? '']));
          const { machine, rewrite } = await machineWithZip(content, { isZip64 });
          expect((await rewrite('HERE/export.zip --out HERE/new -q')).exit).toBe(0);
          expect((await rewrite('HERE/new/export.zip --out HERE/back --reverse -q')).exit).toBe(0);
          expect(await readZip(machine.path('back/export.zip'))).toEqual(
            await readZip(machine.path('export.zip')),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('copies symlinks unchanged, since file names stay', async () => {
    const content = { 'last.json': `users/${OLD}.json`, 'other.json': `users/${OLD}.json` };
    const { machine, rewrite } = await machineWithZip(content, { mode: 0o120777 });
    const ran = await rewrite(
      'HERE/export.zip --out HERE/new -o csv --columns file,replaced,leftOut --no-header',
    );
    expect(ran.stdout).toBe(
      'export.zip/last.json,0,link in an archive\nexport.zip/other.json,0,link in an archive\n',
    );
    expect(ran.stderr).toContain(
      '2 links in archives copied unchanged: export.zip/last.json, export.zip/other.json\n',
    );
    const { entries } = await readZip(machine.path('new/export.zip'));
    expect(entries.map(({ text }) => text.toString())).toEqual(Object.values(content));
  });

  it('reports an archive inside an archive, whose IDs stay', async () => {
    const { machine, rewrite } = await machineWithZip();
    const inner = readFileSync(machine.path('export.zip'));
    const content = { 'inner.ZIP': inner, 'packed.zip.gz': gzipSync(inner), 'a.txt': OLD };
    await writeZip(machine.path('outer.zip'), content);
    writeFileSync(machine.path('loose.zip.gz'), gzipSync(inner));
    for (const [given, names] of [
      ['HERE/outer.zip', ['outer.zip/inner.ZIP', 'outer.zip/packed.zip.gz']],
      ['HERE/loose.zip.gz', ['loose.zip.gz']],
    ] as const) {
      const out = `HERE/new-${names.length}`;
      const ran = await rewrite(`${given} --out ${out} --fail-on-unknown`);
      expect(ran.exit).toBe(3);
      expect(ran.stderr).toContain(
        `unpack ${names.length === 1 ? 'it' : 'them'} first: ${names.join(', ')}\n`,
      );
      expect(ran.stderr).toContain(`error: IDs in ${names.join(', ')} were not rewritten\n`);
    }
    const { entries } = await readZip(machine.path('new-2/outer.zip'));
    expect(entries[0]?.text.equals(inner)).toBe(true);
  });

  it('rewrites the archives of a folder, and only the chosen columns of CSV files that have them', async () => {
    const { machine, rewrite } = await machineWithZip({
      'users.csv': `user_id,text\n${OLD},${OLD}\n`,
      'none.csv': `name\n${OLD}\n`,
      'x.json': `["${OLD}"]`,
    });
    mkdirSync(machine.path('all'));
    writeFileSync(machine.path('all/export.zip'), readFileSync(machine.path('export.zip')));
    const ran = await rewrite(
      'HERE/all --out HERE/new --column user_id -o csv --columns file,replaced --no-header',
    );
    expect(ran).toMatchObject({
      exit: 0,
      stdout: 'export.zip/users.csv,1\nexport.zip/none.csv,0\nexport.zip/x.json,1\n',
    });
    expect(ran.stderr).toContain(
      'warning: 1 CSV file copied unchanged: none of the columns: export.zip/none.csv\n',
    );
    const { entries } = await readZip(machine.path('new/export.zip'));
    expect(entries.map(({ text }) => text.toString())).toEqual([
      `user_id,text\n${NEW},${OLD}\n`,
      `name\n${OLD}\n`,
      `["${NEW}"]`,
    ]);
    // A file given by name must have the column.
    writeFileSync(machine.path('none.csv'), `name\n${OLD}\n`);
    expect((await rewrite('HERE/none.csv --out HERE/other --column user_id')).stderr).toContain(
      'has no column "user_id"',
    );
  });

  it.each<[string, Parameters<typeof tamperWithZip>[1], string]>([
    [
      'an entry with a path outside the archive',
      ({ central, local }) => {
        for (const [header, at] of [
          [central[0], 46],
          [local[0], 30],
        ] as const)
          header?.write('../a.txt', at);
      },
      'invalid relative path: ../a.txt',
    ],
    [
      'an entry with an absolute path',
      ({ central }) => void central[0]?.write('/tmp/a.x', 46),
      'absolute path: /tmp/a.x',
    ],
    [
      'two entries with one name',
      ({ central, local }) => {
        for (const [header, at] of [
          [central[1], 46],
          [local[1], 30],
        ] as const)
          header?.write('aa/a.txt', at);
      },
      'it has two entries named aa/a.txt',
    ],
    ['an encrypted entry', ({ central }) => void central[1]?.writeUInt16LE(1, 8), 'bb/b.txt is encrypted'],
    [
      'an unsupported compression',
      ({ central }) => void central[1]?.writeUInt16LE(12, 10),
      'bb/b.txt has an unsupported compression method (12)',
    ],
    [
      'entries that share bytes',
      ({ central }) => void central[1]?.writeUInt32LE(0, 42),
      'shares bytes with another entry',
    ],
    [
      'an entry with a huge declared size',
      ({ central }) => void central[1]?.writeUInt32LE(0xf0000000, 24),
      'bytes would become 4,026,532,840',
    ],
    // With the 1,000 bytes of the other entry, the total is exactly the limit.
    [
      'an entry with a false declared size up to the limit',
      ({ central }) => void central[1]?.writeUInt32LE(1024 ** 3 - 1000, 24),
      'bb/b.txt is damaged',
    ],
    [
      'an entry with a declared size one byte above the limit',
      ({ central }) => void central[1]?.writeUInt32LE(1024 ** 3 - 999, 24),
      'bytes would become 1,073,741,825',
    ],
    [
      'a wrong checksum',
      ({ central }) => void central[1]?.writeUInt32LE(7, 16),
      'bb/b.txt is damaged: checksum mismatch',
    ],
    ['a damaged entry', ({ local }) => void local[1]?.fill(0xff, 45, 52), 'bb/b.txt is damaged'],
    ['a zeroed end', ({ all }) => void all.fill(0, all.length - 30), 'the zip archive is incomplete'],
  ])('refuses %s, and writes no archive', async (_, change, message) => {
    const { machine, rewrite } = await machineWithZip({
      'aa/a.txt': `${OLD} `.repeat(100),
      'bb/b.txt': `${OLD}, `.repeat(100),
    });
    tamperWithZip(machine.path('export.zip'), change);
    const ran = await rewrite('HERE/export.zip --out HERE/new');
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).toContain(`error: cannot rewrite HERE/export.zip: `);
    expect(ran.stderr).toContain(message);
    expect(existsSync(machine.path('new')) ? readdirSync(machine.path('new')) : []).toEqual([]);
    expect(existsSync(machine.path('a.txt'))).toBe(false);
  });

  it('accepts a large file that compresses well', async () => {
    const { rewrite } = await machineWithZip({ 'zeros.txt': ' '.repeat(20 * 1024 * 1024) });
    expect((await rewrite('HERE/export.zip --out HERE/new -q')).exit).toBe(0);
  });

  it.each([
    ['HERE/export.zip', 'HERE/export.zip is compressed, and compressed files need --out'],
    ['HERE/export.zip --in-place', 'is compressed, and compressed files need --out'],
    ['HERE/some.ndjson.gz', 'HERE/some.ndjson.gz is compressed, and compressed files need --out'],
    ['HERE/ids.csv --jobs 2', '--jobs needs --out'],
    ['HERE/ids.csv --out HERE/new --jobs 0', 'It must be a whole number from 1 to 256.'],
    ['HERE/ids.csv --out HERE/new --jobs 257', 'It must be a whole number from 1 to 256.'],
  ])('refuses %s', async (flags, message) => {
    const { rewrite } = await machineWithZip();
    const { exit, stderr } = await rewrite(flags);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});
