import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, joinOrganizations } from '../../../src/migration/compare/compare-organizations.ts';
import { readScope } from '../../../src/migration/compare/compare-scope.ts';
import { JOIN_KEYS, type OrganizationCopy } from '../../../src/migration/compare/organization-copy.ts';
import { copySnapshot } from '../../../src/migration/move/copy-snapshot.ts';
import { planMove } from '../../../src/migration/move/plan-move.ts';
import { type BulkWorld, bulkWorld } from '../../support/bulk-world.ts';
import { organization } from '../../support/moved-organizations.ts';
import { runsOf } from '../../support/number-of-runs.ts';
import { VERSIONS } from '../../support/test-sandbox.ts';

/** `npm run test:long` runs the full number. */
const RUNS = runsOf(30);
/** A manager or a member may have to be created first. */
const MOST_ROUNDS = 3;

async function copied(world: BulkWorld, name: string): Promise<OrganizationCopy> {
  return copySnapshot(await world.snapshot(), await world.groups(), { name });
}

async function planned(a: OrganizationCopy, world: BulkWorld, prune: boolean) {
  const snapshot = await world.snapshot();
  const groups = await world.groups();
  const b = copySnapshot(snapshot, groups, { name: 'b' });
  const joined = joinOrganizations(a, b, { keys: JOIN_KEYS });
  return planMove({ joined, snapshot, isMeant: () => true }, groups, prune);
}

/** The remaining differences. Deactivated users that only B has remain, because SCIM cannot delete users. */
async function different(a: OrganizationCopy, world: BulkWorld, ...ignored: readonly string[]) {
  const joined = joinOrganizations(a, await copied(world, 'b'), { keys: JOIN_KEYS });
  return [...differencesOf(joined, readScope([], ['leavers', ...ignored]))];
}

const cuts = fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 3 });

describe('move of random organizations', () => {
  it('leaves no difference, despite power cuts', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(
        organization('A', true),
        organization('B'),
        fc.constantFrom(...VERSIONS),
        cuts,
        async (worldA, worldB, version, powerCuts) => {
          const a = await copied(await bulkWorld({ ...worldA, version }), 'a');
          const world = await bulkWorld({ ...worldB, version });
          for (let round = 1; round <= MOST_ROUNDS; round += 1) {
            const { changes, rejects } = await planned(a, world, true);
            expect(rejects).toEqual([]);
            if (changes.length === 0) break;
            changed += changes.length;
            const run = world.begin(changes);
            const { outcomes } = await world.complete(run, round === 1 ? powerCuts : []);
            expect([...outcomes.values()].filter(({ state }) => state === 'failed')).toEqual([]);
          }
          expect(await different(a, world)).toEqual([]);
          expect(await planned(a, world, true)).toMatchObject({
            changes: [],
            waiting: { managers: new Set(), members: new Set() },
          });
        },
      ),
      { numRuns: RUNS },
    );
    expect(changed).toBeGreaterThan(RUNS);
  });

  it('undo restores B, despite power cuts', async () => {
    await fc.assert(
      fc.asyncProperty(
        organization('A'),
        organization('B'),
        fc.constantFrom(...VERSIONS),
        cuts,
        async (worldA, worldB, version, powerCuts) => {
          const a = await copied(await bulkWorld({ ...worldA, version }), 'a');
          const world = await bulkWorld({ ...worldB, version });
          const before = await copied(world, 'before');
          const { changes } = await planned(a, world, false);
          const run = world.begin(changes);
          await world.complete(run);
          const undo = await world.planUndo(run);
          expect(undo.kept.filter(({ code }) => code !== 'cannot_be_undone')).toEqual([]);
          await world.complete(world.begin(undo.changes), powerCuts);
          expect(await different(before, world)).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
