import type { Layer } from './transport.ts';

/** Lets so many requests be under way at once; the others wait in the order in which they come. */
export function limitingInFlight(limit: number): Layer {
  let inFlight = 0;
  const waiting: (() => void)[] = [];
  return (next) => async (request, signal) => {
    // Whoever leaves hands its place on, so that nobody slips in between.
    if (inFlight >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else inFlight += 1;
    try {
      signal?.throwIfAborted();
      return await next(request, signal);
    } finally {
      const heir = waiting.shift();
      if (heir === undefined) inFlight -= 1;
      else heir();
    }
  };
}
