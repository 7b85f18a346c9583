import type { Change } from './change.ts';

/** Returns what cannot be told of a change that a person wrote, in words; nothing of any other. */
export function unclearIn(change: Change): readonly string[] {
  if (!('asks' in change) || change.asks.unclear.length === 0) return [];
  return [`what the file does to ${change.name} cannot be told: ${change.asks.unclear.join(', ')}`];
}
