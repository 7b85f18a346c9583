import type { ChangeId } from './change.ts';

/** What the order of changes is made of. */
interface Ordered {
  readonly id: ChangeId;
  readonly after: readonly ChangeId[];
}

/** Returns the IDs of all changes that wait, over any number of steps, for themselves: the circles of Tarjan's algorithm. */
export function circlesIn(changes: readonly Ordered[]): ReadonlySet<ChangeId> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const index = new Map<ChangeId, number>();
  const lowest = new Map<ChangeId, number>();
  const isOpen = new Set<ChangeId>();
  const open: ChangeId[] = [];
  const circular = new Set<ChangeId>();
  for (const { id: root } of changes) {
    if (index.has(root)) continue;
    // By hand instead of by calling itself: a chain of managers may be long.
    const path: { readonly change: Ordered; next: number }[] = [];
    const enter = (change: Ordered) => {
      index.set(change.id, index.size);
      lowest.set(change.id, index.size - 1);
      open.push(change.id);
      isOpen.add(change.id);
      path.push({ change, next: 0 });
    };
    const lower = (id: ChangeId, to: number) => lowest.set(id, Math.min(lowest.get(id) ?? to, to));
    const first = byId.get(root);
    if (first !== undefined) enter(first);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { id, after } = step.change;
      const waitsFor = after[step.next];
      step.next += 1;
      if (waitsFor !== undefined) {
        const change = byId.get(waitsFor);
        if (waitsFor === id) circular.add(id);
        if (change !== undefined && !index.has(waitsFor)) enter(change);
        else if (isOpen.has(waitsFor)) lower(id, index.get(waitsFor) ?? 0);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before !== undefined) lower(before.change.id, lowest.get(id) ?? 0);
      if (lowest.get(id) !== index.get(id)) continue;
      const circle = open.splice(open.lastIndexOf(id));
      for (const member of circle) {
        isOpen.delete(member);
        if (circle.length > 1) circular.add(member);
      }
    }
  }
  return circular;
}

/**
 * Returns the changes in their own order, but none before what it waits for.
 * @returns `left`: those that wait for each other.
 */
export function inOrder<T extends Ordered>(
  changes: readonly T[],
): { readonly ordered: readonly T[]; readonly left: readonly T[] } {
  const waiting = new Map<ChangeId, number>();
  const followers = new Map<ChangeId, T[]>();
  for (const change of changes) {
    waiting.set(change.id, change.after.length);
    for (const id of change.after) {
      const others = followers.get(id);
      if (others === undefined) followers.set(id, [change]);
      else others.push(change);
    }
  }
  const ordered: T[] = [];
  const free = changes.filter(({ after }) => after.length === 0).reverse();
  for (let change = free.pop(); change !== undefined; change = free.pop()) {
    ordered.push(change);
    waiting.delete(change.id);
    for (const follower of (followers.get(change.id) ?? []).toReversed()) {
      const left = (waiting.get(follower.id) ?? 1) - 1;
      waiting.set(follower.id, left);
      if (left === 0) free.push(follower);
    }
  }
  return { ordered, left: changes.filter(({ id }) => waiting.has(id)) };
}
