/**
 * A quota that lets nothing through, as a fixed window does when it is used up. Times are milliseconds of one
 * clock.
 */
export interface ClosedQuota {
  /** How long until somebody may ask whether it is open again. */
  wait(now: number): number;
  /** A request leaves to ask. */
  asked(now: number): void;
  /** A request that left at `sentAt` was refused. */
  refused(sentAt: number, now: number): void;
  /** No answer came. */
  lost(): void;
  /** Whether a request that left at `sentAt` asked, so that its success opens the quota. */
  isAnsweredBy(sentAt: number): boolean;
  /** How long it was closed, when a request that left at `sentAt` found it open. */
  length(sentAt: number): number;
}

/**
 * Each question comes so much later than the one before: the end of a closed time is found within half of its
 * length.
 */
const LATER = 1.5;
/** While a question is on its way, how often to look whether it was answered. */
const LOOK_AGAIN = 10;

/**
 * A quota counts as closed after this many refusals in a row that last a whole round trip. So one try to go
 * faster costs no more of them: further ones are those of a quota that fell.
 */
const CLOSED_AFTER = 3;
/**
 * With jitter, requests overtake each other: a quarter of those that may have been overtaken must be refused
 * as well.
 */
const OVERTAKEN = 1 / 4;

/**
 * Returns how many refusals in a row show that a quota is closed, if they last a whole round trip.
 * @param rate requests a second
 * @param jitter mean time by which an answer comes early or late, in milliseconds
 * @param inFlight requests that are on their way: no other one can have been overtaken
 */
export function refusalsOfClosed(rate: number, jitter: number, inFlight: number): number {
  return CLOSED_AFTER + Math.max(0, Math.min((OVERTAKEN * rate * jitter) / 1000, inFlight));
}

export interface Closing {
  /** When the first request left that was refused. */
  readonly since: number;
  readonly now: number;
  /** Until the first question. */
  readonly gap: number;
  /** What the service asked for. */
  readonly retryAfter: number | undefined;
}

/**
 * Asks one request at a time whether a quota is open again, ever more seldom, and once when `Retry-After` of
 * the refusal is over.
 */
export function closedQuota({ since, now, gap: firstGap, retryAfter }: Closing): ClosedQuota {
  let gap = firstGap;
  let askAt = now + gap;
  let promised = retryAfter === undefined || retryAfter === 0 ? undefined : now + retryAfter;
  let lastRefusal = now;
  let askedAt = Number.POSITIVE_INFINITY;
  let isAsking = false;
  /** Nobody was there to ask when it was time: how long it was closed is not known. */
  let isLate = false;
  return {
    wait: (at) => (isAsking ? LOOK_AGAIN : Math.max(0, askAt - at)),
    asked(at) {
      isAsking = true;
      isLate = at - askAt > gap;
      askedAt = at;
    },
    refused(sentAt, at) {
      if (!isAsking || sentAt < askedAt) return;
      isAsking = false;
      lastRefusal = sentAt;
      gap *= LATER;
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
 * Accepted requests that are added for a second in which a quota was closed: others may have closed it, and
 * few requests say little about its rate.
 */
const BENEFIT_OF_DOUBT = 8;

/** A quota that is open again. */
export interface Reopened {
  /** Requests a second that were sent when it was closed. */
  readonly rate: number;
  /** Requests that it let in before, since it was open. */
  readonly accepted: number;
  /** Milliseconds. */
  readonly closedFor: number;
}

/** Returns what it lets in on average, as requests a second: the time in which it was closed counts. */
export function reopenedRate({ rate, accepted, closedFor }: Reopened): number {
  const seconds = closedFor / 1000;
  const passed = Math.max(1, accepted) + BENEFIT_OF_DOUBT * Math.min(1, seconds);
  return (rate * passed) / (passed + rate * seconds);
}
