import type { Layer } from './transport.ts';

/**
 * Lets one write at a time through for each user or group, in the order in which they come: the service refuses a second
 * one while the first is in progress (SCIM §8, Concurrency).
 */
export function serializeWrites(): Layer {
  const lanes = new Map<string, Promise<unknown>>();
  return (next) => async (request, signal) => {
    const { target } = request;
    if (request.effect === 'read' || target === undefined) return next(request, signal);
    const before = lanes.get(target) ?? Promise.resolve();
    const mine = before.then(
      () => next(request, signal),
      () => next(request, signal),
    );
    lanes.set(target, mine);
    try {
      return await mine;
    } finally {
      if (lanes.get(target) === mine) lanes.delete(target);
    }
  };
}
