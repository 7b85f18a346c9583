import { Failure } from '../../failure/failure.ts';
import { counted } from '../../output/counted.ts';
import type { Change } from './change.ts';
import type { Plan } from './plan-file.ts';

/** How much a plan may do (engine, Limits). */
export interface Limits {
  /** Users that may be deactivated; when absent, the larger of 10 and 5 % of the active users. */
  readonly maxDeactivate?: number | undefined;
  readonly maxChanges?: number | undefined;
  /** Groups that may be deleted; when absent, none. */
  readonly maxDeleteGroups?: number | undefined;
}

const NAMES_SHOWN = 10;

/** Judges the whole plan before its first write. @throws Failure `limit` naming count, limit and the first users. */
export function checkLimits(plan: Plan, limits: Limits): void {
  const deactivations = plan.changes.filter(({ kind }) => kind === 'deactivateUser');
  const mayDeactivate = limits.maxDeactivate ?? Math.max(10, Math.floor(plan.activeUsers * 0.05));
  if (deactivations.length > mayDeactivate) {
    throw new Failure(
      'limit',
      `the plan deactivates ${counted(deactivations.length, 'user')}, ${allowed(mayDeactivate)}: ${names(deactivations)}`,
      { hint: `if that is meant: --max-deactivate ${deactivations.length}` },
    );
  }
  const deletions = plan.changes.filter(({ kind }) => kind === 'deleteGroup');
  const mayDelete = limits.maxDeleteGroups ?? 0;
  if (deletions.length > mayDelete) {
    throw new Failure(
      'limit',
      `the plan deletes ${counted(deletions.length, 'group')}, ${allowed(mayDelete)}: ${names(deletions)}`,
      { hint: `if that is meant: --max-delete-groups ${deletions.length}` },
    );
  }
  const { maxChanges } = limits;
  if (maxChanges !== undefined && plan.changes.length > maxChanges) {
    throw new Failure(
      'limit',
      `the plan makes ${counted(plan.changes.length, 'change')}, ${allowed(maxChanges)}`,
      {
        hint: `if that is meant: --max-changes ${plan.changes.length}`,
      },
    );
  }
}

function allowed(count: number): string {
  return count === 0 ? 'none is allowed' : `${count} ${count === 1 ? 'is' : 'are'} allowed`;
}

function names(changes: readonly Change[]): string {
  const shown = changes.slice(0, NAMES_SHOWN).map(({ name }) => name);
  return shown.join(', ') + (changes.length > shown.length ? ', …' : '');
}
