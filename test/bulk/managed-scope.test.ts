import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { isManaged } from '../../src/bulk/input/group-rules.ts';
import type { Change } from '../../src/bulk/plan/change.ts';
import { groupSnapshotOf } from '../../src/bulk/plan/group-snapshot.ts';
import { planInput } from '../../src/bulk/plan/plan-input.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { groupId, userId } from '../../src/values/ids.ts';

/** The members of each group after the changes. */
function groupsAfter(
  before: Readonly<Record<string, readonly string[]>>,
  changes: readonly Change[],
): ReadonlyMap<string, Set<string>> {
  const after = new Map(Object.entries(before).map(([name, members]) => [name, new Set(members)]));
  for (const change of changes) {
    if (change.kind === 'createGroup') after.set(change.name, new Set());
    if (change.kind === 'addMembers')
      for (const { name } of change.members) after.get(change.name)?.add(name);
    if (change.kind === 'removeMembers')
      for (const { name } of change.members) after.get(change.name)?.delete(name);
  }
  return after;
}

describe('scope of managed groups', () => {
  it.each([
    ['dept-*', 'dept-sales', true],
    ['dept-*', 'DEPT-', true],
    ['dept-*', 'my dept-sales', false],
    ['All staff', 'all staff ', true],
    ['All staff', 'All staff 2', false],
    ['*-eu', 'sales-eu', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['ab*ba', 'aba', false],
    ['*', 'anything', true],
  ])('pattern %s matches "%s": %s', (pattern, name, expected) => {
    expect(isManaged([pattern], name)).toBe(expected);
  });

  it('is exact inside, and nothing outside changes, whatever the state before', () => {
    const people = ['a', 'b', 'c', 'd', 'e'];
    const names = ['dept-1', 'dept-2', 'dept-3', 'IT', 'All staff'];
    const memberships = fc.dictionary(fc.constantFrom(...names), fc.subarray(people));
    const wanted = fc.dictionary(
      fc.constantFrom(...people),
      fc.subarray(['dept-1', 'dept-2', 'dept-4', 'All staff']),
    );
    fc.assert(
      fc.property(memberships, wanted, fc.boolean(), (before, managedOf, isPartial) => {
        const snapshot = snapshotOf(
          people.map((name) => ({
            id: userId(`U${name}`),
            values: { userName: name, email: `${name}@x.example`, active: true },
          })),
        );
        const groups = groupSnapshotOf(
          Object.entries(before).map(([displayName, members]) => ({
            id: groupId(`S${displayName}`),
            displayName,
            members: new Set(members.map((name) => userId(`U${name}`))),
          })),
        );
        const rows = Object.entries(managedOf).map(
          ([name, managed], index): DesiredUser => ({
            line: index + 2,
            set: { email: `${name}@x.example` },
            clear: [],
            managed,
          }),
        );
        const scope = { manage: ['dept-*', 'all staff'], rename: [], isPartial };
        const { changes, issues } = planInput({ rows, memberships: [] }, snapshot, groups, {
          mode: 'upsert',
          aims: {},
          file: 'x.csv',
          managed: scope,
        });
        expect(issues).toEqual([]);
        const after = groupsAfter(before, changes);
        for (const [name, members] of after) {
          for (const person of people) {
            const isKept = name === 'IT' || (isPartial && managedOf[person] === undefined);
            const wantedIn = isKept
              ? before[name]
              : [managedOf[person]?.includes(name) === true ? person : ''];
            expect([name, person, members.has(person)]).toEqual([
              name,
              person,
              wantedIn?.includes(person) === true,
            ]);
          }
        }
      }),
    );
  });
});
