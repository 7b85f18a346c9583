import type { Layer } from './transport.ts';

/** The service's clock, which may differ from the local one. */
export interface ServerClock {
  readonly layer: Layer;
  /**
   * Milliseconds since 1970 by the service's clock, as of its last response; local time before the first
   * response.
   */
  now(): number;
}

/** Learns the service's clock from the Date header of responses, which has a resolution of one second. */
export function createServerClock(now: () => number): ServerClock {
  let offset = 0;
  let told = '';
  let date = Number.NaN;
  return {
    layer: (next) => async (request, signal) => {
      const response = await next(request, signal);
      const text = response.headers['date'] ?? '';
      // Responses of the same second have equal headers.
      if (text !== told) date = Date.parse(text);
      told = text;
      if (!Number.isNaN(date)) offset = date - now();
      return response;
    },
    now: () => now() + offset,
  };
}
