import type { ValuesOf } from '../rules/filter.ts';
import { FILTER_ATTRIBUTES, OTHER_FILTER_ATTRIBUTES } from '../spec/filter-grammar.ts';
import { PLAIN_STRINGS } from '../spec/scim-schemas.ts';
import type { StoredUser } from './organisation.ts';

/** What a filter of users may name, in lower case (SCIM §4.5; assumption `filter-attributes`). */
export const USER_FILTER_ATTRIBUTES: readonly string[] = [
  ...Object.keys(FILTER_ATTRIBUTES),
  ...OTHER_FILTER_ATTRIBUTES,
];

/** What a filter sees of a user. */
export function filterValues(user: StoredUser): ValuesOf {
  const { values } = user;
  const addresses = [values.email, values.secondaryEmail].filter((address) => address !== undefined);
  const seen: Readonly<Record<string, readonly (string | undefined)[]>> = {
    id: [user.id],
    username: [values.userName],
    nickname: [values.userName],
    email: addresses,
    emails: addresses,
    'emails.value': addresses,
    restricted: [String(values.guest === true)],
    ultra_restricted: [String(user.isSingleChannelGuest === true)],
    active: [String(values.active)],
    'name.givenname': [values.givenName],
    'name.familyname': [values.familyName],
    ...Object.fromEntries(PLAIN_STRINGS.map((name) => [name.toLowerCase(), [values[name]]])),
  };
  return (attribute) => (seen[attribute] ?? []).filter((value) => value !== undefined);
}
