import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/bulk/plan/snapshot.ts';
import { bulkWorld } from '../support/bulk-world.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { idOf } from '../support/organization-world.ts';
import { NAMES, people, peopleFile } from '../support/people-arbitraries.ts';
import { planAfterRead } from '../support/plan-after-read.ts';
import { patchOp, VERSIONS } from '../support/test-sandbox.ts';

/** The full number of runs is in `npm run test:long`. */
const RUNS = runsOf(30);

const cuts = fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 4 });

describe('resume and undo', () => {
  it('restore the state before a run despite power cuts in both', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(
        people,
        peopleFile,
        fc.constantFrom(...VERSIONS),
        cuts,
        cuts,
        async (users, csv, version, applyCuts, undoCuts) => {
          const world = await bulkWorld({ users, version });
          const before = await world.snapshot();
          const run = world.begin(await planAfterRead(world, csv));
          const applied = await world.complete(run, applyCuts);
          expect([...applied.outcomes.values()].filter(({ state }) => state === 'failed')).toEqual([]);
          expect(await planAfterRead(world, csv)).toEqual([]);
          changed += run.changes.length;

          const undo = await world.planUndo(run);
          expect(undo.kept.filter(({ code }) => code !== 'cannot_be_undone')).toEqual([]);
          const back = world.begin(undo.changes);
          const undone = await world.complete(back, undoCuts);
          expect([...undone.outcomes.values()].filter(({ state }) => state === 'failed')).toEqual([]);
          expectAsBefore(await world.snapshot(), before);
          expect((await world.planUndo(run)).changes).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
    expect(changed).toBeGreaterThan(RUNS);
  });

  it('restore the state before a run that was interrupted and never resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        people,
        peopleFile,
        fc.constantFrom(...VERSIONS),
        fc.integer({ min: 1, max: 40 }),
        async (users, csv, version, cut) => {
          const world = await bulkWorld({ users, version });
          const before = await world.snapshot();
          const run = world.begin(await planAfterRead(world, csv));
          await world.complete(run, []).catch(() => undefined);
          const stopped = world.begin(run.changes);
          stopped.records.push(...run.records.slice(0, cut));
          const undo = await world.planUndo(stopped);
          await world.complete(world.begin(undo.changes));
          const whole = await world.planUndo(run);
          await world.complete(world.begin(whole.changes));
          expectAsBefore(await world.snapshot(), before);
        },
      ),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });

  it('never overwrite values that another admin changed since', async () => {
    const edits = fc.array(
      fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('title', 'displayName', 'userType', 'timezone')),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(people, peopleFile, edits, async (users, csv, foreign) => {
        const world = await bulkWorld({ users, version: '2.0' });
        const before = await world.snapshot();
        const run = world.begin(await planAfterRead(world, csv));
        await world.complete(run);
        for (const [name, attribute] of foreign) {
          const operation = { op: 'replace', path: attribute, value: 'Foreign' };
          await world.service.patch(`/Users/${idOf(name)}`, patchOp(operation));
        }
        const undo = await world.planUndo(run);
        await world.complete(world.begin(undo.changes));
        const after = await world.snapshot();
        const expected = new Map([...before.users].map(([id, user]) => [id, { ...user.values }]));
        for (const [name, attribute] of foreign) {
          const values = expected.get(idOf(name));
          if (values !== undefined) values[attribute as 'title'] = 'Foreign';
        }
        for (const [id, values] of expected) expect(after.users.get(id)?.values).toEqual(values);
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});

/** Existing users are as before; created users are deactivated. */
function expectAsBefore(after: Snapshot, before: Snapshot): void {
  for (const [id, { values }] of after.users) {
    const old = before.users.get(id);
    if (old === undefined) expect(values.active).toBe(false);
    else expect(values).toEqual(old.values);
  }
}
