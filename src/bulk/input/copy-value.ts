import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';

/** Copies one value of a user, if it is set. */
export function copyValue(name: UserAttributeName, from: UserValues, to: UserValues): void {
  if (name === 'active' || name === 'guest') {
    const value = from[name];
    if (value !== undefined) to[name] = value;
  } else {
    const value = from[name];
    if (value !== undefined) to[name] = value;
  }
}
