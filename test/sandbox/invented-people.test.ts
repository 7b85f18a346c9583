import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inventedOrganization, type LiveGroup, type LiveUser } from '../../src/sandbox/invented-people.ts';
import {
  USER_ATTRIBUTE_NAMES,
  type UserAttributeName,
  type UserValues,
} from '../../src/spec/user-attributes.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const TEXTS = USER_ATTRIBUTE_NAMES.filter((name) => name !== 'active' && name !== 'guest');

/** A text that identifies one attribute of one user. */
function canary(name: UserAttributeName, person: number): string {
  if (name === 'startDate') return `1999-${String((person % 12) + 1).padStart(2, '0')}-30`;
  if (name === 'guestExpiration') return `2031-${String((person % 12) + 1).padStart(2, '0')}-30T07:07:07Z`;
  return `qanary ${name} ${person}`;
}

interface Shape {
  readonly names: readonly UserAttributeName[];
  readonly active: boolean;
  readonly guest: boolean | undefined;
  readonly department: number;
  readonly manager: number | undefined;
}

const shapes = fc.array(
  fc.record<Shape>({
    names: fc.subarray([...TEXTS]),
    active: fc.boolean(),
    guest: fc.constantFrom(true, false, undefined),
    department: fc.nat(3),
    manager: fc.option(fc.nat(12), { nil: undefined }),
  }),
  { maxLength: 12 },
);
const memberLists = fc.array(fc.array(fc.nat(12), { maxLength: 8 }), { maxLength: 5 });

const idOf = (person: number) => `W0LIVE${String(person).padStart(3, '0')}`;

function liveUsers(people: readonly Shape[]): readonly LiveUser[] {
  return people.map(({ names, active, guest, department, manager }, person) => {
    const values: UserValues = { active, ...(guest === undefined ? {} : { guest }) };
    for (const name of names) if (name !== 'active' && name !== 'guest') values[name] = canary(name, person);
    if (names.includes('department')) values.department = `qanary department ${department}`;
    if (manager === undefined) delete values.manager;
    else values.manager = idOf(manager);
    return { id: idOf(person), values };
  });
}

const liveGroups = (lists: readonly (readonly number[])[]): readonly LiveGroup[] =>
  lists.map((members, index) => ({
    displayName: `qanary group ${index}`,
    members: [...new Set(members)].map(idOf),
  }));

const own = (name: string) =>
  name === 'userName' || name === 'nickName' || name === 'manager' || name === 'password';

describe('generated organization in the shape of a live one', () => {
  it('contains no text of a real user, in any attribute', () => {
    fc.assert(
      fc.property(shapes, memberLists, fc.integer(), (people, lists, seed) => {
        const users = liveUsers(people);
        const result = JSON.stringify(inventedOrganization(users, liveGroups(lists), seed, NOW));
        expect(result).not.toMatch(/qanary|W0LIVE|1999-\d\d-30|07:07:07/i);
      }),
      { numRuns: 100 },
    );
  });

  it('contains no value of the live organization, even if its values look generated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), fc.integer(), (count, seed) => {
        const users = Array.from(
          { length: count },
          (_, person): LiveUser => ({
            id: idOf(person),
            values: Object.fromEntries(TEXTS.map((name) => [name, canary(name, person)])) as UserValues,
          }),
        );
        const first = inventedOrganization(users, [], seed, NOW).seed.users;
        // The first result now serves as the live organization, whose values must not appear.
        const again = first.map(({ values }, person): LiveUser => ({ id: idOf(person), values }));
        const texts = new Set(
          first.flatMap(({ values }) => Object.values(values)).filter((value) => typeof value === 'string'),
        );
        for (const { values } of inventedOrganization(again, [], seed, NOW).seed.users)
          for (const value of Object.values(values)) expect(texts).not.toContain(value);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps counts, states, guests, set attributes, managers and group sizes', () => {
    fc.assert(
      fc.property(shapes, memberLists, fc.integer(), (people, lists, seed) => {
        const users = liveUsers(people);
        const groups = liveGroups(lists);
        const { seed: made, unknown } = inventedOrganization(users, groups, seed, NOW);
        expect(made.users.length).toBe(users.length);
        expect(new Set(made.users.map(({ values }) => values.userName)).size).toBe(users.length);
        // The generated users are in the order of the live IDs.
        const nameOf = new Map(users.map(({ id }, index) => [id, made.users[index]?.values.userName]));
        users.forEach(({ values }, index) => {
          const invented: UserValues = made.users[index]?.values ?? {};
          expect([invented.active, invented.guest]).toEqual([values.active, values.guest]);
          const filled = (all: UserValues) =>
            Object.keys(all)
              .filter((name) => !own(name))
              .sort();
          expect(filled(invented)).toEqual(filled(values));
          expect(invented.manager).toBe(nameOf.get(values.manager ?? ''));
        });
        const known = (members: readonly string[]) => members.filter((id) => nameOf.has(id));
        expect(made.groups.map(({ members }) => members)).toEqual(
          groups.map(({ members }) => known(members).map((id) => nameOf.get(id))),
        );
        expect(new Set(made.groups.map(({ displayName }) => displayName)).size).toBe(groups.length);
        expect(unknown.members).toBe(
          groups.reduce((sum, { members }) => sum + members.length - known(members).length, 0),
        );
        // Two users share a department exactly if they shared one before.
        for (const one of users.keys())
          for (const other of users.keys())
            expect(made.users[one]?.values.department === made.users[other]?.values.department).toBe(
              users[one]?.values.department === users[other]?.values.department,
            );
      }),
      { numRuns: 60 },
    );
  });

  it('is the same for the same seed in any order of users, and different for another seed', () => {
    const users = liveUsers(
      [0, 1, 2, 3].map((department) => ({
        names: TEXTS,
        active: true,
        guest: false,
        department,
        manager: 0,
      })),
    );
    const make = (seed: number, list: readonly LiveUser[]) =>
      JSON.stringify(inventedOrganization(list, liveGroups([[0, 1]]), seed, NOW));
    expect(make(7, [...users].reverse())).toBe(make(7, users));
    expect(make(8, users)).not.toBe(make(7, users));
  });

  it('invents no userName that the service would cut: its number would be lost', () => {
    const users = Array.from(
      { length: 30_000 },
      (_, index): LiveUser => ({ id: idOf(index), values: { userName: `person${index}` } }),
    );
    const names = inventedOrganization(users, [], 1, NOW).seed.users.map(({ values }) => values.userName);
    expect(names.filter((name) => name.length > 21)).toEqual([]);
    expect(new Set(names).size).toBe(users.length);
  });

  it('keeps an expiration before or after the current time', () => {
    const user = (guestExpiration: string): LiveUser => ({
      id: idOf(1),
      values: { userName: 'x', guestExpiration },
    });
    const made = (text: string) =>
      Date.parse(inventedOrganization([user(text)], [], 1, NOW).seed.users[0]?.values.guestExpiration ?? '');
    expect(made('2026-03-01T12:00:01Z')).toBeGreaterThan(NOW);
    expect(made('2026-03-01T11:59:59Z')).toBeLessThan(NOW);
  });
});
