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
  /** The line in which its row begins, when that is an earlier one. */
  readonly row?: number;
}

/** Returns the line in which the row of a finding begins. */
export function rowOfIssue({ row, at }: Issue): number | undefined {
  return row ?? at?.line;
}

/** Adds the line in which the row of a finding begins. */
export function inRow(issue: Issue, line: number): Issue {
  return issue.at === undefined || issue.at.line === line ? issue : { ...issue, row: line };
}

/** Returns "file:line:column" of a place. */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}${place.column === undefined ? '' : `:${place.column}`}`;
}
