/** A period in which the service throttled. */
export interface Throttle {
  /** The class of requests that was throttled, such as `createUser`. */
  readonly rates: string;
  /** The resource that was throttled, such as `Groups/S1`; absent for the whole class. */
  readonly resource?: string;
  readonly seconds: number;
}

/** Total length of waits, with overlaps counted once. All values are of one clock and unit. */
export class Waits {
  private until = Number.NEGATIVE_INFINITY;
  private length = 0;

  add(from: number, length: number): void {
    const end = from + length;
    this.length += Math.max(0, end - Math.max(from, this.until));
    this.until = Math.max(this.until, end);
  }

  /** Returns the remaining wait. */
  left(now: number): number {
    return Math.max(0, this.until - now);
  }

  /** Returns the total wait so far. */
  waited(now: number): number {
    return this.length - this.left(now);
  }

  /** Ends the current wait. */
  end(now: number): void {
    this.length = this.waited(now);
    this.until = Math.min(this.until, now);
  }
}

/** Tracks how long the service throttles. */
export interface Throttling {
  /** @param milliseconds from now */
  add(throttle: Omit<Throttle, 'seconds'>, milliseconds: number): void;
  /** Returns the current wait. */
  state(): ThrottleState;
  /** Returns the total milliseconds of throttling so far. */
  waited(): number;
}

/** Remaining milliseconds; 0 if the service does not throttle. */
export interface ThrottleState {
  readonly left: number;
  /** Number of resources that are locked now, if only resources are throttled. */
  readonly locked: number;
}

/**
 * Requests that left together are refused with nearly equal waits; a wait that ends later by more than this
 * fraction is a new one.
 */
const SAME_WAIT = 0.25;

/**
 * @param onThrottle called once for each pause that the service asks for, however many requests were refused
 * @param clock milliseconds
 */
export function createThrottling(clock: () => number, onThrottle: (throttle: Throttle) => void): Throttling {
  const all = new Waits();
  const ends = new Map<string, { readonly told: number; readonly isLock: boolean }>();
  return {
    add(throttle, milliseconds) {
      const now = clock();
      all.add(now, milliseconds);
      const key = throttle.resource ?? throttle.rates;
      const told = ends.get(key)?.told ?? 0;
      const isNew = now >= told || now + milliseconds > told + milliseconds * SAME_WAIT;
      if (!isNew) return;
      ends.set(key, { told: now + milliseconds, isLock: throttle.resource !== undefined });
      onThrottle({ ...throttle, seconds: Math.round(milliseconds / 100) / 10 });
    },
    state() {
      const now = clock();
      const current = [...ends.values()].filter(({ told }) => told > now);
      const locked = current.filter(({ isLock }) => isLock).length;
      return { left: all.left(now), locked: locked === current.length ? locked : 0 };
    },
    waited: () => all.waited(clock()),
  };
}
