/** A position in a file; line and column start at 1, the column counts characters. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** A finding in input: its position, what is wrong, what was expected, and a valid example. */
export interface Issue {
  /** The service's error code if there is one (SCIM §7), else a code of orgctl in the same style. */
  readonly code: string;
  /** Attribute path or option of the finding; empty for the input as a whole. */
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  readonly example?: string;
  readonly at?: Place;
  /** The first line of the row, if it is an earlier line. */
  readonly row?: number;
}

/** Returns the first line of the row of a finding. */
export function rowOfIssue({ row, at }: Issue): number | undefined {
  return row ?? at?.line;
}

/** Adds the first line of the row to a finding. */
export function inRow(issue: Issue, line: number): Issue {
  return issue.at === undefined || issue.at.line === line ? issue : { ...issue, row: line };
}

/** Formats a position as "file:line:column". */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}${place.column === undefined ? '' : `:${place.column}`}`;
}
