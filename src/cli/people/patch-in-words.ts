import { type Change, isUserUpdate } from '../../bulk/plan/change.ts';
import type { User, UserPatch } from '../../scim/user.ts';
import {
  DEFAULT_TIMEZONE,
  USER_ATTRIBUTE_NAMES,
  type UserAttributeName,
} from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';
import { describeChange, emptyWord, type UserNamesById } from '../views/describe-change.ts';
import { personName } from './describe-person.ts';
import { managerOf } from './read-person-facts.ts';

/**
 * Returns what changes do to a user, and which requested attributes are unchanged: ": title: Designer → Lead;
 * unchanged: department".
 */
export function changesInWords(
  { values }: User,
  changes: readonly Change[],
  asked: UserPatch,
  names: UserNamesById,
): string {
  const updates = changes.filter(isUserUpdate);
  const changed = new Set(updates.flatMap(({ set, clear }) => [...Object.keys(set), ...clear]));
  const told = updates.map((change) => describeChange({ ...change, before: values }, names)).filter(Boolean);
  const equal = requestedAttributes(asked).filter((name) => !changed.has(name));
  return [
    ...(told.length === 0 ? [] : [`: ${told.join('; ')}`]),
    ...(equal.length === 0 ? [] : [`; unchanged: ${equal.join(', ')}`]),
  ].join('');
}

/** Returns "clara.voss is unchanged: title is Designer". */
export function unchangedInWords({ values, id }: User, asked: UserPatch, names: UserNamesById): string {
  const words = requestedAttributes(asked).map((name) => {
    const value = values[name];
    const text = name === 'manager' ? names.get(values.manager ?? '') : undefined;
    return `${name} is ${text ?? (value === undefined ? emptyWord(values, name) : String(value))}`;
  });
  const name = values.userName ?? id;
  return words.length === 0 ? `${name} is unchanged` : `${name} is unchanged: ${words.join(', ')}`;
}

/** Returns the attributes that lose their value: "title (Designer), phone (+49 30 555 0101)". */
export function emptiedInWords(
  { values }: User,
  names: readonly UserAttributeName[],
  called: UserNamesById = new Map(),
): string {
  const told = (name: UserAttributeName) => {
    const value = String(values[name]);
    return name === 'manager' ? (called.get(value) ?? value) : value;
  };
  return names.map((name) => `${name} (${told(name)})`).join(', ');
}

/**
 * Returns what a replacement does to attributes it does not contain: "clears title (Designer); resets
 * timezone (Europe/Berlin → America/Los_Angeles)".
 */
export function lostInWords(user: User, names: readonly UserAttributeName[], called: UserNamesById): string {
  const emptied = names.filter((name) => name !== 'timezone');
  return [
    ...(emptied.length === 0 ? [] : [`clears ${emptiedInWords(user, emptied, called)}`]),
    ...(names.includes('timezone')
      ? [`resets timezone (${user.values.timezone ?? ''} → ${DEFAULT_TIMEZONE})`]
      : []),
  ].join('; ');
}

/**
 * Returns the names of the managers of users, and of the new manager. Looks nothing up if no manager is set.
 */
export async function managerNames(
  context: Context,
  users: readonly User[],
  wanted: User | undefined,
): Promise<UserNamesById> {
  if (wanted === undefined) return new Map();
  const known = new Map<string, User>([[wanted.id, wanted]]);
  for (const user of users) {
    const id = user.values.manager;
    if (id === undefined || known.has(id)) continue;
    const manager = await managerOf(context, user);
    if (manager !== undefined) known.set(id, manager);
  }
  return new Map([...known].map(([id, user]) => [id, personName(user)]));
}

function requestedAttributes({ set, clear }: UserPatch): readonly UserAttributeName[] {
  return USER_ATTRIBUTE_NAMES.filter(
    (name) => name !== 'password' && (set[name] !== undefined || clear.includes(name)),
  );
}
