import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';

/** Whether the word is an error code of SCIM §7. */
export function isScimErrorCode(word: string): word is ScimErrorCode {
  return Object.hasOwn(SCIM_ERROR_CODES, word);
}
