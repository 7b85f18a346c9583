import type { User, UserPatch } from './user.ts';

/**
 * What a user is to become: a full member, or a multi-channel guest with an expiration, without one, or with
 * the one there is.
 */
export type Conversion =
  | { readonly to: 'member' }
  | { readonly to: 'guest'; readonly expiration: string | 'none' | 'as it is' };

/** Returns the change that makes a user so; undefined when nothing is to be done (SCIM §3). */
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
