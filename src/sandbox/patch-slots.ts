import { type Filter, matchesFilter } from '../rules/filter.ts';
import { phoneSlots, typedSlotOf } from '../rules/stored-values.ts';
import type { Entry } from '../rules/user-request.ts';
import { ADDRESS_SUB_ATTRIBUTES, BLANK } from '../spec/scim-schemas.ts';
import type { StringAttributeName } from '../spec/user-attributes.ts';
import { LIST_SLOTS, type TypedSlot, type ValueList } from '../spec/user-slots.ts';
import type { PatchTarget, SlottedAttribute } from './patch-path.ts';
import type { UserDraft } from './user-draft.ts';
import { type AskedEntry, askedIn, isPrimaryEmail } from './value-filter.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An entry that the service keeps: what a value filter sees of it, and how a v1 request changes it and nothing else. */
export interface PatchSlot {
  readonly value: (draft: UserDraft) => string | undefined;
  /** Whether the same entry in the body of a request would go here (SCIM §4.3 rules 6–10). */
  readonly isFor: (asked: AskedEntry) => boolean;
  readonly isPrimary: boolean;
  /** The entries of a v1 request that set it. */
  readonly set: (entry: Fields, draft: UserDraft) => readonly Fields[];
  /** The entries of a v1 request that empty it. */
  readonly remove: (draft: UserDraft) => readonly Fields[];
}

type ListTarget = Extract<PatchTarget, { kind: 'list' }>;

/** Returns the entries that a path selects; without a filter the first (assumption `value-path`). */
export function selectSlots(target: ListTarget, draft: UserDraft): readonly PatchSlot[] {
  const { attribute, filter } = target;
  const slots = SLOTS[attribute];
  if (filter === undefined) return slots.slice(0, 1);
  const asked = askedOf(target);
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

/** What the filter of a path says of an entry by its type and `primary`; undefined where it says something else as well. */
export function askedOf({ filter }: ListTarget): AskedEntry | undefined {
  return filter === undefined ? undefined : askedIn(filter);
}

/** Returns the entries of a v1 request that makes an entry the primary one: the second one, because others are kept by their type. */
export function swapped(attribute: SlottedAttribute, slot: PatchSlot, draft: UserDraft): readonly Fields[] {
  const [first, second] = SLOTS[attribute];
  if (first === undefined || second === undefined || slot !== second) return [];
  return [
    { value: second.value(draft) ?? BLANK, primary: true },
    { value: first.value(draft) ?? BLANK, primary: false },
  ];
}

/** The types that a filter compares with: a type is not stored, it only says which entry is meant. */
function typesIn(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'compare':
      return filter.attribute === 'type' ? [filter.value.toLowerCase()] : [];
    case 'present':
    case 'not':
      return [];
    default:
      return [...typesIn(filter.left), ...typesIn(filter.right)];
  }
}

/** A lone entry of the type that is asked for, as a request sends it. */
function loneEntry({ type, primary }: AskedEntry): readonly Entry[] {
  return [{ value: '', type, primary, isDeletion: false }];
}

/** The one entry that is stored, whatever type is asked for. */
function single(name: StringAttributeName): PatchSlot {
  return {
    value: (draft) => draft[name],
    isFor: () => true,
    isPrimary: true,
    set: (entry) => [{ ...entry, primary: true }],
    remove: () => [{ value: BLANK, primary: true }],
  };
}

/** The entry that is kept by its type. */
function typed({ name, type }: TypedSlot): PatchSlot {
  return {
    value: (draft) => draft[name],
    isFor: (asked) => asked.type === type && asked.primary !== true,
    isPrimary: false,
    set: (entry) => [{ ...entry, type, primary: false }],
    remove: () => [{ value: BLANK, type, primary: false }],
  };
}

/** The slots of a list: those that go by their place are not for what is kept by its type. */
function slotsOf(list: ValueList, byPlace: readonly PatchSlot[]): readonly PatchSlot[] {
  const others = byPlace.map(
    (slot): PatchSlot => ({
      ...slot,
      isFor: (asked) => typedSlotOf(list, asked) === undefined && slot.isFor(asked),
    }),
  );
  return [...others, ...LIST_SLOTS[list].typed.map(typed)];
}

const EMAILS: readonly PatchSlot[] = [
  {
    value: (draft) => draft.email,
    isFor: isPrimaryEmail,
    isPrimary: true,
    set: (entry) => [{ ...entry, primary: true }],
    remove: (draft) => [{ value: draft.email, operation: 'delete' }],
  },
  {
    value: (draft) => draft.secondaryEmail,
    isFor: (asked) => !isPrimaryEmail(asked),
    isPrimary: false,
    // A lone entry would become the primary address (SCIM §4.3 rule 6).
    set: (entry, draft) => [
      { value: draft.email, primary: true },
      { ...entry, primary: false },
    ],
    remove: (draft) => [{ value: draft.secondaryEmail, operation: 'delete' }],
  },
];

const PHONE_NUMBERS: readonly PatchSlot[] = [
  {
    value: (draft) => draft.phone,
    isFor: (asked) => phoneSlots(loneEntry(asked)).first !== undefined,
    isPrimary: true,
    set: ({ value }) => [{ value, primary: true }],
    remove: () => [{ value: BLANK, primary: true }],
  },
  {
    value: (draft) => draft.mobilePhone,
    isFor: (asked) => phoneSlots(loneEntry(asked)).second !== undefined,
    isPrimary: false,
    set: ({ value }) => [{ value, type: 'work' }],
    remove: () => [{ value: BLANK, type: 'work' }],
  },
];

const SLOTS: { readonly [Name in SlottedAttribute]: readonly PatchSlot[] } = {
  emails: slotsOf('emails', EMAILS),
  phoneNumbers: slotsOf('phoneNumbers', PHONE_NUMBERS),
  photos: slotsOf('photos', [single('photo')]),
  roles: slotsOf('roles', [single('role')]),
  addresses: [
    {
      value: () => undefined,
      isFor: () => true,
      isPrimary: true,
      // The parts that stay go along, because an address is replaced as one.
      set: (entry, draft) => {
        const parts = ADDRESS_SUB_ATTRIBUTES.map((name) => [name, draft[name] ?? '']);
        return [{ ...Object.fromEntries(parts), ...entry, primary: true }];
      },
      remove: () => [Object.fromEntries(ADDRESS_SUB_ATTRIBUTES.map((name) => [name, BLANK]))],
    },
  ],
};
