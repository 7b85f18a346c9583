import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPieceHider, MARK } from '../../src/gate/find-pieces.ts';
import { indexPieces } from '../../src/gate/piece-index.ts';

/**
 * Uses few characters, so that pieces share prefixes, overlap, and almost occur in the text; one character
 * has two bytes.
 */
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abc1é'), minLength, maxLength });

/** The same result by searching for every piece at every position. */
function hiddenSlowly(bytes: Buffer, pieces: readonly Buffer[]): Buffer {
  const isPart = new Array<boolean>(bytes.length).fill(false);
  const isJoined = new Array<boolean>(bytes.length).fill(false);
  for (const piece of pieces) {
    for (let at = bytes.indexOf(piece); at >= 0; at = bytes.indexOf(piece, at + 1)) {
      isPart.fill(true, at, at + piece.length);
    }
  }
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const isRestOfCharacter = ((bytes[at] ?? 0) & 0xc0) === 0x80;
    isJoined[at] = isPart[at] === true || (isRestOfCharacter && isJoined[at - 1] === true);
    if (isJoined[at] === false) parts.push(bytes.subarray(at, at + 1));
    else if (isPart[at] === true && isPart[at - 1] !== true) parts.push(Buffer.from(MARK));
  }
  return Buffer.concat(parts);
}

/** Pieces, and text that contains parts of them between other characters. */
const cases = fc
  .array(text(4, 12), { minLength: 1, maxLength: 3 })
  .chain((secrets) =>
    fc.tuple(
      fc.constant(secrets),
      fc.array(fc.oneof(text(0, 6), fc.constantFrom(...secrets).chain(partOf)), { maxLength: 5 }),
    ),
  );

function partOf(secret: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat({ max: 2 }), fc.integer({ min: 2, max: secret.length }))
    .map(([from, to]) => secret.slice(Math.min(from, to), to));
}

it('finds the same pieces as a search for each piece at each position', () => {
  const found = { some: 0, none: 0 };
  fc.assert(
    fc.property(cases, ([secrets, around]) => {
      const pieces = secrets.map((secret) => Buffer.from(secret));
      const bytes = Buffer.from(around.join(''));
      const shown = createPieceHider(pieces).hide(bytes);
      expect(Buffer.from(shown).toString('latin1')).toBe(hiddenSlowly(bytes, pieces).toString('latin1'));
      found[shown === bytes ? 'none' : 'some'] += 1;
    }),
    { numRuns: 2000, seed: 5 },
  );
  expect(Math.min(found.some, found.none)).toBeGreaterThan(100);
});

it.each([4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 64])(
  'finds a piece of %d bytes at every position, and nothing if one of its bytes differs',
  (length) => {
    const piece = Buffer.from(Array.from({ length }, (_, index) => 0x41 + (index % 26)));
    const { hide } = createPieceHider([piece, Buffer.from('another-secret-of-many-bytes'.padEnd(64, '!'))]);
    for (let before = 0; before <= 40; before += 1)
      for (const behind of [0, 1, 40]) {
        const [start, end] = [Buffer.alloc(before, '.'), Buffer.alloc(behind, '.')];
        const shown = Buffer.from(hide(Buffer.concat([start, piece, end]))).toString();
        expect(shown).toBe(`${start}${MARK}${end}`);
        const other = Buffer.from(piece);
        other[before % length] = 0x2d;
        const bytes = Buffer.concat([start, other, end]);
        expect(hide(bytes)).toBe(bytes);
      }
  },
);

describe('similar pieces of secrets', () => {
  const hidden = (pieces: readonly string[], text: string) =>
    Buffer.from(
      createPieceHider(pieces.map((piece) => Buffer.from(piece))).hide(Buffer.from(text)),
    ).toString();

  it('are distinguished if they share their first 16 bytes', () => {
    const start = 'a-start-of-16-by';
    const pieces = [start, `${start}tes-one`, `${start}tes-two`, `${start}tes-two-and-more`];
    expect(hidden(pieces, `<${start}> <${start}tes-one> <${start}tes-two!> <${start}tes-two-and-more>`)).toBe(
      `<${MARK}> <${MARK}> <${MARK}!> <${MARK}>`,
    );
    expect(hidden(pieces.slice(1), `<${start}> <${start}tes-one> <${start}tes-tw>`)).toBe(
      `<${start}> <${MARK}> <${start}tes-tw>`,
    );
  });

  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('');
  const number = (index: number) => String(index).padStart(6, '0');
  const piecesOf = (form: Buffer, length: number, step: number) =>
    Array.from({ length: Math.floor((form.length - length) / step) + 1 }, (_, index) =>
      form.subarray(index * step, index * step + length),
    );

  it.each<[string, secret: string, length: number, step: number, short: readonly string[]]>([
    ['lines with one prefix', lines(4096, (at) => `${'p'.repeat(57)}${number(at)}\n`), 128, 64, []],
    ['lines with one ending', lines(4096, (at) => `${number(at)}${'p'.repeat(57)}\n`), 128, 64, []],
    [
      'lines with a number in the middle',
      lines(4096, (at) => `${'p'.repeat(29)}${number(at)}${'p'.repeat(28)}\n`),
      128,
      64,
      [],
    ],
    [
      'lines with one prefix and a short secret',
      lines(4096, (at) => `${'p'.repeat(57)}${number(at)}\n`),
      128,
      64,
      ['pppppppp'],
    ],
    ['one letter', 'A'.repeat(65_536), 32, 16, []],
  ])('need only a few comparisons per byte: %s', (_, secret, length, step, short) => {
    const bytes = Buffer.from(secret);
    const pieces = [...piecesOf(bytes, length, step), ...short.map((one) => Buffer.from(one))];
    const byLength = indexPieces(pieces);
    let comparisons = 0;
    for (let start = 0; start < bytes.length; start += 1)
      for (const alike of byLength) comparisons += alike.candidates(bytes, start).length;
    expect(comparisons).toBeGreaterThanOrEqual(pieces.length);
    expect(comparisons).toBeLessThan(9 * bytes.length);
    expect(Buffer.from(createPieceHider(pieces).hide(bytes)).toString()).toBe(MARK);
  });
});
