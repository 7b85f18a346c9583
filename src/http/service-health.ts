/** What a command knows of whether its service is there, over all requests of both APIs. */
export interface ServiceHealth {
  /** Whether an outage is waited for, up to `--max-wait`. */
  readonly isPatient: boolean;
  /** A request leaves. */
  sending(): void;
  /** How many left until now. */
  sent(): number;
  /** An answer came that is no trouble. */
  answered(effect: 'read' | 'write'): void;
  /** When the last one came, by the clock that never jumps; minus infinity before the first. */
  answeredAt(effect: 'read' | 'write'): number;
  /** Calls the listener when reads and writes are answered again after trouble. @returns what ends that */
  whenBack(listener: () => void): () => void;
  /**
   * Calls the listener each time the service is away for a request, and nothing was answered since. @returns
   * what ends that
   */
  whenAway(listener: (trouble: Outage) => void): () => void;
  /**
   * Nobody answered, or only with trouble.
   * @param says what is wrong, such as `service unreachable`
   * @param isAway whether that is certainly no trouble of this request alone
   */
  troubled(effect: 'read' | 'write', says: string, isAway?: boolean): void;
  /** Since when nothing but trouble has come; undefined where all is answered. */
  troubledSince(): number | undefined;
  /**
   * Since when reads or writes have met nothing but trouble, and which at last; undefined where they are
   * answered.
   */
  trouble(effect: 'read' | 'write'): Outage | undefined;
  /** Whether reads or writes met trouble and were not answered since. */
  isTroubled(): boolean;
}

/** An outage that goes on. */
export interface Outage {
  /** By the clock that never jumps. */
  readonly since: number;
  readonly says: string;
}

/** @param clock never jumps */
export function createServiceHealth(clock: () => number, isPatient = false): ServiceHealth {
  const last = { read: Number.NEGATIVE_INFINITY, write: Number.NEGATIVE_INFINITY };
  let count = 0;
  const troubled = new Map<'read' | 'write', Outage>();
  let onBack: (() => void) | undefined;
  let onAway: ((trouble: Outage) => void) | undefined;
  return {
    isPatient,
    sending: () => {
      count += 1;
    },
    sent: () => count,
    answered(effect) {
      last[effect] = clock();
      if (troubled.delete(effect) && troubled.size === 0) onBack?.();
    },
    answeredAt: (effect) => last[effect],
    whenBack: (listener) => {
      onBack = listener;
      return () => {
        onBack = undefined;
      };
    },
    whenAway: (listener) => {
      onAway = listener;
      return () => {
        onAway = undefined;
      };
    },
    troubled: (effect, says, isAway = false) => {
      const trouble = { since: troubled.get(effect)?.since ?? clock(), says };
      troubled.set(effect, trouble);
      if (isAway) onAway?.(trouble);
    },
    troubledSince: () =>
      troubled.size === 0 ? undefined : Math.min(...[...troubled.values()].map(({ since }) => since)),
    trouble: (effect) => troubled.get(effect),
    isTroubled: () => troubled.size > 0,
  };
}
