/** An item of A that the plan leaves out, and why. It can be corrected and planned again. */
export interface Reject {
  /** Line in A, from 2 as in an export with a header row; 0 for a group. */
  readonly line: number;
  readonly name: string;
  /** Its ID in A. */
  readonly id: string;
  /** Error code of the service if it has one (SCIM §7). */
  readonly code: string;
  /** What is left out: an attribute, `members`, or `row` for the whole item. */
  readonly attribute: string;
  readonly value: string;
  readonly message: string;
}

/** Columns of a file of rejects. */
export const REJECT_HEADING = ['line', 'name', 'id', 'attribute', 'value', 'code', 'message'] as const;
