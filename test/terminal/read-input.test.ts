import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inputName, provideInput, readBytes, readMeasured, readText } from '../../src/terminal/read-input.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const nothing = Readable.from([]);

describe('input from a file or stdin', () => {
  it('is read to its end from either source', async () => {
    const path = join(temporaryFolder(), 'a.txt');
    writeFileSync(path, 'größe');
    expect(await readText(path, nothing)).toBe('größe');
    expect(await readText('-', Readable.from([Buffer.from('grö'), 'ße']))).toBe('größe');
    expect([inputName('-'), inputName(path)]).toEqual(['(stdin)', path]);
  });

  it('keeps a character that is split between two chunks', async () => {
    const bytes = Buffer.from('größe');
    expect(await readText('-', Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]))).toBe('größe');
  });

  it('is streamed in chunks, and refused above 1 MiB as text', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024);
      })(),
    );
    let size = 0;
    for await (const chunk of readBytes('-', endless)) {
      size += chunk.length;
      if (size > 10_000) break;
    }
    expect(size).toBeLessThan(12_000);
    const another = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1024, 'x');
      })(),
    );
    await expect(readText('-', another)).rejects.toMatchObject({
      kind: 'invalidInput',
      message: '(stdin) is larger than 1 MiB',
    });
  });

  it.each([
    ['missing', 'no such file'],
    ['folder', 'it is a folder'],
  ])('is refused with a reason if it cannot be read (exit 5): %s', async (name, why) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder'));
    const path = join(folder, name);
    await expect(readText(path, nothing)).rejects.toMatchObject({
      kind: 'invalidInput',
      message: `cannot read ${path}: ${why}`,
    });
  });

  async function sharesOf(path: string, stdin = nothing): Promise<readonly (number | undefined)[]> {
    const { bytes, shareRead } = readMeasured(path, stdin, 4);
    const shares = [shareRead()];
    for await (const _ of bytes) shares.push(shareRead());
    return shares;
  }

  it('tells how much of a file was read', async () => {
    const path = join(temporaryFolder(), 'a.txt');
    writeFileSync(path, '12345678');
    expect(await sharesOf(path)).toEqual([0, 0.5, 1]);
    const removals = [provideInput('a.csv', Buffer.from('1234')), provideInput('empty.csv', Buffer.alloc(0))];
    expect(await sharesOf('a.csv')).toEqual([0, 1]);
    expect(await sharesOf('empty.csv')).toEqual([0, 0]);
    for (const remove of removals) remove();
  });

  it('tells at most the whole of a file that grows while it is read', async () => {
    const path = join(temporaryFolder(), 'a.txt');
    writeFileSync(path, '1234');
    const { bytes, shareRead } = readMeasured(path, nothing, 4);
    writeFileSync(path, '123456789012');
    for await (const _ of bytes) expect(shareRead()).toBe(1);
  });

  it('does not tell how much of a pipe was read', async () => {
    expect(await sharesOf('-', Readable.from([Buffer.from('12')]))).toEqual([undefined, undefined]);
  });

  it('is refused if it is not UTF-8', async () => {
    await expect(readText('-', Readable.from([Buffer.from([0x61, 0xe9, 0x62])]))).rejects.toMatchObject({
      kind: 'invalidInput',
      message: expect.stringContaining('(stdin) is not UTF-8'),
    });
  });
});
