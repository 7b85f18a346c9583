import { comparable } from '../../rules/same-value.ts';
import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import type { GroupId, UserId } from '../../values/ids.ts';

/** The keys by which people of two organizations are joined; they stand first in what is kept of a person. */
export const JOIN_KEYS = [
  'employeeNumber',
  'email',
  'userName',
] as const satisfies readonly UserAttributeName[];
export type JoinKey = (typeof JOIN_KEYS)[number];

/**
 * A manager is compared as a person, a nickname is the userName by another name (SCIM §4.3 rule 4), a
 * password cannot be read, and a profile URL is made by the service (assumptions `profile-url`,
 * `compared-attributes`).
 */
const NOT_TEXT: readonly UserAttributeName[] = ['manager', 'nickName', 'password', 'profileUrl'];

/** Attributes whose texts are compared, in the order in which a person keeps them. */
export const KEPT_ATTRIBUTES: readonly UserAttributeName[] = [
  ...JOIN_KEYS,
  ...USER_ATTRIBUTE_NAMES.filter(
    (name) => !JOIN_KEYS.some((key) => key === name) && !NOT_TEXT.includes(name),
  ),
];

/** What is compared of a person. */
export const COMPARED_ATTRIBUTES: readonly UserAttributeName[] = [...KEPT_ATTRIBUTES, 'manager'];

/** One person of an organization. The values are one text: 100,000 people are 40 MB so. */
export interface CopiedPerson {
  readonly id: UserId;
  readonly packed: string;
  /** The manager as the organization names one: an ID, or in a file an address or a userName. */
  readonly manager: string;
  /** Whether `--where` means this person. */
  readonly isSelected: boolean;
  /** Whether `--except` means this person. */
  readonly isLeftOut: boolean;
}

/**
 * Whether somebody is meant who is in both organizations, or in one: who is selected in either, and left out
 * in neither.
 */
export function isMeant(one: CopiedPerson, other?: CopiedPerson): boolean {
  if (one.isLeftOut || other?.isLeftOut === true) return false;
  return one.isSelected || other?.isSelected === true;
}

export interface CopiedGroup {
  readonly id: GroupId;
  readonly displayName: string;
  /** Positions of people. */
  readonly members: Uint32Array;
  /** Members who are in no list of users. */
  readonly strangers: readonly string[];
}

/** Everything of one organization that can be compared, whole. */
export interface OrganizationCopy {
  /** What the command line calls it. */
  readonly name: string;
  /** The attributes that were read; a file may have few. */
  readonly holds: ReadonlySet<UserAttributeName>;
  readonly people: readonly CopiedPerson[];
  readonly groups: readonly CopiedGroup[];
  /** Whether groups were read. */
  readonly hasGroups: boolean;
}

const BETWEEN = '\u001f';
const SPECIAL = /[\u001f\\]/;

/**
 * Returns the values of a person as one text. @param isSingleChannel a guest of one channel is neither a
 * guest of many nor a full member
 */
export function packed(values: UserValues, isSingleChannel = false): string {
  return KEPT_ATTRIBUTES.map((name) =>
    name === 'guest' && isSingleChannel ? SINGLE_CHANNEL : escaped(textOf(values[name])),
  ).join(BETWEEN);
}

/** Returns the texts of a person in the order of `KEPT_ATTRIBUTES`; blank where there is none. */
export function unpacked(person: Pick<CopiedPerson, 'packed'>): readonly string[] {
  return person.packed.split(BETWEEN).map(unescaped);
}

/** Returns the texts of the join keys, without looking at the rest. */
export function personKeysOf({ packed: text }: Pick<CopiedPerson, 'packed'>): readonly string[] {
  return text.split(BETWEEN, JOIN_KEYS.length).map(unescaped);
}

/** Returns what a person is called: the userName, else the address, else the ID. */
export function personName(person: CopiedPerson): string {
  const [, email = '', userName = ''] = personKeysOf(person);
  return userName || email || person.id;
}

/** Whether a person is a guest of one channel alone. */
export function isSingleChannelGuest(person: CopiedPerson): boolean {
  return unpacked(person)[GUEST_AT] === SINGLE_CHANNEL;
}

const GUEST_AT = KEPT_ATTRIBUTES.indexOf('guest');

/** Returns the values of a person as they were read; blank ones are left out. */
export function valuesOf(person: CopiedPerson): UserValues {
  const values: UserValues = {};
  const texts = unpacked(person);
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

/** Stands for a single-channel guest, who cannot be converted (SCIM §3). */
const SINGLE_CHANNEL = 'single-channel';

/**
 * Whether two texts are the same value: as the service stores them, letter case of addresses and userNames
 * does not count.
 */
export function isSameText(name: UserAttributeName, one: string, other: string): boolean {
  if (one === other) return true;
  const { kind } = USER_ATTRIBUTES[name];
  // A file that leaves a state blank says nothing about it.
  if (kind === 'boolean') return one === '' || other === '';
  return comparable(name, one) === comparable(name, other);
}

/** Returns the form of a text that is alike for all texts that are the same value. */
export function comparedText(name: UserAttributeName, text: string): string {
  return USER_ATTRIBUTES[name].kind === 'boolean' ? text : comparable(name, text);
}

function textOf(value: string | boolean | undefined): string {
  return value === undefined ? '' : String(value);
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll('\\', '\\\\').replaceAll(BETWEEN, '\\s') : text;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, mark) => (mark === 's' ? BETWEEN : mark)) : text;
}
