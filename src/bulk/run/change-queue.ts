import type { ChangeId } from '../../values/ids.ts';
import type { Change } from '../plan/change.ts';
import type { Replayed } from './replay.ts';

/** The changes of a run in an order that keeps each after those it waits for. */
export interface ChangeQueue {
  /** Whether a change may be begun now. */
  hasNext(): boolean;
  /** Takes the next one out. */
  take(): Change | undefined;
  /** A change ended: those that wait for nothing else may begin. */
  ended(change: ChangeId): void;
}

/**
 * @param replayed what an earlier attempt left: what it sent and saw no outcome of comes first, the sooner it
 * is known the better
 */
export function createChangeQueue(
  changes: readonly Change[],
  { outcomes, intents }: Pick<Replayed, 'outcomes' | 'intents'>,
): ChangeQueue {
  const followers = new Map<ChangeId, Change[]>();
  const waitingFor = new Map<ChangeId, number>();
  const ready: Change[] = [];
  let known: ReadonlySet<ChangeId> | undefined;
  const isKnown = (id: ChangeId) => {
    // Most changes wait for nothing.
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
  // Sorting takes milliseconds where there are thousands, and a run that begins has sent none.
  if (intents.size > 0)
    ready.sort((one, other) => Number(intents.has(other.id)) - Number(intents.has(one.id)));
  return {
    hasNext: () => next < ready.length,
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

/** What must have ended before a change begins, each once. */
function conditionsOf({ after, behind }: Change): readonly ChangeId[] {
  return behind === undefined ? after : [...new Set([...after, ...behind])];
}
