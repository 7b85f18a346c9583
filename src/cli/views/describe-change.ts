import {
  type Change,
  type ChangeOf,
  type GroupChange,
  isGroupChange,
  type UserUpdateChange,
} from '../../bulk/plan/change.ts';
import { pluralize, withCommas } from '../../output/pluralize.ts';
import { isEmailShaped, storedUserName } from '../../rules/user-name.ts';
import { isSingleChannelGuest } from '../../scim/user-state.ts';
import type { Json } from '../../spec/protocol-types.ts';
import {
  DEFAULT_TIMEZONE,
  USER_ATTRIBUTE_NAMES,
  type UserAttributeName,
  type UserValues,
} from '../../spec/user-attributes.ts';
import { partsAsWritten } from './written-parts.ts';

/** The names of users by ID. */
export type UserNamesById = ReadonlyMap<string, string>;

/**
 * Describes a change in one line: the values of a new user, or the old and new values.
 * @param names userNames by ID, shown instead of the IDs of managers
 */
export function describeChange(change: Change, names: UserNamesById = new Map()): string {
  if (isGroupChange(change)) return describeGroupChange(change);
  if (change.kind === 'callMethod') return change.meaning ?? describeArguments(change.arguments);
  if (change.kind !== 'createUser') return describeUpdate(change, names);
  const { userName, ...rest } = change.user;
  const { email, displayName, title } = rest;
  const others =
    Object.keys(rest).length +
    change.withheld.length -
    [email, displayName, title].filter((value) => value !== undefined).length;
  const words = [
    ...storedUserNameNote(userName),
    ...[email, displayName, title].filter((value) => value !== undefined).map(shortened),
  ];
  return others > 0 ? `${words.join(', ')} and ${others} more` : words.join(', ');
}

/**
 * Returns the name that the service makes of a userName, if it is another one (SCIM §2.1). That of an e-mail
 * address is not certain: if another user has it, the service adds a number.
 */
function storedUserNameNote(userName: string | undefined): readonly string[] {
  if (userName === undefined || isEmailShaped(userName)) return [];
  const stored = storedUserName(userName);
  return stored === userName ? [] : [`stored as ${stored}`];
}

/** Returns every value of a new user; of secrets only the names. */
export function describeNewUser({ user, withheld }: ChangeOf<'createUser'>, names: UserNamesById): string {
  const told = USER_ATTRIBUTE_NAMES.filter((name) => name !== 'userName' && user[name] !== undefined);
  return [
    ...storedUserNameNote(user.userName),
    ...told.map((name) => `${name}: ${shown(user, name, names)}`),
    ...withheld.map((name) => `${name}: not shown`),
  ].join('; ');
}

/** Members listed by name; the rest are only counted. */
const MEMBERS_SHOWN = 5;

function describeGroupChange(change: GroupChange): string {
  if (change.kind === 'createGroup') return '';
  if (change.kind === 'deleteGroup') return pluralize(change.members.length, 'member');
  if (change.kind === 'renameGroup') return `name: ${change.formerName} → ${change.displayName}`;
  if (change.kind === 'sendGroupPatch') return 'operations as written';
  if (change.kind !== 'replaceGroup') return namesIn(change.members);
  const { before, displayName, joining, leaving } = change;
  return [
    ...(before.displayName === displayName ? [] : [`name: ${before.displayName} → ${displayName}`]),
    ...(joining.length === 0 ? [] : [`add ${namesIn(joining)}`]),
    ...(leaving.length === 0 ? [] : [`remove ${namesIn(leaving)}`]),
  ].join('; ');
}

function namesIn(members: readonly { readonly name: string }[]): string {
  const shown = members.slice(0, MEMBERS_SHOWN).map(({ name }) => name);
  const rest = members.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${withCommas(rest)} more` : shown.join(', ');
}

function describeArguments(words: { readonly [name: string]: Json }): string {
  const texts = Object.entries(words).map(([name, value]) => {
    const isList = Array.isArray(value) && value.every((element) => typeof element !== 'object');
    const text = isList ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${name}=${shortened(text)}`;
  });
  return texts.join(' ');
}

function describeUpdate(change: UserUpdateChange, names: UserNamesById): string {
  const { set, clear, before } = change;
  const written = change.kind === 'sendUserPatch' ? partsAsWritten(change) : [];
  const told = USER_ATTRIBUTE_NAMES.flatMap((name) => {
    if (clear.includes(name)) return [`${name}: ${shown(before, name, names)} → ${clearedText(name)}`];
    // A replacement also contains unchanged values.
    if (set[name] === undefined || isSameText(set[name], before[name])) return [];
    // The service keeps both equal, and userName wins (SCIM §4.3 rule 4).
    if (name === 'nickName' && set.userName !== undefined) return [];
    const both = name === 'nickName' ? ' and userName' : '';
    return [`${name}${both}: ${shown(before, name, names)} → ${shown(set, name, names)}`];
  });
  if (written.length > 0) told.push(`requests as written: ${written.map(shortened).join(', ')}`);
  return told.length === 0 ? 'unchanged' : told.join('; ');
}

/** Treats empty and absent as equal. */
function isSameText(one: string | boolean, other: string | boolean | undefined): boolean {
  return one === (other ?? '');
}

/** How an attribute without a value is shown. */
function clearedText(name: UserAttributeName): string {
  return name === 'timezone' ? DEFAULT_TIMEZONE : 'empty';
}

function shown(values: UserValues, name: keyof UserValues, names: UserNamesById): string {
  const value = values[name];
  if (value === undefined || value === '') return emptyWord(values, name);
  if (name === 'manager') return names.get(String(value)) ?? String(value);
  return typeof value === 'boolean' ? String(value) : shortened(value);
}

/** Only of a single-channel guest, `guest` has no value. */
export function emptyWord(values: UserValues, name: keyof UserValues): string {
  return name === 'guest' && isSingleChannelGuest(values) ? 'single-channel' : 'empty';
}

/** Maximum length of a shown value, in characters. */
const MAX_VALUE_LENGTH = 40;

function shortened(value: string): string {
  const characters = [...value.slice(0, 4 * MAX_VALUE_LENGTH)];
  return characters.length > MAX_VALUE_LENGTH
    ? `${characters.slice(0, MAX_VALUE_LENGTH - 1).join('')}…`
    : value;
}
