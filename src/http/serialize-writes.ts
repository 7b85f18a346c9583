import type { HttpRequest, Layer, Transport } from './transport.ts';

/**
 * Lets one write at a time through for each user or group, in the order in which they come: the service
 * refuses a second one while the first is in progress (SCIM §8, Concurrency).
 */
export function serializeWrites(): Layer {
  const lanes = new Map<string, Promise<unknown>>();
  const inLane = async (next: Transport, request: HttpRequest, target: string, signal?: AbortSignal) => {
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
  return (next) => (request, signal) =>
    request.effect === 'read' || request.target === undefined
      ? next(request, signal)
      : inLane(next, request, request.target, signal);
}
