import type { Group } from '../../scim/group.ts';
import type { User } from '../../scim/user.ts';
import { changeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import { membershipChanges } from '../plan/membership-changes.ts';
import { type NamedUser, planDeactivation, planPatch } from './plan-user-writes.ts';

/** The side effects of an offboarding, in addition to the deactivations. */
export interface Offboarding {
  readonly leaving: readonly NamedUser[];
  /** Groups of the leaving users, in their current state. */
  readonly groups: readonly Group[];
  /** Active users whose manager leaves. */
  readonly reports: readonly User[];
  /** The new manager of these reports; if undefined, they keep their manager. */
  readonly successor: User | undefined;
}

/**
 * Returns the changes of an offboarding: the deactivations first, because they end access; then the new
 * manager of the reports, then the removal from groups. No change depends on another: a failure does not
 * block the others.
 */
export function planOffboarding({ leaving, groups, reports, successor }: Offboarding): readonly Change[] {
  const positions = new Map<string, number>(leaving.map(({ user, position }) => [user.id, position]));
  const managers = managersOf(leaving);
  const reassignmentOf = successor === undefined ? [] : reports.filter(({ id }) => !positions.has(id));
  return [
    ...leaving
      .flatMap(planDeactivation)
      .map((change): Change => ({ ...change, implies: [...(change.implies ?? []), 'stopsMore'] })),
    ...reassignmentOf.flatMap((report, index) => {
      const manager = newManager(report, successor?.id ?? '', managers);
      const wanted =
        manager === undefined ? { set: {}, clear: ['manager'] as const } : { set: { manager }, clear: [] };
      const position = positions.get(report.values.manager ?? '') ?? 1;
      return planPatch({ user: report, position }, wanted).map((change) => ({
        ...change,
        id: changeId(`R${index + 1}`),
      }));
    }),
    ...groups.flatMap((group, index) => {
      const members = group.members.flatMap(({ id }) => {
        const named = leaving.find(({ user }) => user.id === id);
        if (named === undefined) return [];
        return [{ id, name: named.user.values.userName ?? id, line: named.position }];
      });
      const base = { id: changeId(`G${index + 1}`), line: members[0]?.line ?? 1, name: group.displayName };
      return membershipChanges({ ...base, existing: group.id }, [], members, () => []);
    }),
  ];
}

/** Returns the ID of the new manager of a successor who reports to a leaving user; undefined for none. */
export function managerOfSuccessor(successor: User, leaving: readonly NamedUser[]): string | undefined {
  return newManager(successor, successor.id, managersOf(leaving));
}

function managersOf(leaving: readonly NamedUser[]): ReadonlyMap<string, string | undefined> {
  return new Map(leaving.map(({ user }) => [user.id, user.values.manager]));
}

/**
 * A successor who reported to a leaving user gets that user's manager, or the next manager above who stays;
 * none if there is no such manager.
 */
function newManager(
  report: User,
  successor: string,
  managers: ReadonlyMap<string, string | undefined>,
): string | undefined {
  if (report.id !== successor) return successor;
  let above = report.values.manager;
  const seen = new Set([successor]);
  while (above !== undefined && (managers.has(above) || seen.has(above))) {
    if (seen.has(above)) return undefined;
    seen.add(above);
    above = managers.get(above);
  }
  return above;
}
