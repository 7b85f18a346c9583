import type { HttpRequest, Layer } from './transport.ts';

/** A write that a dry run did not let out. */
export class DryRunWrite extends Error {
  override readonly name = 'DryRunWrite';
  readonly request: HttpRequest;
  constructor(request: HttpRequest) {
    super(`${request.method} ${new URL(request.url).pathname} was not sent`);
    this.request = request;
  }
}

/** Makes a transport that cannot write: reads pass, a write throws DryRunWrite. */
export const withoutWrites: Layer = (next) => async (request, signal) => {
  if (request.effect === 'write') throw new DryRunWrite(request);
  return next(request, signal);
};
