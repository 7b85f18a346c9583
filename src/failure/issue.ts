/** Where in a file something stands; line and column count from 1, the column in characters. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** One finding in input: what is wrong where, what was expected, and how it would be right. */
export interface Issue {
  /** The service's own code where it has one (SCIM §7), else a word of ours in the same style. */
  readonly code: string;
  /** Attribute path or option that it is about; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  readonly example?: string;
  readonly at?: Place;
}

/** Returns "file:line:column" of a place. */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}${place.column === undefined ? '' : `:${place.column}`}`;
}
