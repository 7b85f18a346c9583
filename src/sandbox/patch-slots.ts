import { comparisonsOf, type Filter, matchesFilter } from '../rules/filter.ts';
import { rankedEntries, typedSlotOf } from '../rules/stored-values.ts';
import type { Entry } from '../rules/user-request.ts';
import { ADDRESS_SUB_ATTRIBUTES, BLANK } from '../spec/scim-schemas.ts';
import type { StringAttributeName } from '../spec/user-attributes.ts';
import { LIST_SLOTS, type TypedSlot, type ValueList } from '../spec/user-slots.ts';
import type { PatchTarget, SlottedAttribute } from './patch-path.ts';
import type { UserDraft } from './user-draft.ts';
import { type EntrySelector, entrySelectorOf, isPrimaryEmail } from './value-filter.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A stored entry of a multi-valued attribute: how a value filter sees it, and how a v1 request changes only
 * this entry.
 */
export interface PatchSlot {
  readonly value: (draft: UserDraft) => string | undefined;
  /**
   * Whether an entry with this type and `primary` in a request would be stored here (SCIM §4.3 rules 6–10).
   */
  readonly isFor: (asked: EntrySelector) => boolean;
  readonly isPrimary: boolean;
  /** Returns the entries of a v1 request that sets it. */
  readonly set: (entry: Fields, draft: UserDraft) => readonly Fields[];
  /** Returns the entries of a v1 request that clears it. */
  readonly remove: (draft: UserDraft) => readonly Fields[];
}

type ListTarget = Extract<PatchTarget, { kind: 'list' }>;

/** Returns the entries that a path selects; without a filter, the first (assumption `value-path`). */
export function selectSlots(target: ListTarget, draft: UserDraft): readonly PatchSlot[] {
  const { attribute, filter } = target;
  const slots = SLOTS[attribute];
  if (filter === undefined) return slots.slice(0, 1);
  const asked = selectorOfPath(target);
  if (asked !== undefined) return slots.filter(({ isFor }) => isFor(asked));
  const types = typesIn(filter);
  return slots.filter(({ value, isFor, isPrimary }) => {
    const seen: Readonly<Record<string, readonly string[]>> = {
      value: [value(draft) ?? ''],
      type: types.filter((type) => isFor({ type })),
      primary: [String(isPrimary)],
    };
    return matchesFilter(filter, (name) => seen[name] ?? []);
  });
}

/**
 * Returns the type and `primary` that the filter of a path requires; undefined if it has other conditions.
 */
export function selectorOfPath({ filter }: ListTarget): EntrySelector | undefined {
  return filter === undefined ? undefined : entrySelectorOf(filter);
}

/**
 * Returns the entries of a v1 request that makes an entry the primary one; none for an entry stored by its
 * type.
 */
export function swapPrimary(
  attribute: SlottedAttribute,
  slot: PatchSlot,
  draft: UserDraft,
): readonly Fields[] {
  const count = attribute === 'addresses' ? 1 : LIST_SLOTS[attribute].ranked.length;
  const [first, ...others] = SLOTS[attribute].slice(0, count);
  const place = others.indexOf(slot);
  if (first === undefined || place < 0) return [];
  const between = others.slice(0, place);
  return [
    { value: slot.value(draft) ?? BLANK, primary: true },
    ...[...between, first].map(({ value }) => ({ value: value(draft) ?? BLANK, primary: false })),
  ];
}

/** Returns the types that a filter compares with. Types are not stored; they only select an entry. */
function typesIn(filter: Filter): readonly string[] {
  return comparisonsOf(filter)
    .filter(({ attribute }) => attribute === 'type')
    .map(({ value }) => value.toLowerCase());
}

/** Returns a single entry with the type and `primary` of a filter, in the form of a request. */
function loneEntry({ type, primary }: EntrySelector): readonly Entry[] {
  return [{ value: '', type, primary, isDeletion: false }];
}

/** Returns the slot of an entry stored by its position. A request has to repeat the entries before it. */
function ranked(list: ValueList, name: StringAttributeName, place: number): PatchSlot {
  const isPrimary = place === 0;
  const inFront = LIST_SLOTS[list].ranked.slice(1, place);
  const set = (entry: Fields, draft: UserDraft) => [
    ...inFront.map((other) => ({ value: draft[other] ?? '', primary: false })),
    { ...entry, primary: isPrimary },
  ];
  return {
    value: (draft) => draft[name],
    isFor: (asked) => rankedEntries(list, loneEntry(asked))[place] !== undefined,
    isPrimary,
    set,
    remove: (draft) => set({ value: BLANK }, draft),
  };
}

/**
 * Returns the slot of an email address. It is deleted by its value, and its type decides only whether it is
 * the primary one (SCIM §4.3 rule 6).
 */
function email(name: StringAttributeName, place: number): PatchSlot {
  const slot = ranked('emails', name, place);
  return {
    ...slot,
    isFor: (asked) => place === (isPrimaryEmail(asked) ? 0 : 1),
    // A single entry would become the primary address (SCIM §4.3 rule 6).
    set: (entry, draft) => [
      ...(slot.isPrimary ? [] : [{ value: draft.email, primary: true }]),
      ...slot.set(entry, draft),
    ],
    remove: (draft) => [{ value: draft[name], operation: 'delete' }],
  };
}

/**
 * Returns the slot of a phone number. The type is omitted, because it would choose another position (SCIM
 * §4.3 rule 7).
 */
function phoneNumber(name: StringAttributeName, place: number): PatchSlot {
  const slot = ranked('phoneNumbers', name, place);
  return { ...slot, set: ({ value }, draft) => slot.set({ value }, draft) };
}

/** Returns the slot of an entry stored by its type. */
function typed({ name, type }: TypedSlot): PatchSlot {
  return {
    value: (draft) => draft[name],
    isFor: (asked) => asked.type === type && asked.primary !== true,
    isPrimary: false,
    set: (entry) => [{ ...entry, type, primary: false }],
    remove: () => [{ value: BLANK, type, primary: false }],
  };
}

/** Returns the slots of a list. Slots by position do not match entries that are stored by their type. */
function slotsOf(
  list: ValueList,
  byPlace: (name: StringAttributeName, place: number) => PatchSlot = (name, place) =>
    ranked(list, name, place),
): readonly PatchSlot[] {
  const slots = LIST_SLOTS[list];
  const others = slots.ranked.map((name, place): PatchSlot => {
    const slot = byPlace(name, place);
    return { ...slot, isFor: (asked) => typedSlotOf(list, asked) === undefined && slot.isFor(asked) };
  });
  return [...others, ...slots.typed.map(typed)];
}

const SLOTS: { readonly [Name in SlottedAttribute]: readonly PatchSlot[] } = {
  emails: slotsOf('emails', email),
  phoneNumbers: slotsOf('phoneNumbers', phoneNumber),
  photos: slotsOf('photos'),
  roles: slotsOf('roles'),
  addresses: [
    {
      value: () => undefined,
      isFor: () => true,
      isPrimary: true,
      // Include the present values of all parts, because an address is replaced as a whole.
      set: (entry, draft) => {
        const parts = ADDRESS_SUB_ATTRIBUTES.map((name) => [name, draft[name] ?? '']);
        return [{ ...Object.fromEntries(parts), ...entry, primary: true }];
      },
      remove: () => [Object.fromEntries(ADDRESS_SUB_ATTRIBUTES.map((name) => [name, BLANK]))],
    },
  ],
};
