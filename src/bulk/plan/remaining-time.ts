import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { Change } from './change.ts';
import { callsOf, isRead, type Pace } from './forecast.ts';

/** Estimates the remaining time of a run at the known rates. */
export interface RemainingTime {
  done(change: Change): void;
  /** Lower bound in seconds, without the time that bursts save; 0 if no rate is known. */
  seconds(): number;
}

/** @param changes the changes that are left at the start */
export function createRemainingTime(
  changes: readonly Change[],
  version: ScimVersion,
  { limits, rate, basis }: Pace,
): RemainingTime {
  const left = new Map<string, number>();
  const count = (change: Change, more: number) => {
    for (const call of callsOf(change, version))
      for (const name of new Set([call, isRead(call) ? 'read' : 'write', 'all']))
        left.set(name, (left.get(name) ?? 0) + more);
  };
  // Documented rates only approximate this service; the progress of the run is a better estimate.
  const rates = Object.entries(basis === 'given' ? limits : {}).map(
    ([name, { perSecond }]) => [name, perSecond] as const,
  );
  const known = rate === undefined ? rates : [...rates, ['all', rate.perSecond] as const];
  if (known.length === 0) return { done: () => {}, seconds: () => 0 };
  for (const change of changes) count(change, 1);
  return {
    done: (change) => count(change, -1),
    seconds: () => Math.max(0, ...known.map(([name, perSecond]) => (left.get(name) ?? 0) / perSecond)),
  };
}
