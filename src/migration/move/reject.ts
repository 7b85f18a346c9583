/** Something of A that the plan leaves out, and why: it can be corrected and planned again. */
export interface Reject {
  /** Where it stands in A: its position, from 2 as in an export with a heading; 0 for a group. */
  readonly line: number;
  readonly name: string;
  /** Its ID in A. */
  readonly id: string;
  /** The service's own code where it has one (SCIM §7). */
  readonly code: string;
  /** What is left out: an attribute, `members`, or `row` for all of it. */
  readonly attribute: string;
  readonly value: string;
  readonly message: string;
}

/** The columns of a file of rejects. */
export const REJECT_HEADING = ['line', 'name', 'id', 'attribute', 'value', 'code', 'message'] as const;
