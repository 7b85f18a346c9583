/** A fixed window: it begins at `from`, and again after each `length`. Milliseconds. */
export interface FoundWindow {
  readonly length: number;
  readonly from: number;
  /** By how much it may begin earlier or later. */
  readonly blur: number;
}

/**
 * Windows that services use, the longest first: where a longer one explains what was seen, a shorter one does
 * too.
 */
const LENGTHS = [60_000, 10_000, 1000];
/** How likely it may be that what was seen agrees by chance. */
const CHANCE = 0.003;
/** Openings of one window are a length apart; timers and jitter may move both. */
const APART = 0.75;

/**
 * Finds out whether a quota is a fixed window: after a refusal it opens at the same part of each second, or
 * of each minute. Times are those at which requests leave: an opening is as much later than the window of the
 * service as every request on its way to it.
 */
export interface WindowFinder {
  refused(sentAt: number): void;
  /**
   * @param reach how much earlier or later than usual a request may arrive
   * @returns the window, where this request shows that the quota opened, and it did so as a fixed window does
   */
  accepted(sentAt: number, reach: number): FoundWindow | undefined;
}

export function createWindowFinder(): WindowFinder {
  const candidates = LENGTHS.map(openingsOf);
  let lastRefused: number | undefined;
  let firstAccepted = Number.POSITIVE_INFINITY;
  let opened = Number.NEGATIVE_INFINITY;
  return {
    refused(sentAt) {
      // The answer to what left before it opened may come later.
      if (sentAt < opened) return;
      lastRefused = Math.max(lastRefused ?? sentAt, sentAt);
      if (firstAccepted < lastRefused) firstAccepted = Number.POSITIVE_INFINITY;
    },
    accepted(sentAt, reach) {
      if (lastRefused === undefined || sentAt <= lastRefused) return undefined;
      firstAccepted = Math.min(firstAccepted, sentAt);
      if (sentAt < firstAccepted + 2 * reach) return undefined;
      for (const one of candidates) one.add(lastRefused, firstAccepted);
      lastRefused = undefined;
      opened = firstAccepted;
      firstAccepted = Number.POSITIVE_INFINITY;
      return candidates.map((one) => one.window()).find((window) => window !== undefined);
    },
  };
}

/**
 * The openings of a quota, each as an angle on a circle of this length: where it is the length of the window,
 * they point one way.
 */
function openingsOf(length: number) {
  let east = 0;
  let north = 0;
  let count = 0;
  /** Openings at which a window of this length cannot open again. */
  let contradictions = 0;
  let halfWidths = 0;
  let latest = Number.NEGATIVE_INFINITY;
  return {
    /** It opened between these. */
    add(after: number, before: number): void {
      const angle = (Math.PI * (after + before)) / length;
      const weight = before - latest < APART * length ? 0 : 1;
      contradictions += 1 - weight;
      east += weight * Math.cos(angle);
      north += weight * Math.sin(angle);
      halfWidths += (before - after) / 2;
      count += 1;
      latest = before;
    },
    window(): FoundWindow | undefined {
      const strength = Math.min(1, (Math.hypot(east, north) - contradictions) / count);
      if (strength <= 0 || Math.exp(-count * strength ** 2) > CHANCE) return undefined;
      const radius = length / (2 * Math.PI);
      const deviation = Math.sqrt(-2 * Math.log(strength)) * radius;
      return {
        length,
        from: Math.atan2(north, east) * radius,
        blur: Math.max(deviation / Math.sqrt(count), halfWidths / count),
      };
    },
  };
}
