import type { Path } from './path.ts';
import type { Fix } from './problem.ts';

/** Returns the end of a message that names a likely word: `; did you mean "x"?`. It is empty without one. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
}

/** Returns the fix that writes a likely value in place of the wrong one, nothing without one. */
export function writing(value: string | undefined, path: Path): { readonly fix?: Fix } {
  if (value === undefined) return {};
  return { fix: { kind: 'suggest', title: `write ${value}`, change: { do: 'replace', path, value } } };
}
