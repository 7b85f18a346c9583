import { isSameValue } from '../../rules/same-value.ts';
import { isUserId } from '../../rules/user-id.ts';
import { USER_ATTRIBUTE_NAMES, type UserAttributeName, type UserValues } from '../../spec/user-attributes.ts';
import { keysOf } from '../../values/keys-of.ts';
import type { UserUpdate } from '../plan/change.ts';

type Wanted = Pick<UserUpdate, 'set' | 'clear'>;

/** Whether a user already has every value that a change sets, and none that it clears. */
export function isDone({ set, clear }: Wanted, stored: UserValues): boolean {
  return touched(set, clear).every((name) => isSameValue(name, set, stored));
}

/**
 * Returns what somebody else changed since the plan was made, in words; undefined when every value is the old
 * or the new one: of two calls an interrupted attempt may have made the first.
 */
export function foreignEdit({ set, clear, before }: UserUpdate, stored: UserValues): string | undefined {
  const name = touched(set, clear).find(
    (one) => !isSameValue(one, before, stored) && !isSameValue(one, set, stored),
  );
  if (name === undefined) return undefined;
  const words = (value: string | boolean | undefined) =>
    value === undefined || value === '' ? 'blank' : JSON.stringify(value);
  return `${name} is ${words(stored[name])}, the plan expected ${words(before[name])}`;
}

/** Values that a read cannot confirm: never shown, or shown late (SCIM §2.1, §4.3 rule 8). */
const NOT_CONFIRMED: readonly UserAttributeName[] = ['password', 'profileUrl', 'photo'];

/**
 * Returns the attributes that were sent and that the answer does not show as sent, in the order of the
 * attribute table.
 */
export function notKept({ set, clear }: Wanted, stored: UserValues): readonly UserAttributeName[] {
  const isLost = (name: UserAttributeName) => {
    if (NOT_CONFIRMED.includes(name)) return false;
    // An address is made a name by rules that only the service knows whole (SCIM §2.1).
    if (name === 'userName' && set.userName?.includes('@') === true) return false;
    // The userName of the same request wins over the nickname (SCIM §4.3 rule 4).
    if (name === 'nickName' && set.userName !== undefined) return false;
    // A blank display name is filled from the userName (SCIM §2.1).
    if (name === 'displayName' && set.displayName === undefined) return false;
    // A manager may be named by userName or e-mail and is answered by ID (SCIM §4.3 rule 12).
    if (name === 'manager' && set.manager !== undefined && !isUserId(set.manager))
      return stored.manager === undefined;
    return !isSameValue(name, set, stored);
  };
  // Nearly always everything is kept: then the order of the table, which takes longer to go through, does not
  // matter.
  const given = keysOf(set);
  const mayBeLost = clear.some(isLost) || given.some((name) => set[name] !== undefined && isLost(name));
  return mayBeLost ? touched(set, clear).filter(isLost) : [];
}

/** Returns the values that differ between two states of a user, as they were and as they are. */
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

function touched(set: UserValues, clear: readonly UserAttributeName[]): readonly UserAttributeName[] {
  return USER_ATTRIBUTE_NAMES.filter((name) => set[name] !== undefined || clear.includes(name));
}
