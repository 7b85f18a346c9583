import { VERSION_PATHS } from '../spec/scim-schemas.ts';
import { errorBody } from './scim-bodies.ts';
import { ScimError } from './scim-error.ts';
import type { SandboxAnswer } from './scim-service.ts';
import { isWebApiCall } from './web-service.ts';

const TOO_LARGE = 413;
const RETRY_AFTER = 1;

/**
 * Returns the answer for a body that is too large, or that exceeds the memory for all bodies (assumption
 * `sandbox-bounds`).
 */
export function refusedBody(why: 'tooLarge' | 'noRoom', url: string): SandboxAnswer {
  const headers: Record<string, string> = why === 'noRoom' ? { 'retry-after': String(RETRY_AFTER) } : {};
  if (isWebApiCall({ url })) {
    const error = why === 'noRoom' ? 'ratelimited' : 'invalid_arguments';
    return { status: why === 'noRoom' ? 429 : TOO_LARGE, headers, body: { ok: false, error } };
  }
  const { pathname } = new URL(url);
  const version = `${pathname}/`.startsWith(`${VERSION_PATHS['1.1']}/`) ? '1.1' : '2.0';
  const refusal = new ScimError(why === 'noRoom' ? 'too_many_requests' : 'invalid_request_payload', {
    context: 'the body is too large',
  });
  const status = why === 'noRoom' ? refusal.status : TOO_LARGE;
  return {
    status,
    headers,
    body: errorBody({ code: refusal.code, context: refusal.context, status }, { version }),
  };
}
