import { CONDITION } from '../../bulk/input/provision.ts';
import type { Issue } from '../../failure/issue.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';

/** More findings than this are rather one mistake of the export than as many mistakes. */
const MANY = 10;

/** The cause that all findings of a file share. */
export interface CommonCause {
  /** The column and the code. */
  readonly words: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Codes of findings for a column without which no user can be created. */
const MISSING: ReadonlySet<string> = new Set<ScimErrorCode>(['email_empty', 'username_required']);

/** Returns the cause that many findings share; undefined if they are few, or have several causes. */
export function commonCause(issues: readonly Issue[]): CommonCause | undefined {
  const [first] = issues;
  if (first === undefined || issues.length <= MANY) return undefined;
  const { code, path } = first;
  if (issues.some((issue) => issue.code !== code || issue.path !== path)) return undefined;
  // The finding of a mapped column names its heading first.
  const [column = ''] = path.split(' → ');
  return { words: column === '' ? code : `${column} (${code})`, remedy: remedyOf(first, column) };
}

function remedyOf({ code, path, expected, example, at }: Issue, column: string): string {
  if (MISSING.has(code)) return `every new user needs a value in the column ${column}`;
  if (code === 'not_in_lookup')
    return `add the missing values to the lookup of the map, or correct the column ${column}`;
  // Only a finding about the cell itself has its place; others are about the user that the row names.
  if (at?.column === undefined || column === '') return `orgctl explain ${code}`;
  // The column may be right, and the condition names another one.
  if (expected !== undefined && path.endsWith(` → ${CONDITION}`)) return `write ${expected}`;
  return `correct the column ${column}${example === undefined ? '' : `, for example ${example}`}`;
}

/** Returns the words for a cause after a number of findings; empty without one. */
export function causeWords(cause: CommonCause | undefined): string {
  return cause === undefined ? '' : `, all for one reason: ${cause.words}`;
}
