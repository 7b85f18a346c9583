/** Names that directories give to the list of users in their answers. */
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
