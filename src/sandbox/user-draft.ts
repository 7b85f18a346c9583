import { customProfileNames } from '../rules/custom-profile.ts';
import { parseDateTime } from '../rules/date-time.ts';
import { addressesOf, emailKey, repeatedEmails } from '../rules/email-address.ts';
import { isSameValue } from '../rules/same-value.ts';
import { isEmailShaped, storedUserName } from '../rules/user-name.ts';
import { LIMITS } from '../spec/limits.ts';
import type { UserAttributeName, UserValues } from '../spec/user-attributes.ts';
import { defined } from '../values/defined.ts';
import type { Organization } from './organization.ts';
import { RANKS, type SandboxToken, type StoredUser } from './organization-data.ts';
import { ScimError } from './scim-error.ts';

/**
 * Values of a user while a request is applied; cleared values are empty strings until the draft is stored.
 */
export type UserDraft = UserValues;

/** Sets a value; a single space clears it (SCIM §4.3 rule 1). */
export function setText(
  draft: UserDraft,
  name: Exclude<UserAttributeName, 'active' | 'guest'>,
  value: string | undefined,
): void {
  if (value !== undefined) draft[name] = value.trim() === '' ? '' : value;
}

/** Names and state in a whole request, regardless of the order of its operations. */
export interface RequestedNames {
  readonly userName?: string | undefined;
  readonly nickName?: string | undefined;
  readonly active?: boolean | undefined;
}

/** Name of an account, and the email address it was derived from. */
type Name = Pick<StoredUser, 'userNameFrom'> & { readonly userName: string };

/**
 * Returns the name after a change. userName and nickName are one value; if both are sent, userName counts
 * (SCIM §4.3 rule 4; assumption `nick-name`). Sending the address from which the name was derived does not
 * change the name (assumption `user-name-of-address`).
 */
function newName({ userName, nickName }: RequestedNames, before: StoredUser): Name {
  const given = userName ?? nickName;
  const { userNameFrom } = before;
  const name = given === undefined ? undefined : storedUserName(given);
  const isSame = given === undefined || name === before.values.userName || emailKey(given) === userNameFrom;
  if (isSame) return { userName: before.values.userName, ...defined({ userNameFrom }) };
  return { userName: name ?? '', ...userNameSource(given) };
}

/** Returns the email address from which a userName is derived, if it is given as one. */
export function userNameSource(given: string): Pick<StoredUser, 'userNameFrom'> {
  return isEmailShaped(given) ? { userNameFrom: emailKey(given) } : {};
}

/**
 * Returns the account that a create request makes.
 * @param blank the account without values
 * @param now milliseconds since 1970
 * @throws ScimError email_taken, unable_to_create_team_profile_fields
 */
export function createdUser(
  draft: UserDraft,
  blank: StoredUser,
  organization: Organization,
  now: number,
): StoredUser {
  checkEmailsFree(draft, undefined, organization);
  const user = stored({ ...draft, active: draft.active !== false && !hasExpired(draft, now) }, blank);
  checkRoomForFields(user.values, organization);
  return user;
}

