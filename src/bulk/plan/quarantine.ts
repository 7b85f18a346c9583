import type { Issue } from '../../failure/issue.ts';
import { NONE_REJECTED } from '../input/bad-row.ts';
import type { DesiredMembership } from '../input/desired-membership.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { type PlannedInput, planInput } from './plan-input.ts';
import { protectedLines } from './protected-changes.ts';
import type { Snapshot } from './snapshot.ts';
import { NO_OTHERS, type PlanOptions, type WantedInput } from './wanted-input.ts';

/** A plan of the rows that can be applied, and why the others are left out. */
export interface PlannedGoodRows extends PlannedInput {
  /** Findings of the rows that were left out, each with its line. */
  readonly rejected: readonly Issue[];
  /** Rows of other shares that are left out. */
  readonly elsewhere: number;
}

/**
 * Plans what a file wants without the rows that have findings, as often as it takes: a row may depend on one
 * that is left out. Rows that touch protected users or groups are left out too. Pure.
 * @returns with `issues` only where no row can be left out for them
 */
export function planGoodRows(
  input: WantedInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: PlanOptions,
): PlannedGoodRows {
  const rejected: Issue[] = [];
  const { shard } = options;
  let current =
    shard === undefined ? input : withoutOthers(input, planAllShares(input, snapshot, groups, options));
  const elsewhere = current.rejected?.elsewhere ?? 0;
  for (;;) {
    const planned = planInput(current, snapshot, groups, { ...options, sparesProtected: true });
    const issues = [...planned.issues, ...protectedIssues(planned, snapshot, groups, options)];
    // Once the row of a manager is left out, its reports wait for it instead of being wrong.
    const certain = issues.filter(({ code }) => code !== 'unknown_user');
    const found = certain.length > 0 ? certain : issues;
    const next = found.length === 0 ? undefined : without(current, linesOf(found));
    if (next === undefined) return { ...planned, issues, rejected, elsewhere };
    for (const issue of found) rejected.push(issue);
    current = next;
  }
}

/**
 * Returns the lines that are left out when the file is planned as a whole: what each of the other shares
 * finds out for itself.
 */
function planAllShares(
  { rows, memberships, others = NO_OTHERS, ...input }: WantedInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  options: PlanOptions,
): ReadonlySet<number> {
  const whole = {
    ...input,
    rows: [...rows, ...others.rows],
    memberships: [...memberships, ...others.memberships],
  };
  return linesOf(planGoodRows(whole, snapshot, groups, { ...options, shard: undefined }).rejected);
}

/** The input as it is when other shares have left these lines out. */
function withoutOthers(input: WantedInput, lines: ReadonlySet<number>): WantedInput {
  const { others = NO_OTHERS, rejected = NONE_REJECTED, rejectedMemberships = [] } = input;
  const isLeft = ({ line }: DesiredUser | DesiredMembership) => lines.has(line);
  const left = others.rows.filter(isLeft);
  const leftMemberships = others.memberships.filter(isLeft);
  const elsewhere = new Set([...left, ...leftMemberships].map(({ line }) => line)).size;
  return {
    ...input,
    others: {
      rows: others.rows.filter((row) => !isLeft(row)),
      memberships: others.memberships.filter((row) => !isLeft(row)),
    },
    rejected: {
      ...rejected,
      rows: [...rejected.rows, ...left],
      elsewhere: rejected.elsewhere + elsewhere,
    },
    rejectedMemberships: [...rejectedMemberships, ...leftMemberships],
  };
}

function protectedIssues(
  { changes }: PlannedInput,
  snapshot: Snapshot,
  groups: GroupSnapshot,
  { file, isProtected }: PlanOptions,
): readonly Issue[] {
  if (isProtected === undefined) return [];
  return [...protectedLines(changes, snapshot, groups, isProtected)].map(([line, names]) => ({
    code: 'protected',
    path: '',
    message: `${[...names].join(', ')} is protected`,
    at: { file, line },
  }));
}

function linesOf(issues: readonly Issue[]): ReadonlySet<number> {
  return new Set(issues.flatMap(({ at }) => at?.line ?? []));
}

/** The input without the rows of some lines; undefined when it has none of them. */
function without(input: WantedInput, lines: ReadonlySet<number>): WantedInput | undefined {
  const { rows, memberships, rejected = NONE_REJECTED, rejectedMemberships = [] } = input;
  const isLeft = ({ line }: DesiredUser | DesiredMembership) => lines.has(line);
  const left = rows.filter(isLeft);
  const leftMemberships = memberships.filter(isLeft);
  if (left.length + leftMemberships.length === 0) return undefined;
  return {
    ...input,
    rows: rows.filter((row) => !isLeft(row)),
    memberships: memberships.filter((row) => !isLeft(row)),
    rejected: { ...rejected, rows: [...rejected.rows, ...left] },
    rejectedMemberships: [...rejectedMemberships, ...leftMemberships],
  };
}
