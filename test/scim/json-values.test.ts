import { describe, expect, it } from 'vitest';
import { endOfText } from '../../src/scim/json-values.ts';

const end = (bytes: Buffer, start = 0) =>
  endOfText(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), start);
const [QUOTE, BACKSLASH, DEL] = [0x22, 0x5c, 0x7f];

describe('end of a text in JSON', () => {
  /** Where a text of letters ends whose byte at `place` is replaced. */
  const endWith = (length: number, place: number, byte: number) => {
    if (byte === QUOTE) return place;
    return byte < 0x20 || byte === DEL ? -1 : length;
  };
  const others = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== BACKSLASH);

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('finds each byte that ends or breaks a text of %d bytes', (length) => {
    for (let place = 0; place < length; place += 1)
      for (const byte of others) {
        const bytes = Buffer.from(`${'a'.repeat(length)}"aa`);
        bytes[place] = byte;
        expect([byte, end(bytes)]).toEqual([byte, endWith(length, place, byte)]);
      }
  });

  it.each([
    ['"', 0],
    ['\\n"', 2],
    ['\\\\"', 2],
    ['\\""', 2],
    ['abc\\""', 5],
    ['abcdefg\\u00e9"', 13],
    ['abcdefg\\u00g9"', -1],
    ['abcd\\x"', -1],
    ['abcdefghijk', -1],
    ['abcd', -1],
    ['abcd\\', -1],
    ['', -1],
    ['ééé\ud83d\udc4d"', 10],
  ])('%s: %d', (text, expected) => {
    expect(end(Buffer.from(text))).toBe(expected);
    // The same at every position within four bytes.
    for (let before = 1; before <= 4; before += 1)
      expect(end(Buffer.from('"'.repeat(before) + text), before)).toBe(
        expected < 0 ? expected : expected + before,
      );
  });
});
