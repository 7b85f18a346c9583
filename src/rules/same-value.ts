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
 * Whether the service would store the wanted value as the one it has. Ignored differences: letter case of
 * userNames and e-mails, spelling of dates, empty or absent, and an empty or the default timezone. Managers
 * are compared as text; the caller resolves a text to a user.
 */
export function isSameValue(name: UserAttributeName, wanted: UserValues, stored: UserValues): boolean {
  const one = wanted[name];
  const other = stored[name];
  if (one === other) return true;
  if (typeof one === 'boolean' || typeof other === 'boolean') return (one ?? false) === (other ?? false);
  return comparable(name, one) === comparable(name, other);
}

/** Returns the normalized form of a value for comparisons; an empty string for an empty value. */
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
