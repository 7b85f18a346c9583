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
  let ready: Change[] = [];
  /** Changes that were passed over because these classes are closed. */
  let passed: Change[] = [];
  let passedFor = '';
  let known: ReadonlySet<ChangeId> | undefined;
  const isKnown = (id: ChangeId) => {
    // Built on demand: most changes have no dependencies.
    known ??= new Set(changes.map((change) => change.id));
    return known.has(id);
  };
  let next = 0;
  for (const change of changes) {
    if (outcomes.has(change.id)) continue;
    const open = conditionsOf(change).filter((id) => isKnown(id) && !outcomes.has(id));
    if (open.length === 0) {
      ready.push(change);
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
    ready.sort((one, other) => Number(intents.has(other.id)) - Number(intents.has(one.id)));
  return {
    hasNext(closed = []) {
      if (closed.join() !== passedFor) {
        ready = [...passed, ...ready.slice(next)];
        next = 0;
        passed = [];
        passedFor = closed.join();
      }
      if (closed.length === 0) return next < ready.length;
      for (let change = ready[next]; change !== undefined; change = ready[next]) {
        if (!callsOf(change, '2.0').some((rate) => closed.includes(rate))) return true;
        passed.push(change);
        next += 1;
      }
      return false;
    },
    take() {
      const change = ready[next];
      next += 1;
      return change;
    },
    ended(change) {
      for (const follower of followers.get(change) ?? []) {
        const left = (waitingFor.get(follower.id) ?? 1) - 1;
        waitingFor.set(follower.id, left);
        if (left === 0) ready.push(follower);
      }
    },
  };
}

/** Returns the changes that must have ended before this one starts, without duplicates. */
function conditionsOf({ after, behind }: Change): readonly ChangeId[] {
  return behind === undefined ? after : [...new Set([...after, ...behind])];
}
