import { QUIRKS, type Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { coveringArray } from './covering-array.ts';

/** A list that changes on every read is refused, as it has to be: who is not in it cannot be told. */
export const REFUSED_PAIRS: readonly Quirks[] = [
  { largestPage: '5', listDrift: 'moves' },
  { pageSize: 'ignored', listDrift: 'moves' },
];

/**
 * Services with many quirks at once: every two words of two quirks stand together in at least one of them.
 */
export const QUIRK_ROWS: readonly Quirks[] = coveringArray(QUIRKS, REFUSED_PAIRS);

/** Whether a service has all quirks of another one. */
export function hasBoth(quirks: Quirks, pair: Quirks): boolean {
  const own = Object.entries(quirks);
  return Object.entries(pair).every(([name, word]) =>
    own.some(([one, value]) => one === name && value === word),
  );
}
