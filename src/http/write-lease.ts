import type { Layer } from './transport.ts';

/**
 * The right of this process to send writes: another process may have taken over its work while a request
 * waited.
 */
export interface WriteLease {
  /**
   * Registers a check to run before every write. Writes in the same turn of the event loop share a check:
   * none is sent before the end of that turn, because a reused connection takes its next request only then.
   * @param check throws if the right is lost
   * @returns a function that removes the check
   */
  hold(check: () => void): () => void;
  /** The innermost layer, after all layers that wait. */
  readonly layer: Layer;
}

/** Creates the right of one command, initially without checks. */
export function createWriteLease(): WriteLease {
  const checks = new Set<() => void>();
  let isChecked = false;
  const lookAgain = () => {
    isChecked = false;
  };
  const runChecks = () => {
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
        if (request.effect === 'write') runChecks();
      } catch (error) {
        return Promise.reject(error);
      }
      return next(request, signal);
    },
  };
}
