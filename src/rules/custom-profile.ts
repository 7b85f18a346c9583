import {
  USER_ATTRIBUTE_NAMES,
  USER_ATTRIBUTES,
  type UserAttributeName,
  type UserValues,
} from '../spec/user-attributes.ts';

/**
 * Whether writing the attribute creates a custom profile field (SCIM §2.1, second table; assumption
 * `team-profile-fields`).
 */
export function isCustomProfile(name: UserAttributeName): boolean {
  const { part } = USER_ATTRIBUTES[name];
  return part === 'customProfile' || part === 'enterprise' || part === 'profile';
}

/** Returns the names of the given attributes that are shown in custom profile fields. */
export function customProfileNames(values: UserValues): readonly UserAttributeName[] {
  return CUSTOM_PROFILE_NAMES.filter((name) => values[name] !== undefined);
}

const CUSTOM_PROFILE_NAMES = USER_ATTRIBUTE_NAMES.filter(isCustomProfile);
