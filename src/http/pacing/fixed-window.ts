import type { RefusalBudget } from './refusal-budget.ts';
import { TIMER_SLACK } from './token-bucket.ts';
import type { FoundWindow } from './window-finder.ts';

/**
 * Refusals that the budget must allow for each attempt to find a larger window: a failed attempt may cost
 * several.
 */
const REFUSALS_PER_ATTEMPT = 2;
/** Factor by which the next attempt grows after a success, and its maximum as a share of a window. */
const STEP_GROWTH = 4;
const MAX_STEP_SHARE = 0.5;
/** A window that refuses before this share of it was used does not have the expected size. */
const EXPECTED_SIZE_SHARE = 0.9;
/**
 * Share of a window's requests that may be refused near its start: they arrived before it opened, and do not
 * show that it is exhausted.
 */
const MAX_EARLY_SHARE = 0.02;
/** Unexpected windows that disprove the window, and how much of one a window of the expected size cancels. */
const MAX_DOUBT = 3;
const DOUBT_REDUCTION = 0.5;
/** Windows that are remembered until their last answer arrives. */
const REMEMBERED_WINDOWS = 3;
/** Maximum share of a window that is left free at each end. */
const MAX_GUARD_SHARE = 1 / 3;

/** What is known of a quota when it turns out to be a window. */
export interface WindowStart {
  /** Estimated requests per second. */
  readonly rate: number;
  /** How much earlier or later than usual a request may arrive. */
  readonly reach: number;
  readonly budget: RefusalBudget;
}

/** The requests that left in one window. */
interface Part {
  readonly index: number;
  /**
   * Whether the window had started before the quota was known to be one: earlier requests of it were not
   * counted.
   */
  readonly isFirst: boolean;
  /** Expected size when the window started. */
  readonly expected: number;
  sent: number;
  accepted: number;
  refused: number;
  /** Requests refused near the start, not counted as refused. */
  early: number;
  isLarger: boolean;
  isSurprise: boolean;
}

/**
 * Uses every window fully. The requests accepted in a window that refused one are its size; now and then one
 * request more is attempted. Times are milliseconds of one clock.
 */
export class FixedWindow {
  private readonly found: FoundWindow;
  /** Milliseconds left free at each end of a window, so that no request arrives in another one. */
  private readonly guard: number;
  private readonly began: number;
  private size: number;
  private step = 1;
  /** Requests accepted since the last refusal. */
  private quiet = Number.POSITIVE_INFINITY;
  private doubt = 0;
  private readonly budget: RefusalBudget;
  /** When the next request should leave, and when the latest one should have left. */
  private due = 0;
  private lastDue: number;
  private parts: readonly Part[] = [];

  constructor(found: FoundWindow, { rate, reach, budget }: WindowStart, now: number) {
    this.found = found;
    this.guard = Math.min(found.length * MAX_GUARD_SHARE, reach + found.blur);
    this.began = now;
    this.size = Math.max(1, Math.round((rate * found.length) / 1000));
    this.lastDue = now;
    this.budget = budget;
  }

  /** Returns the requests per second accepted up to the latest window. */
  rate(): number {
    return ((this.parts.at(-1)?.expected ?? this.size) * 1000) / this.found.length;
  }

  /** Returns how long the next request must wait, 0 if it may leave now. */
  wait(now: number): number {
    const { length, from } = this.found;
    const part = this.current(now);
    const start = from + part.index * length + this.guard;
    const end = from + (part.index + 1) * length - this.guard;
    const planned = this.size + (this.quiet >= REFUSALS_PER_ATTEMPT / this.budget.aim(0) ? this.step : 0);
    if (now >= end || part.refused > 0 || part.sent >= planned) return start + length - now;
    const since = Math.max(start, this.lastDue);
    const gap = part.sent === 0 ? 0 : (end - since) / (planned - part.sent + 1);
    this.due = since + gap;
    return Math.max(0, this.due - now);
  }

  take(now: number): void {
    this.current(now).sent += 1;
    this.lastDue = Math.max(this.due, now - TIMER_SLACK);
  }

  /** Records that the request which left at `sentAt` was accepted. */
  accepted(sentAt: number): void {
    this.quiet += 1;
    const part = this.partOf(sentAt);
    if (part === undefined) return;
    part.accepted += 1;
    if (part.refused > 0 ? part.isFirst : part.accepted <= this.size) return;
    if (part.refused === 0 && !part.isLarger) {
      part.isLarger = true;
      this.step = Math.max(1, Math.floor(Math.min(this.step * STEP_GROWTH, this.size * MAX_STEP_SHARE)));
    }
    this.size = part.accepted;
  }

  /**
   * Records that the request which left at `sentAt` was refused.
   * @returns false if the quota turns out not to be such a window
   */
  refused(sentAt: number): boolean {
    const part = this.partOf(sentAt);
    if (part === undefined) return true;
    if (this.isEarly(part, sentAt)) {
      part.early += 1;
      return true;
    }
    part.refused += 1;
    if (part.isFirst) return true;
    this.step = 1;
    this.size = Math.max(1, part.accepted);
    const most = part.sent - part.refused;
    const isSurprise = most < EXPECTED_SIZE_SHARE * part.expected;
    // Try again at once: the size may have dropped by chance.
    this.quiet = isSurprise ? Number.POSITIVE_INFINITY : 0;
    if (isSurprise && !part.isSurprise) this.doubt += 1;
    if (!isSurprise && !part.isLarger && part.refused === 1)
      this.doubt = Math.max(0, this.doubt - DOUBT_REDUCTION);
    part.isSurprise = isSurprise;
    return !isSurprise || (this.doubt < MAX_DOUBT && most > 1);
  }

  /** Whether a refused request may have arrived before the window opened. */
  private isEarly({ isFirst, index, early }: Part, sentAt: number): boolean {
    const start = this.found.from + index * this.found.length;
    return !isFirst && early + 1 <= MAX_EARLY_SHARE * this.size && sentAt < start + 2 * this.guard;
  }

  private indexOf(at: number): number {
    return Math.floor((at - this.found.from) / this.found.length);
  }

  private partOf(at: number): Part | undefined {
    const index = this.indexOf(at);
    return this.parts.find((one) => one.index === index);
  }

  private current(now: number): Part {
    const known = this.partOf(now);
    if (known !== undefined) return known;
    const { length, from } = this.found;
    const index = this.indexOf(now);
    const isFirst = index === this.indexOf(this.began);
    const part = {
      index,
      isFirst,
      expected: this.size,
      sent: isFirst ? Math.floor((this.size * (this.began - from - index * length)) / length) : 0,
      accepted: 0,
      refused: 0,
      early: 0,
      isLarger: false,
      isSurprise: false,
    };
    this.parts = [...this.parts.slice(-REMEMBERED_WINDOWS), part];
    return part;
  }
}
