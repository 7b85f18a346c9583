import { addressesOf } from '../rules/email-address.ts';
import type { ValuesOf } from '../rules/filter.ts';
import type { User } from './user.ts';

/** Returns the values of a user that a filter compares (SCIM §4.5; assumption `filter-attributes`). */
export function filterValuesOf({ id, values, resource }: User): ValuesOf {
  const addresses = addressesOf(values);
  const seen: Readonly<Record<string, readonly (string | undefined)[]>> = {
    id: [id],
    username: [values.userName],
    nickname: [values.nickName],
    email: addresses,
    emails: addresses,
    'emails.value': addresses,
    restricted: [String(values.guest === true)],
    ultra_restricted: [String(values.guest === undefined)],
    active: [String(values.active)],
    displayname: [values.displayName],
    title: [values.title],
    usertype: [values.userType],
    externalid: [typeof resource['externalId'] === 'string' ? resource['externalId'] : undefined],
    'name.givenname': [values.givenName],
    'name.familyname': [values.familyName],
  };
  return (attribute) => (seen[attribute] ?? []).filter((value) => value !== undefined);
}
