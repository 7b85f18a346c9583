import type { Path } from './path.ts';
import type { Fix } from './problem.ts';

/** Returns a message suffix with a likely correction: `; did you mean "x"?`. Empty without a suggestion. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
}

/** Returns the fix that replaces a wrong value by a suggestion; no fix without one. */
export function replaceFix(value: string | undefined, path: Path): { readonly fix?: Fix } {
  if (value === undefined) return {};
  return { fix: { kind: 'suggest', title: `write ${value}`, change: { do: 'replace', path, value } } };
}
