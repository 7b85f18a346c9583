import type { Layer } from '../http/transport.ts';
import { WEB_ERROR_CODES } from '../spec/webapi-error-codes.ts';
import { isWebErrorCode } from './service-refusal.ts';

/** Longest body that can be a refusal, in bytes; a page of results is not parsed twice. */
const LONGEST_REFUSAL = 4096;

/**
 * Gives refusals that pass with time the status that says so, because the service answers HTTP 200 to whatever it refuses (WEB §1): what
 * waits and tries again looks at the status alone.
 */
export const withStatusOfRefusals: Layer = (next) => async (request, signal) => {
  const response = await next(request, signal);
  if (response.status !== 200 || response.body.length > LONGEST_REFUSAL) return response;
  const code = refusedWith(response.body);
  if (code === 'ratelimited') return { ...response, status: 429 };
  // The request did not arrive whole: nothing was done (WEB §7).
  if (code === 'request_timeout') return { ...response, status: 408 };
  const mayPass = code !== undefined && isWebErrorCode(code) && WEB_ERROR_CODES[code].retry === 'wait';
  return mayPass ? { ...response, status: 503 } : response;
};

function refusedWith(body: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(body);
  if (!/"ok"\s*:\s*false/.test(text)) return undefined;
  return /"error"\s*:\s*"(\w+)"/.exec(text)?.[1];
}
