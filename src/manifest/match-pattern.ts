import picomatch from 'picomatch';

/** A pattern with the folder below which everything is that it matches. */
export interface Pattern {
  readonly base: string;
  readonly matches: (path: string) => boolean;
}

/** Reads a pattern with *, **, ?, [ ] and { }. */
export function readPattern(word: string): Pattern {
  const { base } = picomatch.scan(word);
  return { base: base === '' ? '.' : base, matches: picomatch(word.replace(/^\.\//, '')) };
}
