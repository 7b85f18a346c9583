import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';

/**
 * Returns how a code of SCIM §7 is expected to be answered, such as `404 no_such_user` (assumption
 * `status-of-codes`).
 */
export function expectedRefusal(code: ScimErrorCode): string {
  return `${SCIM_ERROR_CODES[code].status} ${code}`;
}
