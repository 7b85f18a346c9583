/** Names of the list of users in the responses of directories. */
export const LIST_NAMES: ReadonlySet<string> = new Set([
  'value',
  'users',
  'Resources',
  'data',
  'items',
  'results',
  'people',
  'employees',
  'elements',
]);
