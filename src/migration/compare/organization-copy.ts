import { comparable } from '../../rules/same-value.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import type { GroupId, UserId } from '../../values/ids.ts';

/** Keys that match users of two organizations. They come first among the stored values of a user. */
export const JOIN_KEYS = [
  'employeeNumber',
  'email',
  'userName',
] as const satisfies readonly UserAttributeName[];
export type JoinKey = (typeof JOIN_KEYS)[number];

/**
 * Attributes not compared as text: a manager is compared as a user, a nickname is another name of the
 * userName (SCIM §4.3 rule 4), a password cannot be read, and a profile URL is made by the service
 * (assumptions `profile-url`, `compared-attributes`).
 */
const NOT_TEXT: readonly UserAttributeName[] = ['manager', 'nickName', 'password', 'profileUrl'];

/** Attributes compared as text, in the order in which they are stored. */
export const KEPT_ATTRIBUTES: readonly UserAttributeName[] = [
  ...JOIN_KEYS,
  ...USER_ATTRIBUTE_NAMES.filter(
    (name) => !JOIN_KEYS.some((key) => key === name) && !NOT_TEXT.includes(name),
  ),
];

/** All attributes compared. */
export const COMPARED_ATTRIBUTES: readonly UserAttributeName[] = [...KEPT_ATTRIBUTES, 'manager'];

/** A user of an organization. The values are packed into one text: 100,000 users take 40 MB. */
export interface UserRecord {
  readonly id: UserId;
  readonly packed: string;
  /** The manager as given by the organization: an ID, or in a file an address or a userName. */
  readonly manager: string;
  /** Whether `--where` selects this user. */
  readonly isSelected: boolean;
  /** Whether `--except` excludes this user. */
  readonly isExcluded: boolean;
}

/** Whether a user, matched or not, is compared: selected on at least one side and excluded on neither. */
export function isCompared(one: UserRecord, other?: UserRecord): boolean {
  if (one.isExcluded || other?.isExcluded === true) return false;
  return one.isSelected || other?.isSelected === true;
}

/** Whether one of the users at these positions, who cannot be matched, is selected and not excluded. */
export function isAnyCompared(
  a: OrganizationCopy,
  b: OrganizationCopy,
  positions: { readonly a: readonly number[]; readonly b: readonly number[] },
): boolean {
  const isMeantIn = ({ people }: OrganizationCopy, indexes: readonly number[]) =>
    indexes.some((index) => people[index] !== undefined && isCompared(people[index]));
  return isMeantIn(a, positions.a) || isMeantIn(b, positions.b);
}

export interface CopiedGroup {
  readonly id: GroupId;
  readonly displayName: string;
  /** Positions of users. */
  readonly members: Uint32Array;
  /** IDs of members that are not in the list of users. */
  readonly strangers: readonly string[];
}

/** A complete copy of everything in an organization that is compared. */
export interface OrganizationCopy {
  /** Name of the organization on the command line. */
  readonly name: string;
  /** The attributes that were read; a file may contain only some. */
  readonly holds: ReadonlySet<UserAttributeName>;
  readonly people: readonly UserRecord[];
  readonly groups: readonly CopiedGroup[];
  /** Whether groups were read. */
  readonly hasGroups: boolean;
}

const SEPARATOR = '\u001f';
const SPECIAL = /[\u001f\\]/;

/**
 * Returns the values of a user as one text. @param isSingleChannel whether the user is a single-channel
 * guest, who is neither a multi-channel guest nor a full member
 */
export function packValues(values: UserValues, isSingleChannel = false): string {
  return KEPT_ATTRIBUTES.map((name) =>
    name === 'guest' && isSingleChannel ? SINGLE_CHANNEL : escaped(textOf(values[name])),
  ).join(SEPARATOR);
}

/** Returns the values of a user in the order of `KEPT_ATTRIBUTES`; empty if there is none. */
export function unpackValues(person: Pick<UserRecord, 'packed'>): readonly string[] {
  return person.packed.split(SEPARATOR).map(unescaped);
}

/** Returns only the values of the join keys, without unpacking the others. */
export function personKeysOf({ packed: text }: Pick<UserRecord, 'packed'>): readonly string[] {
  return text.split(SEPARATOR, JOIN_KEYS.length).map(unescaped);
}

/** Returns the display name of a user: userName, else address, else ID. */
export function personName(person: UserRecord): string {
  const [, email = '', userName = ''] = personKeysOf(person);
  return userName || email || person.id;
}

/** Whether a user is a single-channel guest. */
export function isSingleChannelGuest(person: UserRecord): boolean {
  return unpackValues(person)[GUEST_AT] === SINGLE_CHANNEL;
}

const GUEST_AT = KEPT_ATTRIBUTES.indexOf('guest');

/** Returns the values of a user as they were read, without empty ones. */
export function valuesOf(person: UserRecord): UserValues {
  const values: UserValues = {};
  const texts = unpackValues(person);
  for (const [index, name] of KEPT_ATTRIBUTES.entries()) {
    const text = texts[index] ?? '';
    if (text === '') continue;
    if (name === 'active' || name === 'guest') {
      if (text !== SINGLE_CHANNEL) values[name] = text === 'true';
    } else values[name] = text;
  }
  if (person.manager !== '') values.manager = person.manager;
  return values;
}

/** Marks a single-channel guest, which cannot be converted (SCIM §3). */
const SINGLE_CHANNEL = 'single-channel';

/** Whether two texts are the same value to the service: letter case of addresses and userNames is ignored. */
export function isSameText(name: UserAttributeName, one: string, other: string): boolean {
  if (one === other) return true;
  const { kind } = USER_ATTRIBUTES[name];
  // An empty state in a file means unspecified.
  if (kind === 'boolean') return one === '' || other === '';
  return comparable(name, one) === comparable(name, other);
}

/** Returns a normal form that is equal for all texts with the same value. */
export function comparedText(name: UserAttributeName, text: string): string {
  return USER_ATTRIBUTES[name].kind === 'boolean' ? text : comparable(name, text);
}

function textOf(value: string | boolean | undefined): string {
  return value === undefined ? '' : String(value);
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll('\\', '\\\\').replaceAll(SEPARATOR, '\\s') : text;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, mark) => (mark === 's' ? SEPARATOR : mark)) : text;
}
