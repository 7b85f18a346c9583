import { expirationFrom, startDateFrom } from '../rules/date-time.ts';
import { emailKey } from '../rules/email-address.ts';
import type { SchemaDialect } from '../rules/schema-uris.ts';
import { addressSlot, slotEntries } from '../rules/stored-values.ts';
import type { Entry, UserRequest } from '../rules/user-request.ts';
import type { ScimErrorCode } from '../spec/error-codes.ts';
import {
  ADDRESS_SUB_ATTRIBUTES,
  ENTERPRISE_STRINGS,
  NAME_SUB_ATTRIBUTES,
  PLAIN_STRINGS,
} from '../spec/scim-schemas.ts';
import { USER_ATTRIBUTES } from '../spec/user-attributes.ts';
import { LIST_SLOTS, OTHER_EMAIL_NAMES, type ValueList } from '../spec/user-slots.ts';
import { type ExtensionPath, isIgnoredInExtension, readExtensionPath, readPatchPath } from './patch-path.ts';
import { badPath } from './path-prefix.ts';
import { ScimError } from './scim-error.ts';
import { setText, type UserDraft } from './user-draft.ts';

/** Context of the rules besides the draft. */
export interface PatchContext {
  readonly dialect: SchemaDialect;
  /**
   * Returns the ID of the user that a managerId refers to (SCIM §4.3 rule 12). @throws ScimError unknown_user
   */
  readonly resolveManager: (managerId: string) => string;
}

/**
 * Applies a PATCH to a draft: first the removals in `meta.attributes`, then the values of the request (SCIM
 * §4.3). Rule 1, the single space, is in `setText`; rule 2 was checked before; rules 3 and 4 are in
 * `changedUser`, because they depend on the whole request.
 */
export function applyUserPatch(draft: UserDraft, request: UserRequest, context: PatchContext): void {
  for (const path of request.remove) removePath(draft, path, context);
  applyStrings(draft, request);
  applyEmails(draft, request);
  for (const list of ['phoneNumbers', 'photos', 'roles'] as const) applyList(draft, list, request[list]);
  applyAddresses(draft, request);
  applyName(draft, request);
  applyEnterprise(draft, request, context);
  applyGuest(draft, request);
  applyProfile(draft, request);
}

/** Rule 5. */
function applyStrings(draft: UserDraft, { strings }: UserRequest): void {
  for (const name of PLAIN_STRINGS) setText(draft, name, strings[name]);
}

/**
 * Rule 6: a single new address replaces the primary one; the primary address cannot be removed without a
 * replacement.
 */
function applyEmails(draft: UserDraft, { emails }: UserRequest): void {
  if (emails === undefined) return;
  const deleted = emails.flatMap(({ isDeletion, value }) =>
    isDeletion && value !== undefined ? [emailKey(value)] : [],
  );
  const isDeleted = (address: string | undefined) =>
    address !== undefined && deleted.includes(emailKey(address));
  const slots = slotEntries('emails', emails);
  const primary = slots.get('email')?.value;
  if (isDeleted(draft.email) && primary === undefined) throw new ScimError('missing_primary_email');
  for (const name of OTHER_EMAIL_NAMES) if (isDeleted(draft[name])) draft[name] = '';
  if (primary !== undefined) draft.email = primary;
  for (const name of OTHER_EMAIL_NAMES) setText(draft, name, slots.get(name)?.value);
}

/** Rules 7, 8 and 10: an entry is deleted by its value; a photo cannot be deleted. */
function applyList(draft: UserDraft, list: ValueList, entries: readonly Entry[] = []): void {
  const deleted = entries.flatMap(({ isDeletion, value }) => (isDeletion ? [value] : []));
  for (const name of LIST_SLOTS[list].names)
    if (USER_ATTRIBUTES[name].mayClear && deleted.includes(draft[name])) draft[name] = '';
  for (const [name, entry] of slotEntries(list, entries)) setText(draft, name, entry?.value);
}

