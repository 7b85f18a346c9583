/** A fixed window that starts at `from` and then every `length` milliseconds. */
export interface FoundWindow {
  readonly length: number;
  readonly from: number;
  /** Uncertainty of the start. */
  readonly blur: number;
}

/**
 * Window lengths that services use, longest first: observations that fit a long window also fit a shorter
 * one.
 */
const LENGTHS = [60_000, 10_000, 1000];
/** Maximum probability that the observations fit by chance. */
const MAX_CHANCE_PROBABILITY = 0.003;
/**
 * Time within which a window cannot open twice, as a share of its length; less than 1 because of timers and
 * jitter.
 */
const MIN_OPENING_GAP = 0.75;

/**
 * Detects that a quota is a fixed window: after refusals it opens at the same point of every second or
 * minute. All times are those at which requests leave; every request reaches the service later by about the
 * same time.
 */
export interface WindowFinder {
  refused(sentAt: number): void;
  /**
   * Records an accepted request.
   * @param reach how much earlier or later than usual a request may arrive
   * @returns the window, if this request shows that the quota opened, and its openings fit a fixed window
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
      // The answer to a request that left before the opening may arrive later.
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
 * Collects the openings of a quota as angles on a circle of this length. If the window has this length, they
 * point the same way.
 */
function openingsOf(length: number) {
  let east = 0;
  let north = 0;
  let count = 0;
  /** Openings that are too close to the one before for a window of this length. */
  let contradictions = 0;
  let halfWidths = 0;
  let latestAfter = Number.NEGATIVE_INFINITY;
  return {
    /** Records that the quota opened between these times. */
    add(after: number, before: number): void {
      const angle = (Math.PI * (after + before)) / length;
      const weight = before - latestAfter < MIN_OPENING_GAP * length ? 0 : 1;
      contradictions += 1 - weight;
      east += weight * Math.cos(angle);
      north += weight * Math.sin(angle);
      halfWidths += (before - after) / 2;
      count += 1;
      latestAfter = after;
    },
    window(): FoundWindow | undefined {
      const strength = Math.min(1, (Math.hypot(east, north) - contradictions) / count);
      if (strength <= 0 || Math.exp(-count * strength ** 2) > MAX_CHANCE_PROBABILITY) return undefined;
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
