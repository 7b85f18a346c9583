import type { HttpRequest, Layer, Transport } from './transport.ts';

/**
 * Serializes the writes to each user or group in their order of arrival: the service refuses concurrent
 * writes to the same resource (SCIM §8, Concurrency).
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
