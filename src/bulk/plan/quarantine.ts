import type { Issue } from '../../failure/issue.ts';
import { NONE_REJECTED } from '../input/bad-row.ts';
import type { DesiredMembership } from '../input/desired-membership.ts';
import type { DesiredUser } from '../input/desired-state.ts';
import type { GroupSnapshot } from './group-snapshot.ts';
import { type PlannedInput, planInput } from './plan-input.ts';
import { protectedLines } from './protected-changes.ts';
import type { Snapshot } from './snapshot.ts';
import { NO_OTHERS, type PlanOptions, type WantedInput } from './wanted-input.ts';

/** A plan of the applicable rows, with the findings of the skipped ones. */
export interface PlannedGoodRows extends PlannedInput {
  /** Findings of the skipped rows, each with its line. */
  readonly rejected: readonly Issue[];
  /** Number of skipped rows of other shards. */
  readonly elsewhere: number;
}

/**
 * Plans a file without the rows that have findings. Repeats until none is left, because a row may depend on a
 * skipped one. Also skips rows that touch protected users or groups. Pure.
 * @returns `issues` only if there are findings for which no row can be skipped
 */
export function planWithoutBadRows(
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
    // After the row of a manager is skipped, its reports wait for the manager and are no longer wrong.
    const certain = issues.filter(({ code }) => code !== 'unknown_user');
    const found = certain.length > 0 ? certain : issues;
    const next = found.length === 0 ? undefined : withoutLines(current, linesOf(found));
    if (next === undefined) return { ...planned, issues, rejected, elsewhere };
    for (const issue of found) rejected.push(issue);
    current = next;
  }
}

/** Returns the lines that are skipped if the whole file is planned; each shard finds the same ones. */
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
  return linesOf(planWithoutBadRows(whole, snapshot, groups, { ...options, shard: undefined }).rejected);
}

/** Returns the input after other shards skipped these lines. */
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

/** Returns the input without the rows of some lines; undefined if it has none of them. */
function withoutLines(input: WantedInput, lines: ReadonlySet<number>): WantedInput | undefined {
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
