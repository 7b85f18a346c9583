import { copyOf, userRecord } from '../../../src/migration/compare/copy-builder.ts';
import type { OrganizationCopy } from '../../../src/migration/compare/organization-copy.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';

/** Builds an organization from users by ID and groups by ID, each group with its name and member IDs. */
export function organization(
  name: string,
  people: Readonly<Record<string, UserValues>>,
  groups: Readonly<Record<string, readonly [name: string, ...members: readonly string[]]>> = {},
): OrganizationCopy {
  return copyOf(
    name,
    Object.entries(people).map(([id, values]) => userRecord(id, values, {})),
    Object.entries(groups).map(([id, [displayName, ...members]]) => ({ id, displayName, members })),
  );
}

/** Builds this many users, numbered from 1 in their IDs and values. */
export function crowd(
  prefix: string,
  count: number,
  valuesOf: (number: number) => UserValues,
): Readonly<Record<string, UserValues>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${index + 1}`, valuesOf(index + 1)]),
  );
}
