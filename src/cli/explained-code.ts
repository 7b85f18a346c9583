import { documentedCode } from '../scim/service-error.ts';
import { WEB_ERROR_CODES } from '../spec/webapi-error-codes.ts';

/** Whether `orgctl explain` knows this error code of the service. */
export function isExplained(code: string): boolean {
  return documentedCode(code) !== undefined || Object.hasOwn(WEB_ERROR_CODES, code);
}
