/** A time for which the service throttled. */
export interface Throttle {
  /** The class of requests that it concerns, such as `createUser`. */
  readonly rates: string;
  /** The one resource that it concerns, such as `Groups/S1`; absent when it concerns the whole class. */
  readonly resource?: string;
  readonly seconds: number;
}

/** Times that overlap, counted once. All are of one clock and in one unit. */
export class Waits {
  private until = Number.NEGATIVE_INFINITY;
  private length = 0;

  add(from: number, length: number): void {
    const end = from + length;
    this.length += Math.max(0, end - Math.max(from, this.until));
    this.until = Math.max(this.until, end);
  }

  /** How long is still to be waited. */
  left(now: number): number {
    return Math.max(0, this.until - now);
  }

  /** How long was waited until now. */
  waited(now: number): number {
    return this.length - this.left(now);
  }

  /** Nothing is waited for any more. */
  end(now: number): void {
    this.length = this.waited(now);
    this.until = Math.min(this.until, now);
  }
}

/** Follows how long the service throttles. */
export interface Throttling {
  /** @param milliseconds from now. */
  add(throttle: Omit<Throttle, 'seconds'>, milliseconds: number): void;
  /** What is waited for now. */
  state(): ThrottleState;
  /** Milliseconds for which the service has throttled, in all. */
  waited(): number;
}

/** Milliseconds that are left; 0 when nothing is waited for. */
export interface ThrottleState {
  readonly left: number;
  /** Resources that are locked for now. */
  readonly locked: number;
}

/** Refusals of requests that left together ask for nearly the same; what ends so much later is new. */
const SAME_WAIT = 0.25;

/**
 * @param onThrottle called once for each pause that the service asks for, however many requests were refused.
 * @param clock milliseconds.
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
