import type { Layer } from './transport.ts';

/** Whether this process may still send writes: another one may have taken its work over while a request waited for its turn. */
export interface SendingRight {
  /**
   * Has the right looked at from now on, in front of every write.
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
  return {
    hold(check) {
      checks.add(check);
      return () => void checks.delete(check);
    },
    layer: (next) => (request, signal) => {
      try {
        if (request.effect === 'write') for (const check of checks) check();
      } catch (error) {
        return Promise.reject(error);
      }
      return next(request, signal);
    },
  };
}
