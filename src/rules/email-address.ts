import type { EmailAttributeName, UserValues } from '../spec/user-attributes.ts';
import { EMAIL_NAMES } from '../spec/user-slots.ts';

const LOCAL_PART = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]{1,64}$/u;
/** Fast path for nearly all addresses, without the Unicode tables. */
const PLAIN = /^(?=[^@]{1,64}@)[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:[a-z0-9]{1,63}\.)+[a-z]{1,63}$/i;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * Whether the text has the format of an e-mail address: a local part, an @, and a domain with at least two
 * labels (SCIM §7 bad_email_address).
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false;
  if (PLAIN.test(text)) return true;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!LOCAL_PART.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = text.slice(at + 1).split('.');
  return (
    labels.length >= 2 && labels.every((label) => LABEL.test(label)) && /\p{L}/u.test(labels.at(-1) ?? '')
  );
}

/** Returns the e-mail addresses of a user, the primary one first. */
export function addressesOf(values: UserValues): readonly string[] {
  const addresses: string[] = [];
  for (const name of EMAIL_NAMES) {
    const address = values[name];
    if (address !== undefined) addresses.push(address);
  }
  return addresses;
}

/** Returns the slots with an address that an earlier slot has already. */
export function repeatedEmails(values: UserValues): readonly EmailAttributeName[] {
  if (addressesOf(values).length < 2) return [];
  const seen = new Set<string>();
  return EMAIL_NAMES.filter((name) => {
    const address = values[name];
    if (address === undefined) return false;
    const key = emailKey(address);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** Whether a user has this address, ignoring letter case and composed versus decomposed letters. */
export function hasAddress(values: UserValues, address: string): boolean {
  const key = composedEmailKey(address);
  return addressesOf(values).some((own) => composedEmailKey(own) === key);
}

/** Returns the form in which addresses are compared, which ignores letter case. */
export function emailKey(address: string): string {
  return address.toLowerCase();
}

/**
 * Returns the form in which an address finds a user, which also ignores composed versus decomposed letters:
 * input files are normalized to NFC, but typed text and accounts created elsewhere may not be.
 */
export function composedEmailKey(address: string): string {
  return emailKey(address.normalize('NFC'));
}
