import type { User, UserPatch } from './user.ts';

/**
 * The target of a conversion: a full member, or a multi-channel guest with a new, no, or the current
 * expiration.
 */
export type Conversion =
  | { readonly to: 'member' }
  | { readonly to: 'guest'; readonly expiration: string | 'none' | 'as it is' };

/** Returns the change that converts a user; undefined if nothing has to change (SCIM §3). */
export function conversionPatch({ values }: User, conversion: Conversion): UserPatch | undefined {
  const isGuest = values.guest === true;
  if (conversion.to === 'member') return isGuest ? { set: { guest: false }, clear: [] } : undefined;
  const { expiration } = conversion;
  if (expiration === 'none' || expiration === 'as it is') {
    if (!isGuest) return { set: { guest: true }, clear: [] };
    const hasToGo = expiration === 'none' && values.guestExpiration !== undefined;
    return hasToGo ? { set: {}, clear: ['guestExpiration'] } : undefined;
  }
  if (isGuest && values.guestExpiration === expiration) return undefined;
  return { set: { guest: true, guestExpiration: expiration }, clear: [] };
}
