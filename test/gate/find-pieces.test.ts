import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPieceHider, MARK } from '../../src/gate/find-pieces.ts';

/** Few characters, so that pieces begin alike, overlap, and almost stand in the text; one takes two bytes. */
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abc1é'), minLength, maxLength });

/** The same by looking for every piece at every place. */
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

/** Pieces, and text in which parts of them stand between other characters. */
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

it('finds the same pieces as a search for each of them at every place', () => {
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
