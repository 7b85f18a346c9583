import type { Change } from '../../bulk/plan/change.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { hideSecret } from '../../http/secret-members.ts';

/** Returns a plan for its record: without arguments and attributes that are secrets. */
export function storedPlan(plan: Plan): Plan {
  return { ...plan, changes: plan.changes.map(storedChange) };
}

/**
 * Marks a change whose secrets were removed: they must be given again, and it is never sent from the record.
 */
function storedChange(change: Change): Change {
  const { name, ...rest } = change;
  const text = JSON.stringify(rest);
  const stored = JSON.stringify(rest, hideSecret);
  return stored === text ? change : { ...(JSON.parse(stored) as Change), name, lacksSecrets: true };
}
