import type { Change } from './change.ts';

/** Describes which parts of a handwritten request have an unknown effect; empty for any other change. */
export function unclearEffects(change: Change): readonly string[] {
  if (!('asks' in change) || change.asks.unclear.length === 0) return [];
  return [`cannot determine the effect on ${change.name}: ${change.asks.unclear.join(', ')}`];
}
