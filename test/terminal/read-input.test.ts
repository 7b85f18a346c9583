import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inputName, readBytes, readText } from '../../src/terminal/read-input.ts';
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

  it('is refused if it is not UTF-8', async () => {
    await expect(readText('-', Readable.from([Buffer.from([0x61, 0xe9, 0x62])]))).rejects.toMatchObject({
      kind: 'invalidInput',
      message: expect.stringContaining('(stdin) is not UTF-8'),
    });
  });
});
