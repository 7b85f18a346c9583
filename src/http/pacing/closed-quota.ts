/**
 * A quota that refuses everything for some time, such as an exhausted fixed window. Times are milliseconds of
 * one clock.
 */
export interface ClosedQuota {
  /** Returns how long the next probe must wait. */
  wait(now: number): number;
  /** Records that a probe leaves. */
  asked(now: number): void;
  /** Records that the request which left at `sentAt` was refused. */
  refused(sentAt: number, now: number): void;
  /** Records a probe without an answer. */
  lost(): void;
  /** Whether the request that left at `sentAt` was a probe, so that its acceptance reopens the quota. */
  isAnsweredBy(sentAt: number): boolean;
  /** Returns how long the quota was closed if the request that left at `sentAt` reopened it. */
  length(sentAt: number): number;
}

/** Factor between two probe intervals: the end of the closed time is found to within half of its length. */
const PROBE_INTERVAL_FACTOR = 1.5;
/** Milliseconds between two checks for the answer of a probe. */
const PROBE_POLL_INTERVAL = 10;

/**
 * A quota counts as closed after this many consecutive refusals that span a round trip. A single attempt to
 * go faster is not mistaken for that.
 */
export const CLOSED_AFTER = 3;
export interface Closing {
  /** When the first refused request left. */
  readonly since: number;
  readonly now: number;
  /** Milliseconds until the first probe. */
  readonly gap: number;
  /** Milliseconds of `Retry-After`. */
  readonly retryAfter: number | undefined;
}

/**
 * Probes whether a quota is open again, with one request at a time and growing intervals, and once when
 * `Retry-After` has passed.
 */
export function closedQuota({ since, now, gap: firstGap, retryAfter }: Closing): ClosedQuota {
  let gap = firstGap;
  let askAt = now + gap;
  let promised = retryAfter === undefined || retryAfter === 0 ? undefined : now + retryAfter;
  let lastRefusal = now;
  let askedAt = Number.POSITIVE_INFINITY;
  let isAsking = false;
  /**
   * Whether no request was available when the probe was due: then the length of the closed time is unknown.
   */
  let isLate = false;
  return {
    wait: (at) => (isAsking ? PROBE_POLL_INTERVAL : Math.max(0, askAt - at)),
    asked(at) {
      isAsking = true;
      isLate = at - askAt > gap;
      askedAt = at;
    },
    refused(sentAt, at) {
      if (!isAsking || sentAt < askedAt) return;
      isAsking = false;
      lastRefusal = sentAt;
      gap *= PROBE_INTERVAL_FACTOR;
      askAt = at + gap;
      if (promised !== undefined && promised > at && promised < askAt) {
        askAt = promised;
        promised = undefined;
      }
    },
    lost() {
      isAsking = false;
    },
    isAnsweredBy: (sentAt) => sentAt >= askedAt,
    length: (sentAt) => Math.max(0, (isLate ? lastRefusal : sentAt) - since),
  };
}

/**
 * Accepted requests that are added for the first second of closed time: other clients may have closed the
 * quota, and few requests say little about its rate.
 */
const BENEFIT_OF_DOUBT = 8;
/**
 * A bucket opens within seconds. A quota that accepted fewer requests than this, and was then closed for
 * longer than this (milliseconds), is a window that others had nearly used up: its rate is unknown.
 */
const MIN_INFORMATIVE = 50;
const MIN_CLOSED_TIME = 10_000;
/** Requests per second at which such a quota is tried. */
const TRIAL_RATE = 20;

/** A quota that has reopened. */
export interface Reopened {
  /** Requests per second that were sent when it closed. */
  readonly rate: number;
  /** Requests accepted while it was open before. */
  readonly accepted: number;
  /** Milliseconds. */
  readonly closedFor: number;
  /** Whether it was never closed before. */
  readonly isFirst: boolean;
}

/** Returns the average number of requests accepted per second, closed time included. */
export function reopenedRate({ rate, accepted, closedFor, isFirst }: Reopened): number {
  if (isFirst && accepted < MIN_INFORMATIVE && closedFor > MIN_CLOSED_TIME) return Math.min(rate, TRIAL_RATE);
  const seconds = closedFor / 1000;
  const passed = Math.max(1, accepted) + BENEFIT_OF_DOUBT * Math.min(1, seconds);
  return (rate * passed) / (passed + rate * seconds);
}
