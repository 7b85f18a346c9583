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
  let told = '';
  let date = Number.NaN;
  return {
    layer: (next) => async (request, signal) => {
      const response = await next(request, signal);
      const text = response.headers['date'] ?? '';
      // All answers of a second say the same.
      if (text !== told) date = Date.parse(text);
      told = text;
      if (!Number.isNaN(date)) offset = date - now();
      return response;
    },
    now: () => now() + offset,
  };
}
