/** Words that are not allowed as a userName (SCIM §7 username_not_allowed; assumption `reserved-words`). */
export const RESERVED_USER_NAMES = [
  'admin',
  'channel',
  'everyone',
  'group',
  'here',
  'owner',
  'system',
  '{vendor}bot',
] as const;

/**
 * Words that are not allowed as a display name (SCIM §7 invalid_reserved_word; assumption `reserved-words`).
 */
export const RESERVED_DISPLAY_NAMES = ['channel', 'everyone', 'group', 'here'] as const;
