import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import { callsOf } from '../plan/forecast.ts';
import type { Replayed } from './replay.ts';

/** The changes of a run, each after its dependencies. */
export interface ChangeQueue {
  /**
   * Whether a change is ready to start.
   * @param closed request classes whose quota refuses everything: changes that need one are passed over, and
   * come first as soon as none does
   */
  hasNext(closed?: readonly string[]): boolean;
  /** Removes and returns the next change. */
  take(): Change | undefined;
  /** Marks a change as ended; changes that depend on nothing else become ready. */
  ended(change: ChangeId): void;
}

/**
 * @param replayed state of earlier attempts: changes in doubt come first, so that their outcomes are known
 * early
 */
export function createChangeQueue(
  changes: readonly Change[],
  { outcomes, intents }: Pick<Replayed, 'outcomes' | 'intents'>,
): ChangeQueue {
  const followers = new Map<ChangeId, Change[]>();
  const waitingFor = new Map<ChangeId, number>();
  let known: ReadonlySet<ChangeId> | undefined;
  const isKnown = (id: ChangeId) => {
    // Built on demand: most changes have no dependencies.
    known ??= new Set(changes.map((change) => change.id));
    return known.has(id);
  };
  const starting: Change[] = [];
  for (const change of changes) {
    if (outcomes.has(change.id)) continue;
    const open = conditionsOf(change).filter((id) => isKnown(id) && !outcomes.has(id));
    if (open.length === 0) {
      starting.push(change);
      continue;
    }
    for (const id of open) {
      const waiting = followers.get(id);
      if (waiting === undefined) followers.set(id, [change]);
      else waiting.push(change);
    }
    waitingFor.set(change.id, open.length);
  }
  // Sorting thousands of changes takes milliseconds, and a new run has no intents.
  if (intents.size > 0)
    starting.sort((one, other) => Number(intents.has(other.id)) - Number(intents.has(one.id)));
  const ready = new ReadyChanges(starting);
  return {
    hasNext: (closed) => ready.hasNext(closed),
    take: () => ready.take(),
    ended(change) {
      for (const follower of followers.get(change) ?? []) {
        const left = (waitingFor.get(follower.id) ?? 1) - 1;
        waitingFor.set(follower.id, left);
        if (left === 0) ready.add(follower);
      }
    },
  };
}

/** The changes that wait for nothing but their turn, in order. */
class ReadyChanges {
  private changes: Change[];
  private next = 0;
  /** Changes that were passed over because these classes are closed. */
  private passed: Change[] = [];
  private passedFor = '';

  constructor(changes: Change[]) {
    this.changes = changes;
  }

  add(change: Change): void {
    this.changes.push(change);
  }

  take(): Change | undefined {
    const change = this.changes[this.next];
    this.next += 1;
    return change;
  }

  /** @param closed request classes whose changes are passed over */
  hasNext(closed: readonly string[] = []): boolean {
    if (closed.join() !== this.passedFor) this.returnPassed(closed.join());
    if (closed.length === 0) return this.next < this.changes.length;
    for (let change = this.changes[this.next]; change !== undefined; change = this.changes[this.next]) {
      // One version is as good as the other: the classes are those of the operation.
      if (!callsOf(change, '2.0').some((rate) => closed.includes(rate))) return true;
      this.passed.push(change);
      this.next += 1;
    }
    return false;
  }

  /** Puts the changes that were passed over before the others, because other classes are closed now. */
  private returnPassed(closed: string): void {
    this.changes = [...this.passed, ...this.changes.slice(this.next)];
    this.next = 0;
    this.passed = [];
    this.passedFor = closed;
  }
}

/** Returns the changes that must have ended before this one starts, without duplicates. */
function conditionsOf({ after, behind }: Change): readonly ChangeId[] {
  return behind === undefined ? after : [...new Set([...after, ...behind])];
}
