import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { readScope } from '../../../src/migration/compare/compare-scope.ts';
import type { CopyOptions } from '../../../src/migration/compare/copy-builder.ts';
import type { Difference } from '../../../src/migration/compare/difference.ts';
import {
  isCompared,
  JOIN_KEYS,
  type OrganizationCopy,
  personName,
} from '../../../src/migration/compare/organization-copy.ts';
import { createDomainRenamer } from '../../../src/migration/compare/rename-domains.ts';
import { copySnapshot } from '../../../src/migration/move/copy-snapshot.ts';
import { planMove } from '../../../src/migration/move/plan-move.ts';
import type { StoredUser } from '../../../src/sandbox/organization-data.ts';
import { userId } from '../../../src/values/ids.ts';
import { type BulkWorld, bulkWorld, type WorldRun } from '../../support/bulk-world.ts';
import { type MovedWorld, organization } from '../../support/moved-organizations.ts';
import { runsOf } from '../../support/number-of-runs.ts';
import { account, idOf } from '../../support/organization-world.ts';
import { NAMES } from '../../support/people-arbitraries.ts';
import { VERSIONS } from '../../support/test-sandbox.ts';

/** `npm run test:long` runs the full number. */
const RUNS = runsOf(30);
/** A manager or a member may have to be created first, and an address may have to be given up first. */
const MOST_ROUNDS = 4;

/** All options of a move. */
interface Plan {
  /** Whether the addresses of A are in a different domain. */
  readonly isRenamed: boolean;
  /** Users whose keys all differ in B, so that only a map identifies them. */
  readonly mapped: readonly string[];
  /** Users whose address or userName belongs to another user in B. */
  readonly takenEmails: readonly string[];
  readonly takenNames: readonly string[];
  /** `--where` and `--except`, which select by the length of title and locale. */
  readonly hasWhere: boolean;
  readonly hasExcept: boolean;
  /** The waves, in the order in which they are applied. */
  readonly waves: readonly number[];
}

const someNames = fc.oneof(fc.constant<string[]>([]), fc.subarray<string>([...NAMES], { minLength: 3 }));
const anyPlan: fc.Arbitrary<Plan> = fc.record({
  isRenamed: fc.boolean(),
  mapped: someNames,
  takenEmails: someNames,
  takenNames: someNames,
  hasWhere: fc.boolean(),
  hasExcept: fc.boolean(),
  waves: fc
    .integer({ min: 0, max: 3 })
    .chain((count) => fc.shuffledSubarray([0, 1, 2].slice(0, count), { minLength: count })),
});
const cuts = fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 3 });

function asInA(world: MovedWorld, { isRenamed }: Plan): MovedWorld {
  if (!isRenamed) return world;
  const users = world.users.map((user) => {
    const email = String(user.values.email).replace('example.com', 'old.example');
    return { ...user, values: { ...user.values, email } };
  });
  return { ...world, users };
}

/** Changes the keys of the mapped users in B and adds users who have their addresses and userNames. */
function asInB(world: MovedWorld, { mapped, takenEmails, takenNames }: Plan): MovedWorld {
  const isThere = (name: string) =>
    world.users.some(({ values }) => values.userName === name && !mapped.includes(name));
  const users = world.users.map((user): StoredUser => {
    const { userName = '' } = user.values;
    if (!mapped.includes(userName)) return user;
    const keys = {
      userName: `m.${userName}`,
      email: `m.${userName}@example.com`,
      employeeNumber: `m ${userName}`,
    };
    return { ...user, values: { ...user.values, ...keys } };
  });
  const emails = takenEmails.filter((name) => !isThere(name));
  const names = takenNames.filter((name) => !isThere(name));
  const strangers = [
    ...emails.map((name) =>
      account(`e.${name}`, { email: `${name}@example.com`, employeeNumber: `stranger e ${name}` }),
    ),
    ...names.map((name) =>
      account(`n.${name}`, {
        userName: name,
        email: `n.${name}@example.com`,
        employeeNumber: `stranger n ${name}`,
      }),
    ),
  ];
  return { ...world, users: [...users, ...strangers] };
}

const choiceOf = ({ hasWhere, hasExcept }: Plan): Omit<CopyOptions, 'name'> => ({
  ...(hasWhere ? { isSelected: (_, values) => String(values.title ?? '').length % 2 === 0 } : {}),
  ...(hasExcept ? { isExcluded: (_, values) => String(values.locale ?? '').length % 3 === 1 } : {}),
});

class Move {
  readonly runs: WorldRun[] = [];
  private readonly a: OrganizationCopy;
  private readonly world: BulkWorld;
  private readonly plan: Plan;
  private readonly map: ReadonlyMap<string, string>;

