import type { ScimVersion } from '../../spec/protocol-types.ts';
import type { Change } from './change.ts';
import { callsOf, isRead, type Pace } from './forecast.ts';

/** How long the rest of a run takes at the rates that are known, as its changes end. */
export interface RestOfRun {
  done(change: Change): void;
  /** The least number of seconds, without what a burst saves; 0 where no rate is known. */
  seconds(): number;
}

/** @param changes that are left when it begins */
export function restOfRun(
  changes: readonly Change[],
  version: ScimVersion,
  { limits, rate, basis }: Pace,
): RestOfRun {
  const left = new Map<string, number>();
  const count = (change: Change, more: number) => {
    for (const call of callsOf(change, version))
      for (const name of new Set([call, isRead(call) ? 'read' : 'write', 'all']))
        left.set(name, (left.get(name) ?? 0) + more);
  };
  // What is documented is a guess about this service: how it goes says more.
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
