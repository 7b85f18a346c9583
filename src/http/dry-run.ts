import type { HttpRequest, Layer } from './transport.ts';

/** Thrown instead of sending a write in a dry run. */
export class DryRunWrite extends Error {
  override readonly name = 'DryRunWrite';
  readonly request: HttpRequest;
  constructor(request: HttpRequest) {
    super(`${request.method} ${new URL(request.url).pathname} was not sent`);
    this.request = request;
  }
}

/** A layer that passes reads and throws DryRunWrite for writes. */
export const withoutWrites: Layer = (next) => async (request, signal) => {
  if (request.effect === 'write') throw new DryRunWrite(request);
  return next(request, signal);
};
