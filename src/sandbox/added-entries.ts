import { emailKey, isEmailAddress } from '../rules/email-address.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { rankedEntries, typedSlotOf } from '../rules/stored-values.ts';
import { spelling } from '../rules/table-spelling.ts';
import { LIST_SLOTS, type ValueList } from '../spec/user-slots.ts';
import type { SlottedAttribute } from './patch-path.ts';
import type { UserDraft } from './user-draft.ts';

/**
 * Returns the entries of a v1 request that have the effect of `add` on a list: no stored value is lost
 * (assumption `added-entry`). A list that keeps entries by position, such as emails, ignores entries beyond
 * its capacity. Of several entries with the same type the first counts. A list that keeps one entry replaces
 * it.
 */
export function addedEntries(
  attribute: SlottedAttribute,
  entries: readonly unknown[],
  draft: UserDraft,
): readonly unknown[] {
  const readable = entries.map(readEntry);
  // Deletions, empty values and invalid entries are left to the rules of the request.
  if (readable.some((entry) => !entry.isPlain)) return entries;
  if (attribute === 'addresses' || LIST_SLOTS[attribute].ranked.length === 1) return entries;
  const byPlace = readable.filter((entry) => typedSlotOf(attribute, entry) === undefined);
  const byType = readable.filter((entry) => {
    const slot = typedSlotOf(attribute, entry);
    return slot !== undefined && (draft[slot.name] ?? '') === '';
  });
  const added =
    attribute === 'emails' ? addedEmails(byPlace, draft) : addedInPlace(attribute, byPlace, draft);
  return [...added, ...byType.map(({ sent }) => sent)];
}

/**
 * Adds email addresses. A new primary address moves the former one to a free position; any other address goes
 * to a free position.
 */
function addedEmails(entries: readonly ReadEntry[], draft: UserDraft): readonly unknown[] {
  if (entries.some(({ value }) => !isEmailAddress(value))) return entries.map(({ sent }) => sent);
  const before = placesOf('emails', draft);
  const places = [...before];
  const placeOf = (address: string) =>
    places.findIndex((own) => own !== '' && emailKey(own) === emailKey(address));
  const primary = entries.find((entry) => entry.primary === true && placeOf(entry.value) !== 0);
  const [former = ''] = before;
  if (primary !== undefined) {
    const own = placeOf(primary.value);
    if (own > 0) places[own] = '';
    places[0] = primary.value;
  }
  const others = [former, ...entries.map(({ value }) => value)];
  for (const address of others) if (address !== '' && placeOf(address) < 0) fillFree(places, address);
  const added = entriesAt(places);
  if (primary !== undefined) return [primary.sent, ...added.slice(1)];
  return places.some((address, place) => address !== before[place]) ? added : [];
}

/** Adds values at their position (SCIM §4.3 rules 7, 8, 10), or at another free one. */
function addedInPlace(list: ValueList, entries: readonly ReadEntry[], draft: UserDraft): readonly unknown[] {
  const places = placesOf(list, draft);
  for (const { value, type, primary } of entries) {
    const [first, second] = rankedEntries(list, [{ value, type, primary, isDeletion: false }]);
    if (places.includes(value) || (first ?? second) === undefined) continue;
    const isFull = !places.includes('', 1);
    if (places[0] === '' && (first !== undefined || isFull)) places[0] = value;
    else fillFree(places, value);
  }
  return entriesAt(places);
}

/** Returns the values that are kept by position. */
function placesOf(list: ValueList, draft: UserDraft): string[] {
  return LIST_SLOTS[list].ranked.map((name) => draft[name] ?? '');
}

/** Stores a value at the first free position after the primary one. */
function fillFree(places: string[], value: string): void {
  const free = places.indexOf('', 1);
  if (free > 0) places[free] = value;
}

/** Returns the entries of a request that sets these values, up to the last non-empty one. */
function entriesAt(places: readonly string[]): readonly { value: string; primary: boolean }[] {
  const count = places.findLastIndex((value) => value !== '') + 1;
  return places
    .slice(0, count)
    .map((value, place) => ({ value, primary: place === 0 }))
    .filter(({ value, primary }) => value !== '' || !primary);
}

interface ReadEntry {
  readonly sent: unknown;
  /** Whether the entry has a value and only adds it. */
  readonly isPlain: boolean;
  readonly value: string;
  readonly type: string | undefined;
  readonly primary: boolean | undefined;
}

function readEntry(sent: unknown): ReadEntry {
  const entry: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(isJsonObject(sent) ? sent : {}))
    entry[spelling(name, ['value', 'type', 'primary', 'operation']) ?? name] = value;
  const { value, type, primary, operation } = entry;
  const isText = typeof value === 'string' && value.trim() !== '';
  return {
    sent,
    isPlain: isText && (operation ?? 'add') === 'add' && typeof (primary ?? true) === 'boolean',
    value: isText ? value : '',
    type: typeof type === 'string' ? type.toLowerCase() : undefined,
    primary: typeof primary === 'boolean' ? primary : undefined,
  };
}
