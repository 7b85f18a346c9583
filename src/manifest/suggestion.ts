import type { Path } from './path.ts';
import type { Remedy } from './problem.ts';

/** Returns the end of a message that names a likely word: `; did you mean "x"?`. It is empty without one. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
}

/** Returns the remedy that writes a likely value in place of the wrong one, nothing without one. */
export function writing(value: string | undefined, path: Path): { readonly remedy?: Remedy } {
  if (value === undefined) return {};
  return { remedy: { kind: 'suggest', title: `write ${value}`, change: { do: 'replace', path, value } } };
}
