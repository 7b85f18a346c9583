import type { UserValues } from '../spec/user-attributes.ts';

/** States of a user, as shown in the column `state`. */
export const USER_STATES = ['active', 'guest', 'guest (single-channel)', 'deactivated'] as const;

/** Whether a user is a single-channel guest, for which `readUser` leaves `guest` undefined. */
export function isSingleChannelGuest({ guest }: UserValues): boolean {
  return guest === undefined;
}

/** The kinds of guests: those of one channel, and those of several. */
export const GUEST_KINDS = ['single', 'multi'] as const;
export type GuestKind = (typeof GUEST_KINDS)[number];

/** Returns the kind of guest a user is; undefined for a full member. */
export function guestKindOf(values: UserValues): GuestKind | undefined {
  if (isSingleChannelGuest(values)) return 'single';
  return values.guest === true ? 'multi' : undefined;
}

/** Whether a user is a guest of either kind. */
export function isAnyGuest(values: UserValues): boolean {
  return values.guest === true || isSingleChannelGuest(values);
}

/** Returns the state of a user. */
export function stateOf(values: UserValues & { readonly active: boolean }): (typeof USER_STATES)[number] {
  if (!values.active) return 'deactivated';
  if (isSingleChannelGuest(values)) return 'guest (single-channel)';
  return values.guest === true ? 'guest' : 'active';
}
