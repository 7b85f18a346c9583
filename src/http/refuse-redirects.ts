import { Failure } from '../failure/failure.ts';
import type { Layer } from './transport.ts';

/**
 * Follows no redirect: the token and what is written are for one place.
 * @throws Failure `unreachable` naming where it would have gone; after a write `unknownOutcome`, because
 * nobody knows who read it.
 */
export const refusingRedirects: Layer = (next) => async (request, signal) => {
  const response = await next(request, signal);
  if (response.status < 300 || response.status > 399 || response.status === 304) return response;
  const { host } = new URL(request.url);
  const target = response.headers['location'];
  const where =
    target !== undefined && URL.canParse(target, request.url)
      ? new URL(target, request.url).origin
      : 'elsewhere';
  const kind = request.effect === 'write' ? 'unknownOutcome' : 'unreachable';
  throw new Failure(kind, `${host} answered ${response.status} to ${where}; redirects are not followed`, {
    status: response.status,
    hint: 'see whether the base URL is right: orgctl profile check',
  });
};
