import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  IGNORED_PHONE_TYPES,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
} from '../spec/scim-schemas.ts';
import type { UserValues } from '../spec/user-attributes.ts';
import { expirationFrom, startDateFrom } from './date-time.ts';
import type { AddressEntry, Entry, UserRequest } from './user-request.ts';

/** Which entries of a list the service keeps; undefined where the list has none for the slot. */
export interface TwoSlots {
  readonly first: Entry | undefined;
  readonly second: Entry | undefined;
}

/**
 * E-mails (SCIM §4.3 rule 6): the primary is the entry with `primary` true, else that of `type` work, else the first; the
 * secondary is the first of the others. An entry with `primary` false never is the primary (assumption `not-primary`).
 */
export function emailSlots(entries: readonly Entry[]): TwoSlots {
  const kept = entries.filter((entry) => !entry.isDeletion);
  const mayBe = kept.filter((entry) => entry.primary !== false);
  const first = mayBe.find(isPrimary) ?? mayBe.find((entry) => entry.type === 'work') ?? mayBe[0];
  return { first, second: kept.find((entry) => entry !== first) };
}

/**
 * Phone numbers (SCIM §4.3 rule 7; matrix: OBSERVED §4.3; assumptions `lone-phone`, `phone-in-one-entry`, `not-primary`). In a
 * request `type` mobile means primaryPhone and `type` work means mobilePhone: the reverse of a response.
 * @returns `first` is primaryPhone, `second` is mobilePhone.
 */
export function phoneSlots(entries: readonly Entry[]): TwoSlots {
  const kept = entries.filter((entry) => !entry.isDeletion && !isIgnoredPhone(entry.type));
  const mayBe = kept.filter((entry) => entry.primary !== false);
  const first =
    mayBe.find(isPrimary) ??
    mayBe.find((entry) => entry.type === 'mobile') ??
    mayBe.find((entry) => entry.type !== 'work') ??
    (kept.length > 1 ? mayBe[0] : undefined);
  return { first, second: kept.find((entry) => entry !== first) };
}

/** Whether a phone number of this type is none that the service keeps (assumption `other-core-attributes`). */
export function isIgnoredPhone(type: string | undefined): boolean {
  return IGNORED_PHONE_TYPES.some((ignored) => ignored === type);
}

/** Photos and roles (SCIM §4.3 rules 8, 10): the entry with `primary` true, else the first. */
export function singleSlot<T extends Entry>(entries: readonly T[]): T | undefined {
  const kept = entries.filter((entry) => !entry.isDeletion);
  return kept.find(isPrimary) ?? kept[0];
}

/** Addresses (SCIM §4.3 rule 9; assumption `address-type`): `primary` true, else `type` work, else the first. */
export function addressSlot(entries: readonly AddressEntry[]): AddressEntry | undefined {
  const kept = entries.filter((entry) => !entry.isDeletion);
  return kept.find(isPrimary) ?? kept.find((entry) => entry.type === 'work') ?? kept[0];
}

/**
 * Returns the values of a create or replace request by attribute name: which entry of each list is kept, and dates as
 * they are stored. What the service derives (mirrored names, defaults) is not in it.
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
  if (request.emails !== undefined) {
    const { first, second } = emailSlots(request.emails);
    set('email', first?.value);
    set('secondaryEmail', second?.value);
  }
  if (request.phoneNumbers !== undefined) {
    const { first, second } = phoneSlots(request.phoneNumbers);
    set('phone', first?.value);
    set('mobilePhone', second?.value);
  }
  set('photo', singleSlot(request.photos ?? [])?.value);
  set('role', singleSlot(request.roles ?? [])?.value);
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
