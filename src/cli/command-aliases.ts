/** Words at the top that stand for a group further down. */
export const COMMAND_ALIASES = {
  users: ['scim', 'users'],
  groups: ['scim', 'groups'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
