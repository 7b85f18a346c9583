import type { ChangeId } from '../../values/ids.ts';

/** The part of a change that determines its order. */
interface Ordered {
  readonly id: ChangeId;
  readonly after: readonly ChangeId[];
}

/** Returns the IDs of all changes that depend on themselves, directly or indirectly (Tarjan's algorithm). */
export function cyclesIn(changes: readonly Ordered[]): ReadonlySet<ChangeId> {
  // Only changes with dependencies can be in a cycle, and most have none.
  const waiting = changes.filter(({ after }) => after.length > 0);
  if (waiting.length === 0) return new Set();
  const search = new CycleSearch(waiting);
  for (const change of waiting) search.from(change);
  return search.circular;
}

class CycleSearch {
  readonly circular = new Set<ChangeId>();
  private readonly byId: ReadonlyMap<ChangeId, Ordered>;
  private readonly index = new Map<ChangeId, number>();
  private readonly lowest = new Map<ChangeId, number>();
  private readonly isOpen = new Set<ChangeId>();
  private readonly open: ChangeId[] = [];
  /** Explicit stack instead of recursion: a chain of managers may be long. */
  private readonly path: { readonly change: Ordered; next: number }[] = [];

  constructor(changes: readonly Ordered[]) {
    this.byId = new Map(changes.map((change) => [change.id, change]));
  }

  from(root: Ordered): void {
    if (this.index.has(root.id)) return;
    this.visit(this.byId.get(root.id) ?? root);
    for (let step = this.path.at(-1); step !== undefined; step = this.path.at(-1)) {
      const waitsFor = step.change.after[step.next];
      step.next += 1;
      if (waitsFor === undefined) this.leave(step.change.id);
      else this.follow(step.change.id, waitsFor);
    }
  }

  private visit(change: Ordered): void {
    this.index.set(change.id, this.index.size);
    this.lowest.set(change.id, this.index.size - 1);
    this.open.push(change.id);
    this.isOpen.add(change.id);
    this.path.push({ change, next: 0 });
  }

  private follow(id: ChangeId, waitsFor: ChangeId): void {
    const change = this.byId.get(waitsFor);
    if (waitsFor === id) this.circular.add(id);
    if (change !== undefined && !this.index.has(waitsFor)) this.visit(change);
    else if (this.isOpen.has(waitsFor)) this.lower(id, this.index.get(waitsFor) ?? 0);
  }

  private leave(id: ChangeId): void {
    this.path.pop();
    const before = this.path.at(-1);
    if (before !== undefined) this.lower(before.change.id, this.lowest.get(id) ?? 0);
    if (this.lowest.get(id) !== this.index.get(id)) return;
    const cycle = this.open.splice(this.open.lastIndexOf(id));
    for (const member of cycle) {
      this.isOpen.delete(member);
      if (cycle.length > 1) this.circular.add(member);
    }
  }

  private lower(id: ChangeId, to: number): void {
    this.lowest.set(id, Math.min(this.lowest.get(id) ?? to, to));
  }
}

/**
 * Sorts changes so that each follows its dependencies, and otherwise keeps their order.
 * @returns `left`: the changes that depend on each other
 */
export function inOrder<T extends Ordered>(
  changes: readonly T[],
): { readonly ordered: readonly T[]; readonly left: readonly T[] } {
  if (changes.every(({ after }) => after.length === 0)) return { ordered: changes, left: [] };
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
