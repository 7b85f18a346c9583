import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';

/**
 * Returns the expected status and code for a code of SCIM §7, such as `404 no_such_user` (assumption
 * `status-of-codes`).
 */
export function expectedRefusal(code: ScimErrorCode): string {
  return `${SCIM_ERROR_CODES[code].status} ${code}`;
}
