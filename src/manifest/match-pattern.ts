import picomatch from 'picomatch';

/** A file pattern, with the folder below which all its matches are. */
export interface Pattern {
  readonly base: string;
  readonly matches: (path: string) => boolean;
}

/** Parses a pattern with *, **, ?, [ ] and { }. */
export function readPattern(word: string): Pattern {
  const { base } = picomatch.scan(word);
  return { base: base === '' ? '.' : base, matches: picomatch(word.replace(/^\.\//, '')) };
}
