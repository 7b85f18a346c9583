/** How a rate goes up while nothing is refused. Rates are requests a second. */
export type Growth =
  /** As it is. */
  | { readonly kind: 'none'; readonly rate: number }
  /** The first search: a bucket was seen to become empty, but nothing is known of what fills it. */
  | { readonly kind: 'first'; readonly rate: number; readonly bucket: number }
  /** Nothing sure is known yet. `factor` in each `unit` of seconds. */
  | { readonly kind: 'search'; readonly rate: number; readonly factor: number; readonly unit: number }
  /** The limit was seen: back to it soon, and beyond it only as a probe of so many seconds, which costs one bucket. */
  | {
      readonly kind: 'hold';
      readonly rate: number;
      readonly limit: number;
      readonly bucket: number;
      readonly probe: number;
    };

/** The first search adds so many buckets a second, each second: alike for all who share a quota. */
const FIRST_BUCKETS = 2;
const FIRST_GROWTH = 1.5;
/** Seconds in which most of the way back to a limit is gone. */
const RECOVERY = 1.5;
/** A probe goes as this power of time: hardly anything at first. */
const PROBE_SHAPE = 4;
/** A probe that took this much more than its time was not refused: more is free. */
const PROBE_OVER = 1.2;
const FREE_GROWTH = 2;

/** Returns the rate after so many seconds without a refusal. */
export function grownRate(growth: Growth, quiet: number): number {
  switch (growth.kind) {
    case 'none':
      return growth.rate;
    case 'first':
      return growth.rate * FIRST_GROWTH ** quiet + FIRST_BUCKETS * growth.bucket * quiet;
    case 'search':
      return growth.rate * growth.factor ** (quiet / growth.unit);
    case 'hold': {
      const { rate, limit, bucket, probe } = growth;
      const recovered = limit - (limit - rate) * Math.exp(-quiet / RECOVERY);
      const part = Math.min(quiet / probe, PROBE_OVER);
      const beyond = (((PROBE_SHAPE + 1) * bucket) / probe) * part ** PROBE_SHAPE;
      return (recovered + beyond) * FREE_GROWTH ** Math.max(0, quiet - PROBE_OVER * probe);
    }
  }
}
