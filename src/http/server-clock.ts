import type { Layer } from './transport.ts';

/** Knows the time at the service, whose clock may differ from ours. */
export interface ServerClock {
  readonly layer: Layer;
  /** Milliseconds since 1970 at the service, as of its last response; ours before the first one. */
  now(): number;
}

/** Learns the service's clock from the Date header of its responses, which has whole seconds. */
export function createServerClock(now: () => number): ServerClock {
  let offset = 0;
  return {
    layer: (next) => async (request, signal) => {
      const response = await next(request, signal);
      const date = Date.parse(response.headers['date'] ?? '');
      if (!Number.isNaN(date)) offset = date - now();
      return response;
    },
    now: () => now() + offset,
  };
}
