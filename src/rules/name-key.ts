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

/**
 * Returns the keys of `nameKey` that find a user who gets this address and userName. The service derives
 * another userName from an address.
 */
export function nameKeysOf({
  email,
  userName,
}: {
  readonly email?: string;
  readonly userName?: string;
}): readonly string[] {
  return [
    ...(email === undefined ? [] : [composedEmailKey(email)]),
    ...(userName === undefined || isEmailShaped(userName) ? [] : [storedUserName(userName)]),
  ];
}
