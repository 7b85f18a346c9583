import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  IGNORED_PHONE_TYPES,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
} from '../spec/scim-schemas.ts';
import type { StringAttributeName, UserValues } from '../spec/user-attributes.ts';
import { LIST_SLOTS, type TypedSlot, VALUE_LISTS, type ValueList } from '../spec/user-slots.ts';
import { expirationFrom, startDateFrom } from './date-time.ts';
import type { AddressEntry, Entry, UserRequest } from './user-request.ts';

/** The entries of a list in order: the primary entry, or undefined if none qualifies, and then the others. */
export type Ranked = readonly [primary: Entry | undefined, ...others: Entry[]];

/**
 * Ranks e-mails (SCIM §4.3 rule 6). The primary is the entry with `primary` true, else the first of `type`
 * work, else the first; the secondary is the first of the others. An entry with `primary` false is never the
 * primary (assumption `not-primary`).
 */
export function rankedEmails(entries: readonly Entry[]): Ranked {
  const kept = entries.filter((entry) => !entry.isDeletion);
  const mayBe = kept.filter((entry) => entry.primary !== false);
  const first = mayBe.find(isPrimary) ?? mayBe.find((entry) => entry.type === 'work') ?? mayBe[0];
  return ranked(kept, first);
}

/**
 * Ranks phone numbers (SCIM §4.3 rule 7; matrix: OBSERVED §4.3; assumptions `lone-phone`,
 * `phone-in-one-entry`, `not-primary`). In a request `type` mobile denotes primaryPhone and `type` work
 * denotes mobilePhone, the reverse of a response.
 * @returns primaryPhone, then mobilePhone.
 */
export function rankedPhones(entries: readonly Entry[]): Ranked {
  const kept = entries.filter((entry) => !entry.isDeletion && !isIgnoredPhone(entry.type));
  const mayBe = kept.filter((entry) => entry.primary !== false);
  const first =
    mayBe.find(isPrimary) ??
    mayBe.find((entry) => entry.type === 'mobile') ??
    mayBe.find((entry) => entry.type !== 'work') ??
    (kept.length > 1 ? mayBe[0] : undefined);
  return ranked(kept, first);
}

/**
 * Whether the service ignores phone numbers of this type (assumption `other-core-attributes`). It stores them
 * if the table has a slot for the type.
 */
export function isIgnoredPhone(type: string | undefined): boolean {
  return (
    IGNORED_PHONE_TYPES.some((ignored) => ignored === type) &&
    typedSlotOf('phoneNumbers', { type, primary: undefined }) === undefined
  );
}

/**
 * Ranks photos and roles (SCIM §4.3 rules 8, 10): the entry with `primary` true, else the first.
 * @param isOneKept whether the service stores only one entry of the list. If it stores several, an entry with
 * `primary` false is not the primary.
 */
export function rankedSingles(entries: readonly Entry[], isOneKept: boolean): Ranked {
  const kept = entries.filter((entry) => !entry.isDeletion);
  const first = kept.find(isPrimary) ?? kept.find((entry) => isOneKept || entry.primary !== false);
  return ranked(kept, first);
}

function ranked(kept: readonly Entry[], first: Entry | undefined): Ranked {
  return [first, ...kept.filter((entry) => entry !== first)];
}

/**
 * Returns the stored address (SCIM §4.3 rule 9; assumption `address-type`): the entry with `primary` true,
 * else the first of `type` work, else the first.
 */
export function addressSlot(entries: readonly AddressEntry[]): AddressEntry | undefined {
  const kept = entries.filter((entry) => !entry.isDeletion);
  return kept.find(isPrimary) ?? kept.find((entry) => entry.type === 'work') ?? kept[0];
}

/**
 * Returns the slot that stores an entry by its type; undefined for an entry stored by its position, such as a
 * primary one.
 */
export function typedSlotOf(list: ValueList, { type, primary }: Marks): TypedSlot | undefined {
  return primary === true ? undefined : LIST_SLOTS[list].typed.find((slot) => slot.type === type);
}

type Marks = { readonly [Name in 'type' | 'primary']?: Entry[Name] };

/** Returns the entry of each slot of a list by attribute name; undefined if a slot has no entry. */
export function slotEntries(
  list: ValueList,
  entries: readonly Entry[],
): ReadonlyMap<StringAttributeName, Entry | undefined> {
  const { ranked: names, typed } = LIST_SLOTS[list];
  const byPlace = rankedEntries(
    list,
    entries.filter((entry) => typedSlotOf(list, entry) === undefined),
  );
  const byType = (slot: TypedSlot) =>
    entries.find((entry) => !entry.isDeletion && typedSlotOf(list, entry) === slot);
  return new Map([
    ...names.map((name, place) => [name, byPlace[place]] as const),
    ...typed.map((slot) => [slot.name, byType(slot)] as const),
  ]);
}

/** Returns the entries that are stored by position, the primary one first. */
export function rankedEntries(list: ValueList, entries: readonly Entry[]): Ranked {
  if (list === 'emails') return rankedEmails(entries);
  if (list === 'phoneNumbers') return rankedPhones(entries);
  return rankedSingles(entries, LIST_SLOTS[list].ranked.length === 1);
}

/**
 * Returns the values of a create or replace request by attribute name: the stored entries of each list, and
 * dates in their stored form. Values that the service derives (mirrored names, defaults) are not included.
 */
export function valuesOfRequest(request: UserRequest): UserValues {
  const values: UserValues = {};
  const set = <Name extends keyof UserValues>(name: Name, value: UserValues[Name] | undefined) => {
    if (value !== undefined) values[name] = value;
  };
  set('userName', request.userName);
  set('nickName', request.nickName);
  set('active', request.active);
  set('password', request.password);
  set('profileUrl', request.profileUrl);
  for (const name of PLAIN_STRINGS) set(name, request.strings[name]);
  for (const name of NAME_SUB_ATTRIBUTES) set(name, request.name?.[name]);
  for (const list of VALUE_LISTS)
    for (const [name, entry] of slotEntries(list, request[list] ?? [])) set(name, entry?.value);
  const address = addressSlot(request.addresses ?? []);
  for (const name of ADDRESS_SUB_ATTRIBUTES) set(name, address?.parts[name]);
  const { managerId, ...enterprise } = request.enterprise ?? {};
  set('manager', managerId);
  for (const name of ENTERPRISE_STRINGS) set(name, enterprise[name]);
  if (request.guest !== undefined) set('guest', true);
  const { expiration } = request.guest ?? {};
  if (expiration !== undefined) set('guestExpiration', expirationFrom(expiration) ?? expiration);
  const { startDate } = request.profile ?? {};
  if (startDate !== undefined) set('startDate', startDateFrom(startDate) ?? startDate);
  return values;
}

function isPrimary(entry: Entry): boolean {
  return entry.primary === true;
}
