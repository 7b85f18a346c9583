import anyAscii from 'any-ascii';

/** Particles that many names contain and that do not distinguish people. */
const PARTICLES = new Set(
  'de van von der den del della di da dos das du la le el al bin ibn af av zu zum ter ten y e'.split(' '),
);

/**
 * Returns the words of names for comparing them: Latin letters without accents, in lower case. Text in
 * parentheses is omitted. Initials and particles such as `van` are omitted unless nothing else remains.
 */
export function nameWords(names: readonly string[]): ReadonlySet<string> {
  const words = names.flatMap((name) =>
    anyAscii(name.replace(/\([^)]*\)/gu, ' ').normalize('NFC'))
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
  const telling = words.filter((word) => word.length > 1 && !PARTICLES.has(word));
  return new Set(telling.length > 0 ? telling : words);
}
