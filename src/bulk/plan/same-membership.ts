import { sameMembership } from '../input/desired-membership.ts';
import type { PlannedMember, ReportRow } from './change.ts';

/** A row that names a member of a group; `rowOf` is set for a row of a user. */
interface Row {
  readonly line: number;
  readonly action: 'add' | 'remove';
  readonly rowOf?: string;
}

/** Returns the earlier row of a group file that names the same member of a group, perhaps by other keys. */
export function earlierDuplicate(
  { line, rowOf }: Row,
  { add, remove }: Readonly<Record<'add' | 'remove', ReadonlyMap<string, PlannedMember>>>,
  member: string,
): Row | undefined {
  // A row of a user may name a group twice, and two rows of one user have a finding of their own.
  if (rowOf !== undefined) return undefined;
  const added = add.get(member);
  const twin = added ?? remove.get(member);
  if (twin === undefined || twin.line === line) return undefined;
  return { line: twin.line, action: added === undefined ? 'remove' : 'add' };
}

/** Reports a row that repeats an earlier one, and once the earlier one if they contradict each other. */
export function reportDuplicate(
  { line, action }: Row,
  before: Row,
  contradicted: Set<number>,
  report: ReportRow,
): void {
  const message = sameMembership(before.line, line);
  if (action !== before.action && !contradicted.has(before.line)) {
    contradicted.add(before.line);
    report(before.line, 'same_member', 'member', message);
  }
  report(line, 'same_member', 'member', message);
}
