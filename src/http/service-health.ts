/** The availability of the service as seen by a command, over all requests of both APIs. */
export interface ServiceHealth {
  /** Whether the command waits for the end of an outage, up to `--max-wait`. */
  readonly isPatient: boolean;
  /** Records that a request is sent. */
  sending(): void;
  /** Returns the number of requests sent. */
  sent(): number;
  /** Records a response that is not a transient error. */
  answered(effect: 'read' | 'write'): void;
  /** Returns the time of the last such response on the monotonic clock; minus infinity if there was none. */
  answeredAt(effect: 'read' | 'write'): number;
  /**
   * Calls the listener when both reads and writes succeed again.
   * @returns a function that removes the listener
   */
  onRecovered(listener: () => void): () => void;
  /**
   * Calls the listener for each request that finds the service unavailable.
   * @returns a function that removes the listener
   */
  onUnavailable(listener: (trouble: Outage) => void): () => void;
  /**
   * Records a transient error: no response, or an error status.
   * @param says description, such as `service unreachable`
   * @param isUnavailable whether the service is certainly unavailable, as opposed to an error of this request
   * only
   */
  recordTrouble(effect: 'read' | 'write', says: string, isUnavailable?: boolean): void;
  /** Returns the start of the current errors of reads or writes; undefined if both succeed. */
  troubledSince(): number | undefined;
  /**
   * Returns the start of the current errors of reads or of writes, with the latest description; undefined if
   * they succeed.
   */
  trouble(effect: 'read' | 'write'): Outage | undefined;
  /** Whether the last read or the last write met a transient error. */
  isTroubled(): boolean;
}

/** A continuing outage. */
export interface Outage {
  /** Start on the monotonic clock. */
  readonly since: number;
  readonly says: string;
}

/**
 * Creates the health of a service.
 * @param clock monotonic
 */
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
    onRecovered: (listener) => {
      onBack = listener;
      return () => {
        onBack = undefined;
      };
    },
    onUnavailable: (listener) => {
      onAway = listener;
      return () => {
        onAway = undefined;
      };
    },
    recordTrouble: (effect, says, isUnavailable = false) => {
      const trouble = { since: troubled.get(effect)?.since ?? clock(), says };
      troubled.set(effect, trouble);
      if (isUnavailable) onAway?.(trouble);
    },
    troubledSince: () =>
      troubled.size === 0 ? undefined : Math.min(...[...troubled.values()].map(({ since }) => since)),
    trouble: (effect) => troubled.get(effect),
    isTroubled: () => troubled.size > 0,
  };
}
