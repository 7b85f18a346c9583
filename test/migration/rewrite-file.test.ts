import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildIdTable } from '../../src/migration/id-table.ts';
import type { Selection } from '../../src/migration/rewrite-dump.ts';
import { type RewriteContext, rewriteFile } from '../../src/migration/rewrite-file.ts';
import { replaceFile } from '../../src/migration/rewrite-in-place.ts';
import { rewriteFiles } from '../../src/migration/rewrite-threads.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readZip, writeZip } from '../support/zip-archive.ts';

const OLD = 'U01ABCDEF';
const NEW = 'W0NEW00001';
const STRANGER = 'U09GONE01';

function means(options: Partial<RewriteContext> = {}): RewriteContext {
  return {
    table: buildIdTable(new Map([[OLD, NEW]])),
    invalid: new Set(),
    selection: { format: 'auto' },
    folder: undefined,
    checkStop: () => {},
    ...options,
  };
}

function fileWith(place: string, content: string | Buffer) {
  const path = join(temporaryFolder(), place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return { path, place };
}

describe('rewriting of one file', () => {
  const CSV = `id,owner\n${OLD},${OLD}\n`;
  const BOTH = `id,owner\n${NEW},${NEW}\n`;
  const OWNER = `id,owner\n${OLD},${NEW}\n`;
  const JSON_TEXT = `{"id":"${OLD}","by":"${OLD}"}`;
  it.each<[string, string, Partial<Selection>, boolean, string, object]>([
    ['a.txt', `${OLD} ${STRANGER}`, {}, false, `${NEW} ${STRANGER}`, { replaced: 1, unknown: 1 }],
    ['a.csv', CSV, { columns: ['owner'] }, false, OWNER, { replaced: 1 }],
    // In a found file, selected columns and properties apply only to file types that have them.
    ['a.csv', CSV, { columns: ['owner'] }, true, OWNER, { replaced: 1 }],
    [
      'a.tsv',
      CSV.replaceAll(',', '\t'),
      { columns: ['owner'] },
      true,
      OWNER.replaceAll(',', '\t'),
      { replaced: 1 },
    ],
    ['a.csv', CSV, { columns: ['owner', 'x'] }, true, OWNER, { replaced: 1 }],
    ['a.csv', CSV, { columns: ['x'] }, true, CSV, { replaced: 0, leftOut: 'none of the columns' }],
    ['a.txt', CSV, { columns: ['owner'] }, true, BOTH, { replaced: 2 }],
    ['a.json', JSON_TEXT, { properties: ['by'] }, true, `{"id":"${OLD}","by":"${NEW}"}`, { replaced: 1 }],
    [
      'a.ndjson',
      JSON_TEXT,
      { properties: ['by', 'x'] },
      true,
      `{"id":"${OLD}","by":"${NEW}"}`,
      { replaced: 1, absent: ['x'], others: ['id'] },
    ],
    ['a.csv', CSV, { properties: ['by'] }, true, BOTH, { replaced: 2 }],
    ['a.json.txt', JSON_TEXT, { properties: ['by'] }, true, `{"id":"${NEW}","by":"${NEW}"}`, { replaced: 2 }],
    ['a.csv.txt', CSV, { columns: ['owner'] }, true, BOTH, { replaced: 2 }],
    ['a.bin', `${OLD}\0`, {}, false, `${OLD}\0`, { replaced: 0, leftOut: 'not text' }],
    ['a.tar', `${OLD}\0`, {}, false, `${OLD}\0`, { replaced: 0, leftOut: 'archive' }],
    // Only the name says that the file is an archive.
    ['a.tar', OLD, {}, false, NEW, { replaced: 1 }],
    ['empty', '', {}, false, '', { replaced: 0 }],
  ])(
    'handles a file by its name and its bytes: %s',
    async (place, before, selection, isFound, after, result) => {
      const folder = temporaryFolder();
      const file = { ...fileWith(place, before), ...(isFound ? ({ isFound: true } as const) : {}) };
      const whole = { format: 'auto', ...selection } as const;
      const expected = { file: place, bytes: before.length, unknown: 0, ...result };
      const written = await rewriteFile(file, means({ folder, selection: whole }));
      expect(written.results).toEqual([expected]);
      expect(readFileSync(join(folder, place), 'utf8')).toBe(after);
      const counted = await rewriteFile(file, means({ selection: whole }));
      expect(counted.results).toEqual([expected]);
    },
  );

  it('decompresses gzip, rewrites the content by its inner name and compresses it again', async () => {
    const folder = temporaryFolder();
    const file = { ...fileWith('logs/a.csv.GZ', gzipSync(CSV)), isFound: true } as const;
    const { results, unknown } = await rewriteFile(
      file,
      means({ folder, selection: { format: 'auto', columns: ['owner'] } }),
    );
    expect(results).toEqual([{ file: 'logs/a.csv.GZ', bytes: CSV.length, replaced: 1, unknown: 0 }]);
    expect(unknown).toEqual({ total: 0, isCut: false, named: new Map() });
    expect(gunzipSync(readFileSync(join(folder, 'logs/a.csv.GZ'))).toString()).toBe(OWNER);
  });

  it.each([
    ['a.gz', Buffer.from('no gzip'), 'is truncated or not gzip'],
    ['a.gz', gzipSync(CSV).subarray(0, 20), 'is truncated or not gzip'],
    ['a.zip', Buffer.from('no zip'), 'the zip archive is incomplete'],
  ])('leaves no output if the input is damaged: %s', async (place, content, message) => {
    const folder = temporaryFolder();
    await expect(rewriteFile(fileWith(place, content), means({ folder }))).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('rewrites each entry of a zip archive by its name', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    const path = join(home, 'e.zip');
    await writeZip(
      path,
      { 'sub/': '', 'sub/a.csv': CSV, 'b.txt': CSV, 'c.bin': `${OLD}\0`, 'd.gz': gzipSync(OLD) },
      { stored: ['b.txt'], comment: 'kept' },
    );
    const selection = { format: 'auto', columns: ['owner'] } as const;
    const { results } = await rewriteFile({ path, place: 'e.zip' }, means({ folder, selection }));
    expect(results).toEqual([
      { file: join('e.zip', 'sub', 'a.csv'), bytes: CSV.length, replaced: 1, unknown: 0 },
      { file: join('e.zip', 'b.txt'), bytes: CSV.length, replaced: 2, unknown: 0 },
      { file: join('e.zip', 'c.bin'), bytes: 10, replaced: 0, unknown: 0, leftOut: 'not text' },
      { file: join('e.zip', 'd.gz'), bytes: 9, replaced: 1, unknown: 0 },
    ]);
    const { entries, comment } = await readZip(join(folder, 'e.zip'));
    expect(comment).toBe('kept');
    const texts = entries.map(({ name, text }) => (name === 'd.gz' ? gunzipSync(text) : text).toString());
    expect(texts).toEqual(['', OWNER, BOTH, `${OLD}\0`, NEW]);
    expect(entries.map(({ isStored }) => isStored).slice(1, 4)).toEqual([false, true, false]);
  });

  it('keeps symbolic links in a zip archive unchanged', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    const path = join(home, 'e.zip');
    await writeZip(path, { link: OLD }, { mode: 0o120777 });
    const { results } = await rewriteFile({ path, place: 'e.zip' }, means({ folder }));
    expect(results).toEqual([
      { file: join('e.zip', 'link'), bytes: 9, replaced: 0, unknown: 0, leftOut: 'link in an archive' },
    ]);
    const { entries } = await readZip(join(folder, 'e.zip'));
    expect(entries.map(({ text, mode }) => [text.toString(), mode])).toEqual([[OLD, 0o120777]]);
  });

  it('leaves no output if it is stopped at any point', async () => {
    const file = fileWith('a.txt', OLD);
    for (const left of [0, 1, 2]) {
      const folder = temporaryFolder();
      let calls = left;
      const checkStop = () => {
        if (calls === 0) throw new Error('stopped');
        calls -= 1;
      };
      await expect(rewriteFile(file, means({ folder, checkStop }))).rejects.toThrow('stopped');
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('stops before counting if no output folder is given', async () => {
    const checkStop = () => {
      throw new Error('stopped');
    };
    await expect(rewriteFile(fileWith('a.txt', OLD), means({ checkStop }))).rejects.toThrow('stopped');
  });
});

describe('rewriting of several files', () => {
  it('rewrites in order until the first file that fails', async () => {
    const folder = temporaryFolder();
    const files = [
      fileWith('a.txt', OLD),
      fileWith('b.txt', STRANGER),
      fileWith('c.gz', 'no gzip'),
      fileWith('d.txt', OLD),
    ];
    const done: number[] = [];
    const both = await rewriteFiles(files.slice(0, 2), means({ folder }), 4, (count) => done.push(count));
    expect(both.map(({ results }) => results[0]?.replaced)).toEqual([1, 0]);
    expect([...(both[1]?.unknown.named ?? [])]).toEqual([[STRANGER, 1]]);
    expect(done).toEqual([1, 2]);
    await expect(rewriteFiles(files.slice(2), means({ folder }), 1, () => {})).rejects.toThrow('c.gz');
    expect(readdirSync(folder)).toEqual(['a.txt', 'b.txt']);
  });

  it('starts no file after a stop', async () => {
    const folder = temporaryFolder();
    let count = 0;
    const checkStop = () => {
      count += 1;
      throw new Error('stopped');
    };
    await expect(
      rewriteFiles([fileWith('a.txt', OLD)], means({ folder, checkStop }), 1, () => {}),
    ).rejects.toThrow('stopped');
    expect([count, readdirSync(folder)]).toEqual([1, []]);
  });
});

describe('in-place replacement of a file', () => {
  const replaced = (path: string, backup: string | undefined, isDifferent: boolean, text = 'new') =>
    replaceFile(
      path,
      backup,
      async (write) => {
        write(Buffer.from(text));
        return isDifferent;
      },
      (made) => made,
    );

  it('keeps the file mode and a backup of the old content', async () => {
    const { path } = fileWith('a.txt', 'old');
    writeFileSync(path, 'old');
    const { mode } = statSync(path);
    await replaced(path, '.bak', true);
    expect([readFileSync(path, 'utf8'), readFileSync(`${path}.bak`, 'utf8')]).toEqual(['new', 'old']);
    expect(statSync(path).mode).toBe(mode);
  });

  it('keeps the file and writes no backup if nothing changes', async () => {
    const { path } = fileWith('a.txt', 'old');
    const { ino } = statSync(path);
    await replaced(path, '.bak', false);
    expect([readFileSync(path, 'utf8'), existsSync(`${path}.bak`), statSync(path).ino]).toEqual([
      'old',
      false,
      ino,
    ]);
    expect(readdirSync(dirname(path))).toEqual(['a.txt']);
  });

  it('refuses to overwrite an existing backup and leaves no temporary file', async () => {
    const { path } = fileWith('a.txt', 'old');
    writeFileSync(`${path}.bak`, 'other');
    await expect(replaced(path, '.bak', true)).rejects.toMatchObject({ kind: 'storage' });
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['a.txt', 'a.txt.bak']);
    expect([readFileSync(path, 'utf8'), readFileSync(`${path}.bak`, 'utf8')]).toEqual(['old', 'other']);
  });

  it('refuses a missing file', async () => {
    await expect(replaced(join(temporaryFolder(), 'none'), undefined, true)).rejects.toMatchObject({
      kind: 'invalidInput',
      message: expect.stringContaining('there is no such file'),
    });
    const { path } = fileWith('a.txt', '');
    await expect(replaced(join(path, 'b'), undefined, true)).rejects.toThrow('it cannot be opened');
  });
});
