import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { readScope } from '../../../src/migration/compare/compare-scope.ts';
import { copyOf, userRecord } from '../../../src/migration/compare/copy-builder.ts';
import type { Difference } from '../../../src/migration/compare/difference.ts';
import {
  JOIN_KEYS,
  type OrganizationCopy,
  unpackValues,
  valuesOf,
} from '../../../src/migration/compare/organization-copy.ts';
import type { UserValues } from '../../../src/spec/user-attributes.ts';
import { groupId, userId } from '../../../src/values/ids.ts';

/** Few different values, so that several users often share a key. */
const values: fc.Arbitrary<UserValues> = fc
  .record(
    {
      employeeNumber: fc.constantFrom('1', '2', '3', '4', ''),
      email: fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example', 'A@x.example'),
      userName: fc.constantFrom('ann', 'bob', 'cat', 'Cat'),
      displayName: fc.string({ unit: fc.constantFrom('É', 'É', '\u001f', '\\', 's', 'a'), maxLength: 4 }),
      active: fc.boolean(),
      guest: fc.boolean(),
      timezone: fc.constantFrom('', 'America/Los_Angeles', 'Europe/Rome'),
    },
    { requiredKeys: ['active'] },
  )
  .map((one) => ({ ...one }));

const organization = (prefix: string): fc.Arbitrary<OrganizationCopy> =>
  fc
    .record({
      people: fc.array(fc.tuple(values, fc.option(fc.nat(7), { nil: undefined })), { maxLength: 8 }),
      groups: fc.array(
        fc.record({
          displayName: fc.constantFrom('Ops', 'ops', 'Quay', 'Quay '),
          members: fc.uniqueArray(fc.nat(8)),
        }),
        { maxLength: 4 },
      ),
    })
    .map(({ people, groups }) =>
      copyOf(
        prefix,
        people.map(([own, manager], index) =>
          userRecord(
            `${prefix}${index}`,
            { ...own, ...(manager === undefined ? {} : { manager: `${prefix}${manager}` }) },
            {},
          ),
        ),
        groups.map((group, index) => ({
          id: `S${prefix}${index}`,
          displayName: group.displayName,
          members: group.members.filter((at) => at < people.length).map((at) => `${prefix}${at}`),
        })),
      ),
    );

const compared = (a: OrganizationCopy, b: OrganizationCopy, map?: ReadonlyMap<string, string>) => [
  ...differencesOf(
    joinOrganizations(a, b, { keys: JOIN_KEYS, ...(map === undefined ? {} : { map }) }),
    readScope(),
  ),
];

/** A difference without the texts that depend on which side is A. */
const about = ({ found, subject, a, b, attribute = '' }: Difference) =>
  [found, subject, a.toSorted().join(' '), b.toSorted().join(' '), attribute].join('|');
const turned = (difference: Difference): Difference => {
  const { found, a, b } = difference;
  const mirrored = { onlyInA: 'onlyInB', onlyInB: 'onlyInA', different: found, ambiguous: found } as const;
  return { ...difference, found: mirrored[found], a: b, b: a };
};

describe('compare of random organizations', () => {
  it('reports the mirrored differences if A and B are swapped', () => {
    fc.assert(
      fc.property(organization('U'), organization('W'), (a, b) => {
        expect(compared(b, a).map(turned).map(about).sort()).toEqual(compared(a, b).map(about).sort());
      }),
      { numRuns: 500 },
    );
  });

  it('finds no difference between an organization and its copy with other IDs and a map', () => {
    fc.assert(
      fc.property(organization('U'), (a) => {
        const renamed = (id: string) => id.replace(/^(S?)U/, '$1W');
        const people = a.people.map((person) => ({
          ...person,
          id: userId(renamed(person.id)),
          manager: person.manager.replace(/^U(\d)$/, (id, at) =>
            Number(at) < a.people.length ? renamed(id) : id,
          ),
        }));
        const b = { ...a, people, groups: a.groups.map((one) => ({ ...one, id: groupId(renamed(one.id)) })) };
        const ids = [...a.people, ...a.groups].map(({ id }) => [id, renamed(id)] as const);
        expect(compared(a, b, new Map(ids))).toEqual([]);
      }),
    );
  });

  it('keeps every value of a user', () => {
    fc.assert(
      fc.property(values, (own) => {
        const person = userRecord('U1', own, {});
        const present = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
        expect(valuesOf(person)).toEqual(present);
        expect(unpackValues(person).join('')).toBe(
          [...JOIN_KEYS, 'givenName'].map((name) => own[name as keyof UserValues] ?? '').join('') +
            unpackValues(person).slice(4).join(''),
        );
      }),
    );
  });
});