/** A change with its token and time. */
export interface DraftedChange {
  readonly draft: UserDraft;
  readonly sent: RequestedNames;
  readonly token: SandboxToken;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns the account after a change, after checking all rules that depend on the organization.
 * @throws ScimError for the first violated rule (SCIM §3, §4.3, §7)
 */
export function changedUser(
  { draft, sent, token, now }: DraftedChange,
  before: StoredUser,
  organization: Organization,
): StoredUser {
  const wasGuest = before.values.guest === true;
  const isConversion = wasGuest !== (draft.guest === true);
  // A conversion in either direction reactivates the user, unless the request sets `active` (SCIM §3;
  // assumption `active-and-guest`).
  const wantsActive = sent.active ?? (isConversion || before.values.active);
  const active = wantsActive && !hasExpired(draft, now);
  if (isConversion && !wasGuest && before.rank !== 'member') throw new ScimError('cannot_make_user_guest');
  if (before.values.active && !active) checkMayBeDeactivated(before, token);
  else checkMayBeChanged(before, token);

  const { userName, ...name } = newName(sent, before);
  const { email } = draft;
  if (userName === '') throw new ScimError('username_empty');
  if (email === undefined || email === '') throw new ScimError('missing_primary_email');
  if (userName !== before.values.userName && organization.isNameTaken(userName)) {
    throw new ScimError('username_taken', { context: `username=${userName}` });
  }
  checkEmailsFree(draft, before.id, organization);
  const { userNameFrom: _, ...account } = before;
  const user = stored({ ...draft, userName, active }, { ...account, ...name });
  checkRoomForFields(user.values, organization);
  return user;
}

/** Whether a guest has expired; an expired guest is deactivated immediately (assumption `expired-guest`). */
function hasExpired({ guest, guestExpiration }: UserDraft, now: number): boolean {
  const end = guest === true ? (parseDateTime(guestExpiration ?? '')?.time ?? Number.NaN) : Number.NaN;
  return end <= now;
}

/** Returns the account with the values of a draft. */
function stored(draft: UserDraft, { isSingleChannelGuest, ...before }: StoredUser): StoredUser {
  const values = kept(draft);
  const isGuest = values.guest === true;
  if (!isGuest) {
    delete values.guest;
    delete values.guestExpiration;
  }
  const { userName = before.values.userName, active = before.values.active } = values;
  return {
    ...before,
    ...(isSingleChannelGuest === true && !isGuest ? { isSingleChannelGuest } : {}),
    values: { ...values, userName, active },
    hasCustomProfile: before.hasCustomProfile || customProfileNames(values).length > 0,
  };
}

/**
 * Refuses values that need more custom profile fields than allowed (SCIM §7
 * unable_to_create_team_profile_fields; OBSERVED §2.1).
 */
function checkRoomForFields(values: UserValues, organization: Organization): void {
  const { otherProfileFields = 0 } = organization.settings;
  const known = organization.profileFields();
  const created = customProfileNames(values).filter((name) => !known.has(name));
  if (created.length > 0 && otherProfileFields + known.size + created.length > LIMITS.customProfileFields)
    throw new ScimError('unable_to_create_team_profile_fields', { context: `fields=${created.join(',')}` });
}

/**
 * Refuses an email address of another account, including deactivated ones (SCIM §7 email_taken; OBSERVED
 * §2.1).
 */
function checkEmailsFree(values: UserValues, id: string | undefined, organization: Organization): void {
  for (const address of addressesOf(values)) {
    const owner = organization.userByEmail(address);
    if (owner !== undefined && owner.id !== id) throw new ScimError('email_taken');
  }
}

/**
 * Refuses to deactivate an account that SCIM §3 protects. A token of lower rank cannot deactivate an owner
 * (assumption `rank-of-token`).
 */
export function checkMayBeDeactivated(user: StoredUser, token: SandboxToken): void {
  if (user.isBot === true) throw new ScimError('cannot_disable_bot_user_with_scim');
  if (user.rank === 'primaryOwner') throw new ScimError('cannot_disable_primary_owner');
  if (user.ownsWorkspace === true) throw new ScimError('primary_owner_check_failure');
  if (outranks(user, token)) throw new ScimError('cannot_modify_owner');
}

/** Refuses a change of an account with more permissions than the token (SCIM §5 rule 1; OBSERVED §5). */
export function checkMayBeChanged(user: StoredUser, token: SandboxToken): void {
  if (outranks(user, token)) throw new ScimError('permission_denied');
}

function outranks(user: StoredUser, token: SandboxToken): boolean {
  return RANKS.indexOf(user.rank) > RANKS.indexOf(token.rank);
}

/**
 * SCIM §7 invalid_display_name: only if users may change their own display name, and only if the value would
 * change.
 */
export function checkDisplayNameChange(
  draft: UserDraft,
  before: StoredUser,
  organization: Organization,
): void {
  if (!organization.settings.mayChangeOwnDisplayName) return;
  if (!isSameValue('displayName', draft, before.values)) throw new ScimError('invalid_display_name');
}

/** Returns the values to store: without empty ones, and without repetitions of an email address. */
function kept({ nickName: _, password: __, profileUrl: ___, ...draft }: UserDraft): UserValues {
  const values: UserValues = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''));
  for (const name of repeatedEmails(values)) delete values[name];
  return values;
}
