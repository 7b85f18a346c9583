import { composedEmailKey } from './email-address.ts';
import { isEmailShaped, storedUserName } from './user-name.ts';

/** Returns the form in which an e-mail or a userName finds a user. */
export function nameKey(name: string): string {
  return isEmailShaped(name) ? composedEmailKey(name) : userNameKey(name);
}

/**
 * Returns the stored form of a userName that names a user. Composed first: otherwise each mark of a
 * decomposed name, which a terminal or a file may contain, becomes an underscore, as in the name of another
 * user.
 */
export function userNameKey(name: string): string {
  return storedUserName(name.normalize('NFC'));
}
