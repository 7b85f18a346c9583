import type { HttpResponse, Layer } from '../http/transport.ts';
import { WEB_ERROR_CODES, type WebErrorCode } from '../spec/webapi-error-codes.ts';
import { isWebErrorCode } from './service-refusal.ts';

/** Maximum bytes of an error response; larger bodies are results, which are not parsed twice. */
const MAX_REFUSAL_LENGTH = 4096;

/**
 * Sets the HTTP status of temporary refusals from their error code. The service answers refusals with HTTP
 * 200 (WEB §1), but the retry layers look only at the status.
 */
export const statusFromErrorCode: Layer = (next) => async (request, signal) => {
  const response = await next(request, signal);
  if (response.status !== 200 || response.body.length > MAX_REFUSAL_LENGTH) return response;
  const code = refusedWith(response.body);
  if (code === 'ratelimited') return { ...response, status: 429 };
  // The request arrived incomplete, so nothing was done (WEB §7).
  if (code === 'request_timeout') return { ...response, status: 408 };
  const mayPass = code !== undefined && isWebErrorCode(code) && WEB_ERROR_CODES[code].retry === 'wait';
  return mayPass ? { ...response, status: 503 } : response;
};

/** Error codes that refuse the token itself, so another token may succeed (WEB §7). */
const TOKEN_CODES: ReadonlySet<string> = new Set([
  'token_expired',
  'invalid_auth',
  'token_revoked',
] satisfies WebErrorCode[]);

/** Whether a response refuses the token itself. */
export function isTokenRefused({ status, body }: HttpResponse): boolean {
  if (status === 401) return true;
  if (status !== 200 || body.length > MAX_REFUSAL_LENGTH) return false;
  return TOKEN_CODES.has(refusedWith(body) ?? '');
}

function refusedWith(body: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(body);
  if (!/"ok"\s*:\s*false/.test(text)) return undefined;
  return /"error"\s*:\s*"(\w+)"/.exec(text)?.[1];
}
