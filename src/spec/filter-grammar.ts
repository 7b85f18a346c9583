/**
 * The filter language of SCIM §4.5. Names and operators are case-insensitive; tokens are separated by one
 * space.
 */

export const COMPARISON_OPERATORS = {
  eq: 'equal',
  co: 'contains',
  sw: 'starts with',
  gt: 'greater than',
  ge: 'greater than or equal',
  lt: 'less than',
  le: 'less than or equal',
} as const;
export type ComparisonOperator = keyof typeof COMPARISON_OPERATORS;

/** The operator without a value, which tests whether the attribute is present. */
export const PRESENCE_OPERATOR = 'pr';

/** By ascending precedence. */
export const BOOLEAN_OPERATORS = ['or', 'and'] as const;
export type BooleanOperator = (typeof BOOLEAN_OPERATORS)[number];

/** The documented filter attributes (SCIM §4.5). */
export const FILTER_ATTRIBUTES = {
  username: 'the stored userName',
  email: 'an e-mail address of the user',
  restricted: 'multi-channel guest',
  ultra_restricted: 'single-channel guest',
} as const;

/** Other attributes that real clients filter by, in lower case (assumption `filter-attributes`). */
export const OTHER_FILTER_ATTRIBUTES = [
  'id',
  'active',
  'displayname',
  'nickname',
  'title',
  'externalid',
  'emails',
  'emails.value',
  'name.givenname',
  'name.familyname',
  'usertype',
] as const;

/** Boolean attributes of a user and of an entry in a value path. */
export const BOOLEAN_FILTER_ATTRIBUTES = ['restricted', 'ultra_restricted', 'active', 'primary'] as const;

/** Filter attributes of groups (OBSERVED §4.5). */
export const GROUP_FILTER_ATTRIBUTES = [
  'id',
  'displayname',
  'members',
  'members.value',
  'externalid',
] as const;
