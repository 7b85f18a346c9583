import { describe, expect, it } from 'vitest';
import { detectText, peekStart } from '../../src/migration/detect-text.ts';
import { byteOrder } from '../../src/migration/utf16.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all);
}

const zeroAt = (at: number) => Buffer.concat([Buffer.alloc(at, 'a'), Buffer.from([0, 0x61])]);

describe('detection of text files', () => {
  it.each<[string, Buffer, boolean]>([
    ['an empty file', Buffer.alloc(0), true],
    ['letters', Buffer.from('abc'), true],
    ['a zero byte at the beginning', zeroAt(0), false],
    ['a zero byte at the end of the examined bytes', zeroAt(8191), false],
    ['a zero byte after the examined bytes', zeroAt(8192), true],
    ['UTF-16 little-endian', Buffer.from('\ufeffab', 'utf16le'), true],
    ['UTF-16 big-endian', Buffer.from('\ufeffab', 'utf16le').swap16(), true],
    ['UTF-32 little-endian', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), false],
    ['UTF-16 that begins with one zero byte', Buffer.from([0xff, 0xfe, 0, 0x61]), true],
  ])('decides for %s', async (_, bytes, isText) => {
    const read = await detectText(pieces(bytes, 65_536));
    expect(read.isText).toBe(isText);
    expect((await whole(read.bytes)).equals(bytes)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5])(
    'loses no byte in chunks of %i and reads enough for a byte order mark',
    async (size) => {
      const bytes = Buffer.from('abcdefg');
      const { start, bytes: all } = await peekStart(pieces(bytes, size));
      expect(start.length).toBe(Math.ceil(4 / size) * size);
      expect((await whole(all)).toString()).toBe('abcdefg');
      const short = await peekStart(pieces(Buffer.from('abc'), size));
      expect([short.start.toString(), (await whole(short.bytes)).toString()]).toEqual(['abc', 'abc']);
    },
  );

  it.each([
    [[0xfe, 0xff], 'big'],
    [[0xff, 0xfe], 'little'],
    [[0xff, 0xfe, 0, 0], undefined],
    [[0xff, 0xfe, 0, 1], 'little'],
    [[0xff, 0xfe, 1, 0], 'little'],
    [[0xfe, 0xfe], undefined],
    [[0xff, 0xff], undefined],
    [[0xff], undefined],
    [[], undefined],
  ])('reads the byte order from the byte order mark: %j', (start, order) => {
    expect(byteOrder(Uint8Array.from(start))).toBe(order);
  });
});
