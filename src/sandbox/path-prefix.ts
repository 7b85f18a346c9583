import { ScimError } from './scim-error.ts';

/**
 * Returns the rest of a path after a URN and a colon or a period; undefined if the path starts with none of
 * the URNs.
 */
export function stripUrnPrefix(path: string, identifiers: readonly string[]): string | undefined {
  for (const uri of identifiers) {
    const separator = path.charAt(uri.length);
    const isBelow = separator === '' || separator === ':' || separator === '.';
    if (!isBelow || !path.toLowerCase().startsWith(uri.toLowerCase())) continue;
    const rest = path.slice(uri.length + 1);
    if (rest === '' && separator !== '') throw badPath(path);
    return rest;
  }
  return undefined;
}

/** Maximum number of characters of a request that an error message repeats. */
export const MAX_CONTEXT_LENGTH = 200;

export function badPath(path: string): ScimError {
  return new ScimError('invalid_request_payload', { context: `path=${path.slice(0, MAX_CONTEXT_LENGTH)}` });
}
