import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planExactMembers, planMembers } from '../../src/bulk/single/plan-group-writes.ts';
import { groupBody } from '../../src/scim/group-body.ts';
import { getGroup, replaceGroup } from '../../src/scim/groups.ts';
import { groupId, userId } from '../../src/values/ids.ts';
import { account, group } from '../support/organization-world.ts';
import { clientOf, dropRequests, dropResponses, isPatch } from '../support/scim-client-of.ts';
import { membersById, sendChanges } from '../support/send-changes.ts';
import { openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const PEOPLE = Array.from({ length: 12 }, (_, index) => account(`u${index}`));
const people = fc.subarray(PEOPLE.map(({ id }) => id));

/** An operation on the group, the SCIM version it uses, and the responses or requests that are lost. */
const step = fc.record({
  does: fc.constantFrom('add', 'remove', 'set', 'replace'),
  who: people,
  version: fc.constantFrom(...VERSIONS),
  batchSize: fc.integer({ min: 1, max: 13 }),
  losing: fc.constantFrom(dropResponses, dropRequests),
  losses: fc.integer({ min: 0, max: 2 }),
});

it('SCIM §4.6: a group reflects all changes for any version and any lost responses or requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const service = await openTestSandbox({ users: PEOPLE, groups: [group([])] });
      let expected = new Set<string>();
      for (const { does, who, version, batchSize, losing, losses } of steps) {
        const scim = clientOf(service.with({ version }), { faults: [losing(losses, isPatch)] });
        const before = await getGroup(scim, groupId('S1'));
        if (does === 'set') {
          await sendChanges(scim, planExactMembers(before, membersById(who), batchSize));
          expected = new Set(who);
        } else if (does === 'replace') {
          await replaceGroup(scim, groupId('S1'), groupBody('Team', who.map(userId), scim.dialect));
          expected = new Set(who);
        } else {
          const change = { add: [], remove: [], [does]: membersById(who) };
          await sendChanges(scim, planMembers(before, change, batchSize));
          for (const id of who) does === 'add' ? expected.add(id) : expected.delete(id);
        }
        const after = await getGroup(scim, groupId('S1'));
        expect(new Set(after.members.map(({ id }) => id))).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});
