/** So many requests in so many seconds. */
export interface Sample {
  readonly accepted: number;
  readonly seconds: number;
}

/** What a refusal shows of a quota. Rates are requests a second; each is one that the service allows at least. */
export interface Evidence extends Sample {
  /** What came in between moments at which the bucket was empty. */
  readonly least: number;
  /** What came in since the last pause, without what the bucket gave; undefined after too short a time. */
  readonly sustained: number | undefined;
  /** The bucket may have become full during the pause, and then more was allowed than `least`. */
  readonly mayBeMore: boolean;
  readonly isSure: boolean;
}

/** Times are milliseconds of one clock. */
export interface Refusals {
  /** A request leaves. */
  sent(now: number): void;
  accepted(sentAt: number): void;
  /**
   * A request that left at `sentAt` was refused at `now`: returns what that shows, or undefined when it left before the last pause and
   * says nothing new.
   */
  refused(sentAt: number, now: number, bucket: Sample | undefined): Evidence | undefined;
}

const SLOT = 100;
const MOST_SLOTS = 1200;
/** Shorter spans say too little about a rate. */
const SHORTEST_SPAN = 150;
const MOST_EMPTIES = 16;
/** So many accepted requests make a rate; so many more than a bucket holds, and for so many seconds, one that is sure. */
const ENOUGH = 12;
const ENOUGH_BEYOND = 10;
const SURE_AFTER = 0.3;
const NEARLY_FULL = 0.8;

/** From the first request after a pause to the next refusal. */
interface Stretch {
  readonly start: number;
  /** How long nothing had been sent before. */
  readonly rest: number;
  accepted: number;
  /** Accepted requests in each tenth of a second; the oldest are dropped. */
  readonly slots: number[];
  firstSlot: number;
}

/** Watches what a service accepts between its refusals. At a refusal its bucket is empty, whoever drew on it. */
export function watchRefusals(): Refusals {
  let total = 0;
  let emptyAt: number | undefined;
  let stretch: Stretch | undefined;
  const empties: { readonly at: number; readonly total: number }[] = [];

  const sinceEmpties = (end: number) => {
    const rates = empties.map((empty) => ({
      accepted: total - empty.total,
      rate: (1000 * (total - empty.total)) / Math.max(end - empty.at, 1),
    }));
    const telling = rates.filter(({ accepted }) => accepted >= ENOUGH);
    return {
      least: Math.max(0, rates.at(-1)?.rate ?? 0, ...telling.map(({ rate }) => rate)),
      isEnough: telling.length > 0,
    };
  };

  return {
    sent(now) {
      stretch ??= { start: now, rest: now - (emptyAt ?? now), accepted: 0, slots: [], firstSlot: 0 };
    },
    accepted(sentAt) {
      total += 1;
      if (stretch !== undefined && sentAt >= stretch.start) count(stretch, sentAt);
    },
    refused(sentAt, now, bucket) {
      if (stretch === undefined || sentAt < stretch.start) return undefined;
      const ended = stretch;
      stretch = undefined;
      const seconds = (sentAt - ended.start) / 1000;
      const { least, isEnough } = sinceEmpties(sentAt);
      empties.push({ at: sentAt, total });
      if (empties.length > MOST_EMPTIES) empties.shift();
      emptyAt = now;
      const full = bucket ?? { accepted: ended.accepted, seconds };
      const sustained = sustainedRate(ended, sentAt, full);
      const mayBeMore = (least * ended.rest) / 1000 > NEARLY_FULL * full.accepted;
      const isLong =
        sustained !== undefined &&
        seconds >= Math.max(SURE_AFTER, 3 * full.seconds) &&
        ended.accepted - full.accepted >= ENOUGH_BEYOND;
      return {
        accepted: ended.accepted,
        seconds,
        least,
        sustained,
        mayBeMore,
        isSure: isLong || (isEnough && !mayBeMore),
      };
    },
  };
}

function count(stretch: Stretch, sentAt: number): void {
  stretch.accepted += 1;
  const slot = Math.floor((sentAt - stretch.start) / SLOT);
  while (stretch.firstSlot + stretch.slots.length <= slot) stretch.slots.push(0);
  const index = slot - stretch.firstSlot;
  if (index >= 0) stretch.slots[index] = (stretch.slots[index] ?? 0) + 1;
  if (stretch.slots.length < MOST_SLOTS) return;
  stretch.slots.splice(0, MOST_SLOTS / 2);
  stretch.firstSlot += MOST_SLOTS / 2;
}

/** Of all spans that end at the refusal the one that shows most, because in the others the bucket was full and overflowed. */
function sustainedRate(stretch: Stretch, end: number, bucket: Sample): number | undefined {
  let best: number | undefined;
  let accepted = 0;
  for (let slot = stretch.firstSlot + stretch.slots.length - 1; slot >= stretch.firstSlot; slot -= 1) {
    accepted += stretch.slots[slot - stretch.firstSlot] ?? 0;
    const length = end - stretch.start - slot * SLOT;
    if (length < SHORTEST_SPAN || length < 1500 * bucket.seconds) continue;
    best = Math.max(best ?? 0, (accepted - bucket.accepted) / (length / 1000 - bucket.seconds));
  }
  return best;
}
