import { isLeadingZerosIssue } from '../../bulk/input/leading-zeros.ts';
import { IDENTITY_CODES } from '../../bulk/plan/match.ts';
import { type Issue, rowOfIssue } from '../../failure/issue.ts';
import type { OtherRows } from './compare-reviewed.ts';

/** Maximum number of lines that a hint lists; a file with more is rather to be exported again. */
const MAX_LINES = 20;

/**
 * Returns the flag that accepts identity changes, and numbers without leading zeros, for a user who has
 * reviewed the accounts.
 */
export function identityHint(issues: readonly Issue[], otherRows: OtherRows = new Set()): string | undefined {
  const lines = linesOf(issues, ({ code }) => IDENTITY_CODES.some((known) => known === code));
  const short = linesOf(issues, isLeadingZerosIssue);
  const accepting = (some: readonly number[]) =>
    `--accept-identity-change ${[...new Set(some)].sort((one, other) => one - other).join(',')}`;
  if (lines.length === 0) {
    if (short.length === 0) return undefined;
    const flag = short.length > MAX_LINES ? '--accept-identity-change LINE' : accepting(short);
    return `export the column as text; if the short number is correct: ${flag}`;
  }
  const others = lines.filter((line) => otherRows.has(line));
  const before = others.length === 0 ? '' : `${otherRowWords(others)}; `;
  return `${before}compare both accounts; if the first key is correct: ${accepting(lines)}`;
}

function linesOf(issues: readonly Issue[], isMeant: (issue: Issue) => boolean): readonly number[] {
  return issues.flatMap((issue) => (isMeant(issue) ? (rowOfIssue(issue) ?? []) : []));
}

/** Returns a warning that the reviewed row differs from the row now in that line. */
export function otherRowWords(lines: readonly number[]): string {
  const unique = [...new Set(lines)].sort((one, other) => one - other);
  const shown = unique.join(', ');
  return unique.length === 1
    ? `line ${shown} has changed since you reviewed it`
    : `lines ${shown} have changed since you reviewed them`;
}
