import { type Change, NO_LINE } from './change.ts';
import type { GroupSnapshot } from './group-snapshot.ts';

/** Members of a group who leave it because the file does not have them. */
export interface Absence {
  readonly group: string;
  readonly leaving: number;
  /** Everybody who is in the group now. */
  readonly members: number;
}

/** A group of two may lose one of them to any list. */
const SMALLEST = 3;

/** Returns which groups lose members for being in no row. Pure. */
export function absencesIn(
  changes: readonly Change[],
  { groups }: Pick<GroupSnapshot, 'groups'>,
): readonly Absence[] {
  const leaving = new Map<string, { readonly group: string; readonly ids: Set<string> }>();
  for (const change of changes) {
    if (change.kind !== 'removeMembers' || !('id' in change.target)) continue;
    const { id } = change.target;
    const absent = change.members.filter(({ line }) => line === NO_LINE);
    if (absent.length === 0) continue;
    const known = leaving.get(id) ?? { group: change.name, ids: new Set<string>() };
    for (const member of absent) if ('id' in member) known.ids.add(member.id);
    leaving.set(id, known);
  }
  return [...leaving].map(([id, { group, ids }]) => ({
    group,
    leaving: ids.size,
    members: groups.get(id)?.members.size ?? 0,
  }));
}

/**
 * Returns the group that loses most to a file that was compared with no earlier one, where that is more than
 * half of it; nothing says that such a file is whole.
 */
export function mostAbsent(absences: readonly Absence[]): Absence | undefined {
  return absences
    .filter(({ leaving, members }) => members >= SMALLEST && leaving * 2 > members)
    .reduce<Absence | undefined>(
      (most, one) => (most !== undefined && most.leaving >= one.leaving ? most : one),
      undefined,
    );
}
