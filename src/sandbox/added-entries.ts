import { emailKey, isEmailAddress } from '../rules/email-address.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { phoneSlots, typedSlotOf } from '../rules/stored-values.ts';
import { spelling } from '../rules/table-spelling.ts';
import type { SlottedAttribute } from './patch-path.ts';
import type { UserDraft } from './user-draft.ts';

/**
 * Returns the entries of a v1 request that does what `add` on a list does: nothing that is stored goes (assumption
 * `added-entry`). Of e-mails and phone numbers two are kept by their place, so that a third is not, and the first of a type that is kept;
 * of the others one is, which is set.
 */
export function addedEntries(
  attribute: SlottedAttribute,
  entries: readonly unknown[],
  draft: UserDraft,
): readonly unknown[] {
  const readable = entries.map(readEntry);
  // What deletes, clears or is no entry is for the rules of the request.
  if (readable.some((entry) => !entry.isPlain)) return entries;
  if (attribute !== 'emails' && attribute !== 'phoneNumbers') return entries;
  const byPlace = readable.filter((entry) => typedSlotOf(attribute, entry) === undefined);
  const byType = readable.filter((entry) => {
    const slot = typedSlotOf(attribute, entry);
    return slot !== undefined && (draft[slot.name] ?? '') === '';
  });
  const added = attribute === 'emails' ? addedEmails(byPlace, draft) : addedPhones(byPlace, draft);
  return [...added, ...byType.map(({ sent }) => sent)];
}

/** A new primary address moves the former one to the free place; any other address goes to the free place itself. */
function addedEmails(entries: readonly ReadEntry[], draft: UserDraft): readonly unknown[] {
  if (entries.some(({ value }) => !isEmailAddress(value))) return entries.map(({ sent }) => sent);
  const { email = '', secondaryEmail = '' } = draft;
  const isStored = ({ value }: ReadEntry, address: string) =>
    address !== '' && emailKey(value) === emailKey(address);
  const primary = entries.find((entry) => entry.primary === true && !isStored(entry, email));
  const second = entries.find(
    (entry) => entry !== primary && !isStored(entry, email) && !isStored(entry, secondaryEmail),
  );
  const isFree = secondaryEmail === '' || (primary !== undefined && isStored(primary, secondaryEmail));
  const former = isFree && email !== '' ? [{ value: email, primary: false }] : [];
  if (primary !== undefined) return [primary.sent, ...former];
  return isFree && second !== undefined
    ? [
        { value: email, primary: true },
        { value: second.value, primary: false },
      ]
    : [];
}

/** A number goes to its place (SCIM §4.3 rule 7), or to the other one where that is free. */
function addedPhones(entries: readonly ReadEntry[], draft: UserDraft): readonly unknown[] {
  let { phone = '', mobilePhone = '' } = draft;
  for (const { value, type, primary } of entries) {
    const { first, second } = phoneSlots([{ value, type, primary, isDeletion: false }]);
    if (value === phone || value === mobilePhone || (first ?? second) === undefined) continue;
    if (phone === '' && (first !== undefined || mobilePhone !== '')) phone = value;
    else if (mobilePhone === '') mobilePhone = value;
  }
  return [
    ...(phone === '' ? [] : [{ value: phone, primary: true }]),
    ...(mobilePhone === '' ? [] : [{ value: mobilePhone, primary: false }]),
  ];
}

interface ReadEntry {
  readonly sent: unknown;
  /** Whether it has a value and does nothing but that. */
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
