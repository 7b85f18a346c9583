import type { Layer } from './transport.ts';

/**
 * Whether this process may still send writes: another one may have taken its work over while a request waited
 * for its turn.
 */
export interface SendingRight {
  /**
   * Has the right looked at from now on, in front of every write. Writes that come in one turn of the event
   * loop share a look: none of them leaves before the end of that turn, because a connection that was used
   * before takes its next request only then.
   * @param check throws where the right is lost
   * @returns what ends that
   */
  hold(check: () => void): () => void;
  /** Stands next to the network, behind everything that waits. */
  readonly layer: Layer;
}

/** Of one command: at first nobody looks. */
export function createSendingRight(): SendingRight {
  const checks = new Set<() => void>();
  let isChecked = false;
  const lookAgain = () => {
    isChecked = false;
  };
  const look = () => {
    if (isChecked || checks.size === 0) return;
    for (const check of checks) check();
    isChecked = true;
    setImmediate(lookAgain);
  };
  return {
    hold(check) {
      checks.add(check);
      isChecked = false;
      return () => void checks.delete(check);
    },
    layer: (next) => (request, signal) => {
      try {
        if (request.effect === 'write') look();
      } catch (error) {
        return Promise.reject(error);
      }
      return next(request, signal);
    },
  };
}
