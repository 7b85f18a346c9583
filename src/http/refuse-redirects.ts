import { Failure } from '../failure/failure.ts';
import type { Layer } from './transport.ts';

/**
 * Refuses redirects, because the token and the content of a write are for one origin.
 * @throws Failure `unreachable` naming the target; `unknownOutcome` after a write, because it is unknown who
 * processed it.
 */
export const refuseRedirectsLayer: Layer = (next) => async (request, signal) => {
  const response = await next(request, signal);
  if (response.status < 300 || response.status > 399 || response.status === 304) return response;
  const { host } = new URL(request.url);
  const target = response.headers['location'];
  const where =
    target !== undefined && URL.canParse(target, request.url)
      ? new URL(target, request.url).origin
      : 'elsewhere';
  const kind = request.effect === 'write' ? 'unknownOutcome' : 'unreachable';
  throw new Failure(kind, `${host} redirects to ${where} (${response.status}); redirects are not followed`, {
    status: response.status,
    hint: 'check the base URL: orgctl profile check',
  });
};
