import type { ScimErrorCode } from '../spec/error-codes.ts';
import { LIMITS } from '../spec/limits.ts';
import { RESERVED_DISPLAY_NAMES, RESERVED_USER_NAMES } from '../spec/reserved-words.ts';
import { withVendor } from './schema-uris.ts';

/**
 * Returns the length in code points: a code point may be two UTF-16 units, and a letter or emoji on screen
 * may be several code points. The documents do not specify the unit of their limits.
 */
export function lengthInCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Whether a text has more than `most` code points. Checks the UTF-16 length first, because it is never
 * smaller.
 */
export function isLongerThan(most: number, text: string): boolean {
  return text.length > most && lengthInCharacters(text) > most;
}

/** Whether a userName is an e-mail address, which the service converts to a userName (SCIM §2.1). */
export function isEmailShaped(userName: string): boolean {
  return userName.includes('@');
}

const PLAIN = /^[a-z0-9._-]*$/;

/**
 * Returns the stored form of a userName that no other user has: lower case, with underscores for special
 * characters, and only the part before the @ of an e-mail address (SCIM §2.1; assumptions
 * `user-name-from-email`, `user-name-case`, `user-name-letters`).
 */
export function storedUserName(given: string): string {
  const name = isEmailShaped(given) ? given.slice(0, given.indexOf('@')) : given;
  const lower = name.toLowerCase();
  // Nearly all names are stored unchanged; this fast path avoids the Unicode tables.
  const stored = PLAIN.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}._-]/gu, '_');
  return isEmailShaped(given) ? [...stored].slice(0, LIMITS.userNameLength).join('') : stored;
}

/**
 * Yields the names to try for a userName that is an e-mail address, in order: the converted name, then the
 * name with its end replaced by a number (assumption `user-name-from-email`).
 */
export function* userNameCandidates(given: string): Generator<string> {
  const name = storedUserName(given);
  yield name;
  for (let number = 1; number <= 99; number += 1) {
    yield [...name].slice(0, LIMITS.userNameLength - String(number).length).join('') + number;
  }
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns the error code with which the service refuses a userName; undefined if it accepts it (SCIM §2.1,
 * §7, §8).
 */
export function userNameProblem(given: string, vendor: string): ScimErrorCode | undefined {
  if (given.trim() === '') return 'username_empty';
  const stored = storedUserName(given);
  if (isLongerThan(LIMITS.userNameLength, stored)) return 'username_too_long';
  if (!LETTER_OR_DIGIT.test(stored)) return 'username_invalid';
  return reservedNames(vendor).has(stored) ? 'username_not_allowed' : undefined;
}

/** The reserved names of each vendor, kept because a file has many rows and one vendor. */
const RESERVED = new Map<string, ReadonlySet<string>>();

function reservedNames(vendor: string): ReadonlySet<string> {
  const known = RESERVED.get(vendor);
  if (known !== undefined) return known;
  const names = new Set(RESERVED_USER_NAMES.map((word) => withVendor(word, vendor).toLowerCase()));
  RESERVED.set(vendor, names);
  return names;
}

/** Characters that a display name cannot have (assumption `display-name-letters`). */
const DISPLAY_NAME_SPECIALS = /[^\p{L}\p{M}\p{N} ._\-'’,()]/u;

/** Returns the first character that a display name cannot have; undefined if there is none. */
export function displayNameSpecial(given: string): string | undefined {
  return DISPLAY_NAME_SPECIALS.exec(given)?.[0];
}

/**
 * Returns the error code with which the service refuses a display name; undefined if it accepts it (SCIM
 * §2.1, §7, §8).
 */
export function displayNameProblem(given: string): ScimErrorCode | undefined {
  if (given.startsWith('@')) return 'invalid_starts_with_at';
  if (isLongerThan(LIMITS.displayNameLength, given)) return 'invalid_name_maxlength';
  if (containsEmoji(given)) return 'invalid_emoji_not_allowed';
  if (DISPLAY_NAME_SPECIALS.test(given)) return 'invalid_name_specials';
  const name = given.trim().toLowerCase();
  return RESERVED_DISPLAY_NAMES.some((word) => word === name) ? 'invalid_reserved_word' : undefined;
}

const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[0-9#*]\uFE0F?\u20E3/u;

/** Whether the text contains an emoji (SCIM §7 invalid_emoji_not_allowed). */
export function containsEmoji(text: string): boolean {
  return BEYOND_ASCII.test(text) && EMOJI.test(text);
}

/**
 * Skips the Unicode tables for texts without such characters, which are most: the tables would take a third
 * of the time of checking rows.
 */
const BEYOND_ASCII = /[\u0080-\uffff]/;
