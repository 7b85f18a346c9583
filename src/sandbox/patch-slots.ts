import { type Filter, matchesFilter } from '../rules/filter.ts';
import { ADDRESS_SUB_ATTRIBUTES } from '../spec/scim-schemas.ts';
import type { PatchTarget, SlottedAttribute } from './patch-path.ts';
import type { UserDraft } from './user-draft.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An entry that the service keeps: what a value filter sees of it, and how a v1 request changes it and nothing else. */
export interface PatchSlot {
  readonly value: (draft: UserDraft) => string | undefined;
  readonly isType: (type: string) => boolean;
  readonly isPrimary: boolean;
  /** The entries of a v1 request that set it. */
  readonly set: (entry: Fields, draft: UserDraft) => readonly Fields[];
  /** The entries of a v1 request that empty it. */
  readonly remove: (draft: UserDraft) => readonly Fields[];
}

/** Returns the entries that a path selects; without a filter the first (assumption `value-path`). */
export function selectSlots(
  { attribute, filter }: Extract<PatchTarget, { kind: 'list' }>,
  draft: UserDraft,
): readonly PatchSlot[] {
  const slots = SLOTS[attribute];
  if (filter === undefined) return slots.slice(0, 1);
  const asked = typesIn(filter);
  return slots.filter(({ value, isType, isPrimary }) => {
    const seen: Readonly<Record<string, readonly string[]>> = {
      value: [value(draft) ?? ''],
      type: asked.filter(isType),
      primary: [String(isPrimary)],
    };
    return matchesFilter(filter, (name) => seen[name] ?? []);
  });
}

/** The types that a filter compares with: a type is not stored, it only says which entry is meant. */
function typesIn(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'compare':
      return filter.attribute === 'type' ? [filter.value.toLowerCase()] : [];
    case 'present':
      return [];
    default:
      return [...typesIn(filter.left), ...typesIn(filter.right)];
  }
}

/** Setting a value to a single space clears it (SCIM §4.3 rule 1). */
const BLANK = ' ';

function only(type: string): (asked: string) => boolean {
  return (asked) => asked === type;
}

function single(name: 'photo' | 'role', isType: (type: string) => boolean): PatchSlot {
  return {
    value: (draft) => draft[name],
    isType,
    isPrimary: true,
    set: (entry) => [{ ...entry, primary: true }],
    remove: () => [{ value: BLANK, primary: true }],
  };
}

const SLOTS: { readonly [Name in SlottedAttribute]: readonly PatchSlot[] } = {
  emails: [
    {
      value: (draft) => draft.email,
      isType: only('work'),
      isPrimary: true,
      set: (entry) => [{ ...entry, primary: true }],
      remove: (draft) => [{ value: draft.email, operation: 'delete' }],
    },
    {
      value: (draft) => draft.secondaryEmail,
      isType: (type) => type !== 'work',
      isPrimary: false,
      // A lone entry would become the primary address (SCIM §4.3 rule 6).
      set: (entry, draft) => [
        { value: draft.email, primary: true },
        { ...entry, primary: false },
      ],
      remove: (draft) => [{ value: draft.secondaryEmail, operation: 'delete' }],
    },
  ],
  phoneNumbers: [
    {
      value: (draft) => draft.phone,
      isType: only('work'),
      isPrimary: true,
      set: ({ value }) => [{ value, primary: true }],
      remove: () => [{ value: BLANK, primary: true }],
    },
    {
      value: (draft) => draft.mobilePhone,
      isType: only('mobile'),
      isPrimary: false,
      set: ({ value }) => [{ value, type: 'work' }],
      remove: () => [{ value: BLANK, type: 'work' }],
    },
  ],
  photos: [single('photo', only('photo'))],
  roles: [single('role', () => false)],
  addresses: [
    {
      value: () => undefined,
      isType: only('work'),
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
