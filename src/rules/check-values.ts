import type { Issue } from '../failure/issue.ts';
import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';
import { LIMITS } from '../spec/limits.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../spec/user-attributes.ts';
import { expirationFrom, hasDateForm, startDateFrom } from './date-time.ts';
import { isEmailAddress, repeatedEmails } from './email-address.ts';
import {
  containsEmoji,
  displayNameProblem,
  displayNameSpecial,
  isLongerThan,
  userNameProblem,
} from './user-name.ts';

/** A value that violates a rule. */
export interface ValueProblem {
  readonly name: UserAttributeName;
  readonly code: ScimErrorCode;
}

/**
 * Returns every value that violates a rule which depends on the value alone (SCIM §2.1, §7, §8), in the order
 * of the table.
 */
export function valueProblems(values: UserValues, vendor: string): readonly ValueProblem[] {
  const found: ValueProblem[] = [];
  for (const name of Object.keys(values) as UserAttributeName[]) {
    const value = values[name];
    if (typeof value !== 'string') continue;
    const code = valueProblem(name, value, vendor);
    if (code !== undefined) found.push({ name, code });
  }
  // Sort only if there are several problems, because rows rarely have more than one.
  const problems =
    found.length < 2
      ? found
      : USER_ATTRIBUTE_NAMES.flatMap((name) => found.filter((problem) => problem.name === name));
  const { givenName, familyName } = values;
  // The same address twice (assumption `same-address-twice`).
  for (const name of repeatedEmails(values))
    if (isEmailAddress(values[name] ?? '')) problems.push({ name, code: 'emails_invalid' });
  if (isSpaces(givenName) && isSpaces(familyName))
    problems.push({ name: 'givenName', code: 'invalid_name_required' });
  return problems;
}

/**
 * Returns the error code with which the service refuses a value; undefined if it accepts it. Empty values are
 * refused only for required attributes. Which attributes refuse an emoji: assumption `emoji`.
 */
export function valueProblem(
  name: UserAttributeName,
  value: string,
  vendor: string,
): ScimErrorCode | undefined {
  const { kind } = USER_ATTRIBUTES[name];
  if (kind === 'userName') {
    if (name === 'nickName' && isLongerThan(LIMITS.userNameLength, value)) return 'long_nickname';
    return emojiProblem(value) ?? userNameProblem(value, vendor);
  }
  if (value.trim() === '') return name === 'email' ? 'email_empty' : undefined;
  switch (kind) {
    case 'displayName':
      return displayNameProblem(value);
    case 'email':
      return isEmailAddress(value) ? emojiProblem(value) : 'bad_email_address';
    case 'photo':
      return isPhoto(value) ? undefined : 'photos_invalid';
    case 'instant':
      return expirationFrom(value) === undefined ? 'invalid_attribute_format' : undefined;
    case 'day':
      return startDateFrom(value) === undefined ? 'invalid_attribute_format' : undefined;
    case 'text':
    case 'user':
      return name === 'password' ? undefined : emojiProblem(value);
    default:
      return undefined;
  }
}

function emojiProblem(value: string): ScimErrorCode | undefined {
  return containsEmoji(value) ? 'invalid_emoji_not_allowed' : undefined;
}

/** Text of a finding, after the value. */
const WORDS: { readonly [Code in ScimErrorCode]?: string } = {
  bad_email_address: 'is not an address',
  email_empty: 'is blank',
  emails_invalid: 'is already the primary address',
  username_empty: 'is blank',
  username_invalid: 'has no letter or digit',
  username_not_allowed: 'is reserved',
  username_too_long: `is longer than ${LIMITS.userNameLength} characters`,
  long_nickname: `is longer than ${LIMITS.userNameLength} characters`,
  invalid_name_maxlength: `is longer than ${LIMITS.displayNameLength} characters`,
  invalid_name_specials: 'has a character that a display name cannot have',
  invalid_name_required: 'and the family name are only spaces',
  invalid_starts_with_at: 'starts with @',
  invalid_reserved_word: 'is reserved',
  invalid_emoji_not_allowed: 'has an emoji',
  photos_invalid: 'is neither an http(s) URL nor a Data URL with an image',
  invalid_attribute_format: 'is not written as YYYY-MM-DD, or as a date with a time and an offset',
};

/** Returns the finding for a problem: the value, what is wrong with it, and an example of a valid value. */
export function issueOf({ name, code }: ValueProblem, values: UserValues): Issue {
  const { path, example } = USER_ATTRIBUTES[name];
  const value = values[name];
  const shown = typeof value === 'string' && name !== 'password' ? `${quoted(value)} ` : '';
  const isWrongDay = code === 'invalid_attribute_format' && typeof value === 'string' && hasDateForm(value);
  const special = code === 'invalid_name_specials' ? displayNameSpecial(String(value)) : undefined;
  const words = isWrongDay
    ? 'is a date or time that does not exist'
    : special === undefined
      ? WORDS[code]
      : `has ${characterInWords(special)}, which a display name cannot have`;
  return { code, path, message: shown + (words ?? SCIM_ERROR_CODES[code].meaning), example };
}

/** Whether the value is a publicly reachable URL or a Data URL with inline image data (SCIM §2.1). */
function isPhoto(value: string): boolean {
  if (/^data:/i.test(value)) return isDataUrl(value);
  return URL.canParse(value) && /^https?:\/\/[^/\s]\S*$/i.test(value);
}

const DATA_URL_HEAD = /^data:image\/[a-z0-9.+-]{1,127};base64,/i;
/** Maximum length of the head, with the longest type name (RFC 6838 §4.2). */
const MAX_HEAD_LENGTH = 160;

/**
 * Whether the value is a Data URL. Searches for the end of the data instead of matching it with one regular
 * expression, which would overflow the regular expression stack for several megabytes.
 */
function isDataUrl(value: string): boolean {
  const [head = ''] = DATA_URL_HEAD.exec(value.slice(0, MAX_HEAD_LENGTH)) ?? [];
  const data = value.slice(head.length);
  const end = data.search(/[^a-z0-9+/]/i);
  return head !== '' && end !== 0 && data !== '' && (end === -1 || /^={1,2}$/.test(data.slice(end, end + 3)));
}

/** Characters that are not clear in quotes, or better known by name than by code point. */
const CHARACTER_NAMES: Readonly<Record<string, string>> = {
  '"': 'a quotation mark',
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
};

/** Returns the character in quotes, or its code point if it cannot be seen: `U+200B`. */
function characterInWords(character: string): string {
  const named = CHARACTER_NAMES[character];
  if (named !== undefined) return named;
  const point = character.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}]/u.test(character) ? `the invisible character ${code}` : `"${character}" (${code})`;
}

function isSpaces(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text.trim() === '';
}

const HALF_A_CHARACTER = /[\ud800-\udbff]$/;

function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59).replace(HALF_A_CHARACTER, '')}…` : text;
  return `"${short}"`;
}
