import { isSameValue } from '../../rules/same-value.ts';
import { isUserId } from '../../rules/user-id.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { keysOf } from '../../values/keys-of.ts';
import type { UserUpdate } from '../plan/change.ts';

type Wanted = Pick<UserUpdate, 'set' | 'clear'>;

/** Whether a user already has every value that a change sets, and none that it clears. */
export function isDone({ set, clear }: Wanted, stored: UserValues): boolean {
  return touchedAttributes(set, clear).every((name) => isSameValue(name, set, stored));
}

/**
 * Describes a value that someone else changed since the plan was made. Undefined if every value is the old or
 * the new one: an interrupted attempt may have made the first of two calls.
 */
export function conflictingEdit({ set, clear, before }: UserUpdate, stored: UserValues): string | undefined {
  const name = touchedAttributes(set, clear).find(
    (one) => !isSameValue(one, before, stored) && !isSameValue(one, set, stored),
  );
  if (name === undefined) return undefined;
  const words = (value: string | boolean | undefined) =>
    value === undefined || value === '' ? 'empty' : JSON.stringify(value);
  return `${name} is ${words(stored[name])}, the plan expected ${words(before[name])}`;
}

/** Attributes that a read cannot confirm: never returned, or returned late (SCIM §2.1, §4.3 rule 8). */
const NOT_CONFIRMED: readonly UserAttributeName[] = ['password', 'profileUrl', 'photo'];

/**
 * Returns the attributes whose value in the response differs from the one sent, in the order of the attribute
 * table.
 */
export function unstoredAttributes({ set, clear }: Wanted, stored: UserValues): readonly UserAttributeName[] {
  const isLost = (name: UserAttributeName) => {
    if (NOT_CONFIRMED.includes(name)) return false;
    // Only the service knows all rules that derive a name from an address (SCIM §2.1).
    if (name === 'userName' && set.userName?.includes('@') === true) return false;
    // The userName of the same request takes precedence over the nickname (SCIM §4.3 rule 4).
    if (name === 'nickName' && set.userName !== undefined) return false;
    // An empty display name is filled from the userName (SCIM §2.1).
    if (name === 'displayName' && set.displayName === undefined) return false;
    // A manager may be given by userName or email and is returned by ID (SCIM §4.3 rule 12).
    if (name === 'manager' && set.manager !== undefined && !isUserId(set.manager))
      return stored.manager === undefined;
    return !isSameValue(name, set, stored);
  };
  // Almost always everything is kept. Then the order does not matter, and the slower loop over the attribute
  // table is skipped.
  const given = keysOf(set);
  const mayBeLost = clear.some(isLost) || given.some((name) => set[name] !== undefined && isLost(name));
  return mayBeLost ? touchedAttributes(set, clear).filter(isLost) : [];
}

/** Returns the values that differ between two states of a user, before and after. */
export function differences(
  before: UserValues,
  after: UserValues,
): { readonly before: UserValues; readonly after: UserValues } {
  const names = USER_ATTRIBUTE_NAMES.filter(
    (name) => !NOT_CONFIRMED.includes(name) && !isSameValue(name, before, after),
  );
  const pick = (values: UserValues): UserValues =>
    Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
  return { before: pick(before), after: pick(after) };
}

function touchedAttributes(
  set: UserValues,
  clear: readonly UserAttributeName[],
): readonly UserAttributeName[] {
  return USER_ATTRIBUTE_NAMES.filter((name) => set[name] !== undefined || clear.includes(name));
}
