import { addressesOf } from '../rules/email-address.ts';
import type { Filter, ValuesOf } from '../rules/filter.ts';
import { FILTER_ATTRIBUTES, OTHER_FILTER_ATTRIBUTES } from '../spec/filter-grammar.ts';
import { ENTERPRISE_STRINGS, PLAIN_STRINGS } from '../spec/scim-schemas.ts';
import { OTHER_EMAIL_NAMES } from '../spec/user-slots.ts';
import { GIVEN_NAME } from './filter-names.ts';
import type { Organization } from './organization.ts';
import type { StoredUser } from './organization-data.ts';

/** In the spelling of `filterNameOf`. A manager is compared by the ID that a read returns. */
const ENTERPRISE_NAMES = [...ENTERPRISE_STRINGS, 'manager', 'manager.managerId', 'manager.value'].map(
  (name) => `enterprise.${name.toLowerCase()}`,
);

/** Attributes allowed in a filter of users, in lower case (SCIM §4.5; assumption `filter-attributes`). */
export const USER_FILTER_ATTRIBUTES: readonly string[] = [
  ...Object.keys(FILTER_ATTRIBUTES),
  ...OTHER_FILTER_ATTRIBUTES,
  'emails.primary',
  'emails.secondary',
  ...ENTERPRISE_NAMES,
];

/** Returns the values of a user that a filter compares. */
export function filterValues(user: StoredUser): ValuesOf {
  return (attribute) => (READERS.get(attribute)?.(user) ?? []).filter((value) => value !== undefined);
}

/**
 * Returns the users that a filter must be evaluated on: those with a certain name or address if the filter
 * requires it, else all users.
 */
export function filterCandidates(
  filter: Filter | undefined,
  organization: Organization,
): Iterable<StoredUser> {
  const found = filter === undefined ? undefined : applyLookup(filter, organization);
  return found ?? organization.users();
}

function applyLookup(filter: Filter, organization: Organization): readonly StoredUser[] | undefined {
  if (filter.kind === 'and') {
    for (const part of filter.parts) {
      const found = applyLookup(part, organization);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  return LOOK_UPS.get(filter.attribute)?.(organization, filter.value);
}

type LookUp = (organization: Organization, value: string) => readonly StoredUser[];

const asList = (user: StoredUser | undefined) => (user === undefined ? [] : [user]);
const byName: LookUp = (organization, value) => asList(organization.userByUserName(value.toLowerCase()));
const byGivenName: LookUp = (organization, value) => organization.usersByGivenName(value);
const byAddress: LookUp = (organization, value) => asList(organization.userByEmail(value));

const LOOK_UPS: ReadonlyMap<string, LookUp> = new Map([
  ['username', byName],
  [GIVEN_NAME, byGivenName],
  ['nickname', byName],
  ['email', byAddress],
  ['emails', byAddress],
  ['emails.value', byAddress],
]);

type Reader = (user: StoredUser) => readonly (string | undefined)[];

const userName: Reader = ({ values }) => [values.userName];
const addresses: Reader = ({ values }) => addressesOf(values);

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['id', ({ id }) => [id]],
  ['username', userName],
  [GIVEN_NAME, ({ userNameFrom }) => [userNameFrom]],
  ['nickname', userName],
  ['email', addresses],
  ['emails', addresses],
  ['emails.value', addresses],
  ['emails.primary', ({ values }) => [values.email]],
  ['emails.secondary', ({ values }) => OTHER_EMAIL_NAMES.map((name) => values[name])],
  ['restricted', ({ values }) => [String(values.guest === true)]],
  ['ultra_restricted', ({ isSingleChannelGuest }) => [String(isSingleChannelGuest === true)]],
  ['active', ({ values }) => [String(values.active)]],
  ['name.givenname', ({ values }) => [values.givenName]],
  ['name.familyname', ({ values }) => [values.familyName]],
  ...ENTERPRISE_STRINGS.map((name): [string, Reader] => [
    `enterprise.${name.toLowerCase()}`,
    ({ values }) => [values[name]],
  ]),
  ...['manager', 'manager.managerid', 'manager.value'].map((name): [string, Reader] => [
    `enterprise.${name}`,
    ({ values }) => [values.manager],
  ]),
  ...PLAIN_STRINGS.map((name): [string, Reader] => [name.toLowerCase(), ({ values }) => [values[name]]]),
]);
