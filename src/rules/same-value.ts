import {
  DEFAULT_TIMEZONE,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../spec/user-attributes.ts';
import { expirationFrom, startDateFrom } from './date-time.ts';
import { emailKey } from './email-address.ts';
import { storedUserName } from './user-name.ts';

/**
 * Whether the service would store the wanted value as the one that it has: a userName in another case, an
 * e-mail in another case, a date written another way are the same; blank and absent are the same, and a blank
 * timezone is the default one. Managers are compared as text; the caller resolves a text to a user.
 */
export function isSameValue(name: UserAttributeName, wanted: UserValues, stored: UserValues): boolean {
  const one = wanted[name];
  const other = stored[name];
  if (one === other) return true;
  if (typeof one === 'boolean' || typeof other === 'boolean') return (one ?? false) === (other ?? false);
  return comparable(name, one) === comparable(name, other);
}

/** Returns the form by which two texts of an attribute are compared; blank for a blank one. */
export function comparable(name: UserAttributeName, value: string | undefined): string {
  if (value === undefined || value.trim() === '') return name === 'timezone' ? DEFAULT_TIMEZONE : '';
  switch (USER_ATTRIBUTES[name].kind) {
    case 'userName':
      return storedUserName(value);
    case 'email':
      return emailKey(value);
    case 'instant':
      return expirationFrom(value) ?? value;
    case 'day':
      return startDateFrom(value) ?? value;
    default:
      return value;
  }
}
