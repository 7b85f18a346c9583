/** One refusal lowers a rate by 1 ÷ 200. */
export const STEADINESS = 200;
/**
 * Accepted requests after which growth becomes steep, where as much is refused as may be; fewer at first,
 * before the rate was measured.
 */
const LONG_QUIET = 170;
const LONG_QUIET_AT_FIRST = 30;
/** How much may be refused when these numbers hold. */
const USUAL_AIM = 0.0175;
/**
 * The answer to growth takes a round trip: the quiet before it is as much longer where many requests are on
 * their way.
 */
const QUIET_ROUND_TRIPS = 4;
const STEEPNESS = 4;
/** The most that one accepted request adds, as a part of the rate, and that a second adds. */
const MOST_A_REQUEST = 0.01;
const MOST_A_SECOND = 0.15;
const MOST_A_SECOND_AT_FIRST = 0.3;

/** What is known of a rate that was not refused lately. */
export interface QuietRate {
  /** Accepted requests since the last refusal. */
  readonly quiet: number;
  /** The part of the next requests that may be refused. */
  readonly aim: number;
  /** Requests a second. */
  readonly rate: number;
  /** Requests on their way. */
  readonly inFlight: number;
  /** The rate was not measured yet: how far the quota is, is not known. */
  readonly isFirst: boolean;
}

/**
 * Returns the part by which one more accepted request raises a rate. Where as much is refused as may be,
 * refusals take away what this adds; where the refusal that was due does not come, it becomes steep.
 */
export function growth({ quiet, aim, rate, inFlight, isFirst }: QuietRate): number {
  const long = isFirst ? LONG_QUIET_AT_FIRST : Math.max(LONG_QUIET, QUIET_ROUND_TRIPS * inFlight);
  const due = long * Math.sqrt(USUAL_AIM / aim);
  const step = (aim / STEADINESS) * (1 + (quiet / due) ** STEEPNESS);
  return Math.min(step, MOST_A_REQUEST, (isFirst ? MOST_A_SECOND_AT_FIRST : MOST_A_SECOND) / rate);
}
