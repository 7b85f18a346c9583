import type { HttpRequest, Layer } from './transport.ts';

/** A write that a dry run did not let out. */
export class WriteWithheld extends Error {
  override readonly name = 'WriteWithheld';
  readonly request: HttpRequest;
  constructor(request: HttpRequest) {
    super(`${request.method} ${new URL(request.url).pathname} was not sent`);
    this.request = request;
  }
}

/** Makes a transport that cannot write: reads pass, a write throws WriteWithheld. */
export const withholdingWrites: Layer = (next) => async (request, signal) => {
  if (request.effect === 'write') throw new WriteWithheld(request);
  return next(request, signal);
};
