/** A refusal lowers a rate by 1 ÷ 200 once it is known, and by up to 1 ÷ 20 at first. */
const STEADINESS = 200;
const STEADINESS_AT_FIRST = 20;
/** Number of answers that raise the divisor by one: with each the rate is better known. */
const ANSWERS_PER_STEP = 25;
/**
 * Accepted requests without a refusal after which growth becomes steep, at the usual aim. Fewer while the
 * rate is uncertain.
 */
const LONG_QUIET = 170;
const LONG_QUIET_IF_UNCERTAIN = 30;
/** Aim at which these numbers hold. */
const REFERENCE_AIM = 0.0175;
/** Minimum length of that quiet period, in round trips: the answer to growth takes one. */
const QUIET_ROUND_TRIPS = 4;
const STEEPNESS = 4;
/** Maximum growth per second, as a share of the rate; larger while the rate is uncertain. */
const MAX_GROWTH_PER_SECOND = 0.15;
const MAX_GROWTH_IF_UNCERTAIN = 0.3;

/**
 * Returns the share by which a refusal lowers the rate. Steps that become smaller find a rate sooner than
 * steps of the final size (stochastic approximation). Growth becomes slower with them, so that the share of
 * refusals that keeps a rate is the aim from the start.
 * @param answers number of answers since the rate was first estimated; all answers if the quota is known
 */
export function reduction(answers: number): number {
  return 1 / Math.min(STEADINESS, STEADINESS_AT_FIRST + answers / ANSWERS_PER_STEP);
}

/** A rate that has not been refused lately. */
export interface QuietRate {
  /** Accepted requests since the last refusal. */
  readonly quiet: number;
  /** Share of the next requests that may be refused. */
  readonly aim: number;
  /** Requests per second. */
  readonly rate: number;
  /** Requests in flight. */
  readonly inFlight: number;
  /** Whether the rate may be far from the quota because it has not been measured yet. */
  readonly isUncertain: boolean;
  /** Number of answers since the rate was first estimated. */
  readonly answers: number;
}

/**
 * Returns the share by which one accepted request raises the rate. As long as refusals come as often as they
 * may, they cancel it; if an expected refusal does not come, growth becomes steep.
 */
export function growth({ quiet, aim, rate, inFlight, isUncertain, answers }: QuietRate): number {
  const long = isUncertain ? LONG_QUIET_IF_UNCERTAIN : Math.max(LONG_QUIET, QUIET_ROUND_TRIPS * inFlight);
  const due = long * Math.sqrt(REFERENCE_AIM / aim);
  const step = aim * reduction(answers) * (1 + (quiet / due) ** STEEPNESS);
  return Math.min(step, (isUncertain ? MAX_GROWTH_IF_UNCERTAIN : MAX_GROWTH_PER_SECOND) / rate);
}
