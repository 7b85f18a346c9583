import type { ScimErrorCode } from '../spec/error-codes.ts';
import {
  IGNORED_CORE_ATTRIBUTES,
  MULTI_VALUED,
  PLAIN_STRINGS,
  READ_ONLY_ATTRIBUTES,
} from '../spec/scim-schemas.ts';

/**
 * Attributes that cannot be cleared, with the error code for a request that does (assumption `null-clears`).
 */
export const NEVER_CLEARED: ReadonlyMap<string, ScimErrorCode> = new Map([
  ['userName', 'username_empty'],
  ['nickName', 'username_empty'],
  ['active', 'invalid_attribute_format'],
  ['password', 'password_change_not_allowed'],
  ['profileUrl', 'invalid_request_payload'],
  ['externalId', 'invalid_request_payload'],
]);

/** Attributes that a request may have, although it does not change them. */
export const NEVER_STORED: readonly string[] = [...IGNORED_CORE_ATTRIBUTES, ...READ_ONLY_ATTRIBUTES];

export const KNOWN_NAMES: readonly string[] = [
  'schemas',
  'userName',
  'nickName',
  'profileUrl',
  'password',
  'active',
  'name',
  ...PLAIN_STRINGS,
  ...Object.keys(MULTI_VALUED),
  ...NEVER_STORED,
];