  constructor(a: OrganizationCopy, world: BulkWorld, plan: Plan) {
    this.a = a;
    this.world = world;
    this.plan = plan;
    this.map = new Map(plan.mapped.map((name) => [`A${idOf(name)}`, `B${idOf(name)}`]));
  }

  async planned(wave?: number) {
    const [snapshot, groups] = [await this.world.snapshot(), await this.world.groups()];
    const b = copySnapshot(snapshot, groups, { name: 'b', ...choiceOf(this.plan) });
    const joined = joinOrganizations(this.a, b, { keys: JOIN_KEYS, map: this.map });
    const meant = (position: number) => {
      const person = this.a.people[position];
      if (person === undefined || !isCompared(person, b.people[joined.people.toB[position] ?? -1]))
        return false;
      return wave === undefined || position % this.plan.waves.length === wave;
    };
    return { joined, ...planMove({ joined, snapshot, isMeant: meant }, groups, false) };
  }

  /** Applies the remaining differences. @returns the number of changes */
  async apply(wave: number | undefined, powerCuts: readonly number[]): Promise<number> {
    const { changes } = await this.planned(wave);
    if (changes.length === 0) return 0;
    const run = this.world.begin(changes);
    this.runs.push(run);
    const { outcomes } = await this.world.complete(run, powerCuts);
    expect([...outcomes.values()].filter(({ state }) => state === 'failed')).toEqual([]);
    return changes.length;
  }

  /** The remaining differences, except for those with a rejected user or a manager who is not moved. */
  async left(): Promise<readonly Difference[]> {
    const { joined, rejects } = await this.planned();
    // A reject of a userName contains the address instead.
    const names = new Map(joined.a.people.map((person) => [person.id, personName(person)]));
    const refused = new Set(rejects.map(({ id, name }) => names.get(userId(id)) ?? name));
    const isHere = new Set(joined.a.people.filter((_, at) => joined.people.toB[at] !== -1).map(personName));
    const scope = readScope([], ['only-in-b', 'leavers']);
    return [...differencesOf(joined, scope)].filter(({ found, name, attribute, valueInA = '' }) => {
      if (found === 'ambiguous') return refused.size === 0;
      if (attribute === 'members') return !refused.has(valueInA);
      if (attribute === 'manager') return isHere.has(valueInA) && !refused.has(name);
      return !refused.has(name);
    });
  }
}

describe('move with random options', () => {
  it('leaves no difference that it should move, and undo restores B, despite power cuts', async () => {
    const seen = { changed: 0, refused: 0, waves: 0 };
    await fc.assert(
      fc.asyncProperty(
        organization('A'),
        organization('B'),
        anyPlan,
        fc.constantFrom(...VERSIONS),
        cuts,
        cuts,
        async (worldA, worldB, plan, version, powerCuts, cutsOfUndo) => {
          const translate = plan.isRenamed
            ? createDomainRenamer(new Map([['old.example', 'example.com']]))
            : undefined;
          const first = await bulkWorld({ ...asInA(worldA, plan), version });
          const options = { name: 'a', ...choiceOf(plan), translate };
          const a = copySnapshot(await first.snapshot(), await first.groups(), options);
          const world = await bulkWorld({ ...asInB(worldB, plan), version });
          const before = copySnapshot(await world.snapshot(), await world.groups(), { name: 'before' });
          const move = new Move(a, world, plan);

          for (const wave of plan.waves) seen.waves += await move.apply(wave, powerCuts);
          for (let round = 1; round <= MOST_ROUNDS; round += 1) {
            const changed = await move.apply(undefined, round === 1 ? powerCuts : []);
            seen.changed += changed;
            if (changed === 0) break;
          }
          const { changes, rejects } = await move.planned();
          seen.refused += rejects.length;
          expect(changes).toEqual([]);
          expect(await move.left()).toEqual([]);

          for (const run of move.runs.toReversed()) {
            const undo = await world.planUndo(run);
            expect(undo.kept.filter(({ code }) => code !== 'cannot_be_undone')).toEqual([]);
            await world.complete(world.begin(undo.changes), cutsOfUndo);
          }
          const after = copySnapshot(await world.snapshot(), await world.groups(), { name: 'after' });
          const joined = joinOrganizations(before, after, { keys: JOIN_KEYS });
          expect([...differencesOf(joined, readScope([], ['leavers']))]).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
    // Without any of these the test would prove nothing.
    expect(Math.min(seen.changed, seen.waves, seen.refused)).toBeGreaterThan(0);
  });
});
