import type { UserValues } from '../spec/user-attributes.ts';

/** What a user is, in the words of the column `state`. */
export const USER_STATES = ['active', 'guest', 'guest (single-channel)', 'deactivated'] as const;

/**
 * Whether somebody is a guest of one channel alone, as `readUser` tells them: neither a multi-channel guest
 * nor a full member.
 */
export function isSingleChannelGuest({ guest }: UserValues): boolean {
  return guest === undefined;
}

/** Whether a user that was read is a guest of either kind. */
export function isAnyGuest(values: UserValues): boolean {
  return values.guest === true || isSingleChannelGuest(values);
}

/** Returns the state of a user that was read. */
export function stateOf(values: UserValues & { readonly active: boolean }): (typeof USER_STATES)[number] {
  if (!values.active) return 'deactivated';
  if (isSingleChannelGuest(values)) return 'guest (single-channel)';
  return values.guest === true ? 'guest' : 'active';
}
