import anyAscii from 'any-ascii';

/** Words that many names have and that say nothing about whose a name is. */
const PARTICLES = new Set(
  'de van von der den del della di da dos das du la le el al bin ibn af av zu zum ter ten y e'.split(' '),
);

/**
 * Returns the words of names by which two names are compared: Latin letters without accents, in lower case.
 * What stands in parentheses, initials and particles such as `van` are left out, unless nothing else is
 * there.
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
