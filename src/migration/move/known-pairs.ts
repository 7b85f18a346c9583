import type { Change } from '../../bulk/plan/change.ts';
import { type ChangeId, changeId } from '../../values/ids.ts';
import type { Joined } from '../compare/difference.ts';

/** IDs in A with the IDs of the same users and groups in B. */
export type KnownPairs = ReadonlyMap<string, string>;

/**
 * Returns the pairs that a plan uses or creates, except known ones. With them a later plan recognizes a user
 * whose number changed, or a renamed group. For an item to be created, the change ID takes the place of the
 * ID.
 */
export function newPairs(joined: Joined, known: KnownPairs, changes: readonly Change[]): readonly string[] {
  const pairs: string[] = [];
  const creations = creationsIn(changes);
  const add = (from: string, to: string | undefined, createdBy: ChangeId | undefined) => {
    if (!IS_ID.test(from)) return;
    if (to !== undefined && IS_ID.test(to)) {
      if (known.get(from) !== to) pairs.push(`${from} ${to}`);
    } else if (createdBy !== undefined) pairs.push(`${from} +${createdBy}`);
  };
  const { a, b, people, groups } = joined;
  for (const [index, { id }] of a.people.entries())
    add(id, b.people[people.toB[index] ?? -1]?.id, creations.users.get(index + 2));
  for (const [index, { id, displayName }] of a.groups.entries()) {
    // In a list without IDs the name takes the place of the ID.
    if (id === displayName) continue;
    add(id, b.groups[groups.toB[index] ?? -1]?.id, creations.groups.get(displayName));
  }
  return pairs;
}

/** A list without IDs identifies users by line, which is not stable between lists. */
const IS_ID = /^\w+$/;

function creationsIn(changes: readonly Change[]) {
  const users = new Map<number, ChangeId>();
  const groups = new Map<string, ChangeId>();
  for (const { kind, id, line, name } of changes) {
    if (kind === 'createUser') users.set(line, id);
    else if (kind === 'createGroup') groups.set(name, id);
  }
  return { users, groups };
}

/**
 * Fills in the IDs of items that a run created; drops pairs of those it did not. @param idOf the ID that a
 * change created
 */
export function resolvedPairs(
  pairs: readonly string[],
  idOf: (change: ChangeId) => string | undefined,
): readonly string[] {
  return pairs.flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    const id = to.startsWith('+') ? idOf(changeId(to.slice(1))) : to;
    return id === undefined ? [] : [`${from} ${id}`];
  });
}

/** Returns the pairs of several runs, earliest first; later ones take precedence. */
export function knownPairs(runs: Iterable<readonly string[]>): KnownPairs {
  const known = new Map<string, string>();
  for (const pairs of runs)
    for (const pair of pairs) {
      const [from = '', to = ''] = pair.split(' ');
      known.set(from, to);
    }
  return known;
}