/** Rule 9: an address is deleted only if all five sub-attributes equal the stored ones. */
function applyAddresses(draft: UserDraft, { addresses = [] }: UserRequest): void {
  for (const { isDeletion, parts } of addresses) {
    const isStored = ADDRESS_SUB_ATTRIBUTES.every((name) => (parts[name] ?? '') === (draft[name] ?? ''));
    if (isDeletion && isStored) for (const name of ADDRESS_SUB_ATTRIBUTES) draft[name] = '';
  }
  const address = addressSlot(addresses);
  if (address === undefined) return;
  for (const name of ADDRESS_SUB_ATTRIBUTES) setText(draft, name, address.parts[name] ?? '');
}

/** Rule 11. */
function applyName(draft: UserDraft, { name = {} }: UserRequest): void {
  for (const part of NAME_SUB_ATTRIBUTES) setText(draft, part, name[part]);
}

/** Rule 12. */
function applyEnterprise(draft: UserDraft, { enterprise = {} }: UserRequest, context: PatchContext): void {
  for (const name of ENTERPRISE_STRINGS) setText(draft, name, enterprise[name]);
  const { managerId } = enterprise;
  if (managerId === undefined) return;
  draft.manager = managerId.trim() === '' ? '' : context.resolveManager(managerId);
}

/** Rule 13; the consequences of a conversion are in `changedUser`. */
function applyGuest(draft: UserDraft, { guest }: UserRequest): void {
  if (guest === undefined) return;
  draft.guest = true;
  if (guest.expiration !== undefined) draft.guestExpiration = expirationFrom(guest.expiration) ?? '';
}

/** Rule 14. */
function applyProfile(draft: UserDraft, { profile }: UserRequest): void {
  if (profile?.startDate !== undefined) draft.startDate = startDateFrom(profile.startDate) ?? '';
}

/** Rule 15: removes the values at one path of `meta.attributes`. */
function removePath(draft: UserDraft, path: string, { dialect }: PatchContext): void {
  const extended = readExtensionPath(path, dialect);
  const remove = REMOVABLE.get(path.toLowerCase());
  if (extended !== undefined) removeFromExtension(draft, extended);
  else if (remove !== undefined) remove(draft);
  else if (readPatchPath(path, dialect).kind !== 'ignored') throw badPath(path);
}

function removeFromExtension(draft: UserDraft, path: ExtensionPath): void {
  const { extension, sub } = path;
  if (isIgnoredInExtension(path)) return;
  const isWhole = sub === undefined;
  switch (extension) {
    case 'guest':
      if (sub === 'expiration') draft.guestExpiration = '';
      else draft.guest = false;
      return;
    case 'profile':
      draft.startDate = '';
      return;
    case 'enterprise':
      for (const name of ENTERPRISE_STRINGS) if (isWhole || sub === name) draft[name] = '';
      if (isWhole || sub.startsWith('manager')) draft.manager = '';
  }
}

type Remove = (draft: UserDraft) => void;

const clearNames =
  (...names: Exclude<keyof UserDraft, 'active' | 'guest'>[]): Remove =>
  (draft) => {
    for (const name of names) draft[name] = '';
  };
const refuseWith =
  (code: ScimErrorCode): Remove =>
  () => {
    throw new ScimError(code);
  };

/** Removal per plain path. `emails` keeps the primary address (assumption `emails-removed`). */
const REMOVABLE: ReadonlyMap<string, Remove> = new Map([
  ['username', refuseWith('username_empty')],
  ['nickname', refuseWith('username_empty')],
  ['active', refuseWith('invalid_attribute_format')],
  ['password', refuseWith('password_change_not_allowed')],
  ['emails', clearNames(...OTHER_EMAIL_NAMES)],
  ['phonenumbers', clearNames(...LIST_SLOTS.phoneNumbers.names)],
  ['photos', clearNames(...LIST_SLOTS.photos.names)],
  ['addresses', clearNames(...ADDRESS_SUB_ATTRIBUTES)],
  ['roles', clearNames(...LIST_SLOTS.roles.names)],
  ['name', clearNames(...NAME_SUB_ATTRIBUTES)],
  ...NAME_SUB_ATTRIBUTES.map((part): [string, Remove] => [`name.${part.toLowerCase()}`, clearNames(part)]),
  ...PLAIN_STRINGS.map((name): [string, Remove] => [name.toLowerCase(), clearNames(name)]),
]);
