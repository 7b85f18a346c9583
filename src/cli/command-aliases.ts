/** Top-level names of nested command groups. */
export const COMMAND_ALIASES = {
  users: ['scim', 'users'],
  groups: ['scim', 'groups'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
