import fc from 'fast-check';
import type { StoredGroup, StoredUser } from '../../src/sandbox/organization-data.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { group, idOf } from './organization-world.ts';
import { NAMES, people } from './people-arbitraries.ts';

/** The content of an organization. */
export interface MovedWorld {
  readonly users: readonly StoredUser[];
  readonly groups: readonly StoredGroup[];
}

/**
 * Some of the users, with separate IDs. If all users are present, addresses and names may be swapped;
 * otherwise a missing user might keep a swapped address.
 */
export const organization = (prefix: string, mayExchange = false): fc.Arbitrary<MovedWorld> =>
  fc
    .record({
      everybody: people,
      present: fc.oneof(fc.subarray([...NAMES]), fc.constant([...NAMES])),
      exchanged: fc.shuffledSubarray([...NAMES], { minLength: NAMES.length }),
      isExchanged: fc.boolean(),
      groups: fc.uniqueArray(
        fc.record({
          displayName: fc.constantFrom('Ops', 'ops', 'Quay', 'Dock'),
          members: fc.subarray([...NAMES]),
        }),
        { selector: ({ displayName }) => displayName.toLowerCase() },
      ),
    })
    .map(({ everybody, present, exchanged, isExchanged: isWanted, groups }) => {
      const isExchanged = mayExchange && isWanted && present.length === NAMES.length;
      const own = (name: string) => `${prefix}${idOf(name)}`;
      const isPresent = (name: string) => present.some((known) => known === name);
      const users = everybody
        .filter(({ values }) => isPresent(values.userName))
        .map((user): StoredUser => {
          const { manager, ...values } = user.values;
          const name = isExchanged
            ? (exchanged[NAMES.indexOf(values.userName as (typeof NAMES)[number])] ?? '')
            : values.userName;
          const boss = NAMES.find((known) => idOf(known) === manager && isPresent(known));
          const more: UserValues = {
            employeeNumber: `number of ${values.userName}`,
            ...(boss === undefined ? {} : { manager: own(boss) }),
          };
          return {
            ...user,
            id: own(values.userName),
            values: { ...values, ...more, userName: name, email: `${name}@example.com` },
          };
        });
      // Deactivated users cannot join a group, so no group has one.
      const isActive = (name: string) => users.some(({ id, values }) => id === own(name) && values.active);
      return {
        users,
        groups: groups.map(({ displayName, members }, index) =>
          group([], { id: `S${prefix}${index}`, displayName, members: members.filter(isActive).map(own) }),
        ),
      };
    });
