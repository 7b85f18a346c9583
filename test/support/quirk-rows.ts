import { QUIRKS, type Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { coveringArray } from './covering-array.ts';

/** A list that changes on every read is refused, because missing users cannot be detected. */
export const REFUSED_PAIRS: readonly Quirks[] = [
  { largestPage: '5', listDrift: 'moves' },
  { pageSize: 'ignored', listDrift: 'moves' },
];

/** Services with many quirks at once, which together contain every pair of quirk values. */
export const QUIRK_ROWS: readonly Quirks[] = coveringArray(QUIRKS, REFUSED_PAIRS);

/** Whether a service has both quirks of a pair. */
export function hasBoth(quirks: Quirks, pair: Quirks): boolean {
  const own = Object.entries(quirks);
  return Object.entries(pair).every(([name, word]) =>
    own.some(([one, value]) => one === name && value === word),
  );
}
