import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dumpFiles, isGzip, isUnreadArchive, isZip } from '../../src/migration/dump-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('file type by name', () => {
  it.each<[string, 'gzip' | 'zip' | 'archive' | 'text']>([
    ['a.gz', 'gzip'],
    ['a.json.GZ', 'gzip'],
    ['gz', 'text'],
    ['a.gz.txt', 'text'],
    ['a.zip', 'zip'],
    ['a.ZIP', 'zip'],
    ['a.zip.csv', 'text'],
    ['unzip', 'text'],
    ['a.tar', 'archive'],
    ['a.tgz', 'archive'],
    ['a.tbz', 'archive'],
    ['a.tbz2', 'archive'],
    ['a.txz', 'archive'],
    ['a.7z', 'archive'],
    ['a.rar', 'archive'],
    ['a.bz2', 'archive'],
    ['a.XZ', 'archive'],
    ['a.zst', 'archive'],
    ['a.tar.lz4', 'archive'],
    ['a.tar.lz4.txt', 'text'],
    ['tar', 'text'],
    ['a.tart', 'text'],
    ['guitar.txt', 'text'],
  ])('%s: %s', (name, kind) => {
    const found = [
      ...(isGzip(name) ? ['gzip'] : []),
      ...(isZip(name) ? ['zip'] : []),
      ...(isUnreadArchive(name) ? ['archive'] : []),
    ];
    expect(found).toEqual(kind === 'text' ? [] : [kind]);
  });
});

describe('input files of a dump', () => {
  it('are the named files and the regular files in the named folders, sorted by name', () => {
    const home = temporaryFolder();
    const folder = join(home, 'export');
    mkdirSync(join(folder, 'b', 'c'), { recursive: true });
    for (const place of ['z.txt', 'b/c/2.txt', 'b/c/10.txt', 'a.txt']) writeFileSync(join(folder, place), '');
    symlinkSync('a.txt', join(folder, 'b', 'link'));
    writeFileSync(join(home, 'one.txt'), '');
    const found = ['a.txt', 'b/c/10.txt', 'b/c/2.txt', 'z.txt'];
    expect(dumpFiles([join(home, 'one.txt'), folder])).toEqual({
      files: [
        { path: join(home, 'one.txt'), place: 'one.txt' },
        ...found.map((place) => ({ path: join(folder, place), place: join(place), isFound: true })),
      ],
      skipped: [{ place: join('b', 'link'), why: 'link' }],
    });
  });

  it('are refused if two would be written to the same file, or if one does not exist', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'export'));
    for (const place of ['a.txt', 'export/a.txt']) writeFileSync(join(home, place), '');
    const paths = [join(home, 'a.txt'), join(home, 'export')];
    expect(() => dumpFiles(paths)).toThrow(
      `${join(home, 'a.txt')} and ${join(home, 'export/a.txt')} would both be written to a.txt`,
    );
    expect(() => dumpFiles([join(home, 'none.txt')])).toThrow('no such file');
  });
});
