import { IDENTITY_CODES } from '../../bulk/plan/match.ts';
import { type Issue, rowOfIssue } from '../../failure/issue.ts';
import type { OtherRows } from './compare-reviewed.ts';

/** Returns the flag that accepts identity changes, for a user who has reviewed the accounts. */
export function identityHint(issues: readonly Issue[], otherRows: OtherRows = new Set()): string | undefined {
  const lines = issues.flatMap((issue) =>
    IDENTITY_CODES.some((known) => known === issue.code) ? (rowOfIssue(issue) ?? []) : [],
  );
  if (lines.length === 0) return undefined;
  const shown = [...new Set(lines)].sort((one, other) => one - other).join(',');
  const others = lines.filter((line) => otherRows.has(line));
  const before = others.length === 0 ? '' : `${otherRowWords(others)}; `;
  return `${before}compare both accounts; if the first key is correct: --accept-identity-change ${shown}`;
}

/** Returns a warning that the reviewed row differs from the row now in that line. */
export function otherRowWords(lines: readonly number[]): string {
  const unique = [...new Set(lines)].sort((one, other) => one - other);
  const shown = unique.join(', ');
  return unique.length === 1
    ? `line ${shown} has changed since you reviewed it`
    : `lines ${shown} have changed since you reviewed them`;
}
