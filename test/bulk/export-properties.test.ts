import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExported, USER_COLUMNS } from '../../src/bulk/input/columns.ts';
import { cellFor } from '../../src/bulk/input/read-desired-user.ts';
import { csvLine } from '../../src/csv/csv-line.ts';
import { listGroups } from '../../src/scim/groups.ts';
import { listUsers } from '../../src/scim/users.ts';
import { type BulkWorld, bulkWorld } from '../support/bulk-world.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { idOf } from '../support/organization-world.ts';
import { NAMES, people } from '../support/people-arbitraries.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

const RUNS = runsOf(30);

/** The output of `scim users export`. */
async function exportedUsers({ scim }: BulkWorld): Promise<string> {
  const columns = USER_COLUMNS.filter(isExported);
  let text = csvLine(columns);
  for await (const { id, values } of listUsers(scim, {}).items) {
    text += csvLine(columns.map((column) => (column === 'id' ? id : cellFor(String(values[column] ?? '')))));
  }
  return text;
}

/** The output of `scim groups export`. */
async function exportedGroups({ scim }: BulkWorld): Promise<string> {
  let text = csvLine(['group', 'member']);
  for await (const { id, members } of listGroups(scim, {}).items) {
    if (members.length === 0) text += csvLine([id, '']);
    for (const member of members) text += csvLine([id, member.id]);
  }
  return text;
}

describe('plan of an unedited export', () => {
  const groups = fc.array(
    fc.record({
      displayName: fc
        .string({
          unit: fc.constantFrom('a', 'B', 'é', ' ', '"', ',', ';', '\n', '=', '安'),
          minLength: 1,
          maxLength: 9,
        })
        .map((name) => `G${name}`),
      members: fc.subarray([...NAMES]),
    }),
    { maxLength: 4 },
  );

  it('is empty for any organization, users and groups, even with --prune and --exact', async () => {
    await fc.assert(
      fc.asyncProperty(people, groups, fc.constantFrom(...VERSIONS), async (users, teams, version) => {
        const world = await bulkWorld({
          users,
          version,
          groups: teams.map(({ displayName, members }, n) => ({
            id: `S${n}`,
            created: '2024-01-02T03:04:05-08:00',
            displayName,
            members: members.map(idOf),
          })),
        });
        const file = await exportedUsers(world);
        expect(await world.plan(file)).toEqual([]);
        expect(await world.plan(file, { prune: true })).toEqual([]);
        if (teams.length === 0) return;
        const memberships = await exportedGroups(world);
        expect(await world.plan(memberships)).toEqual([]);
        expect(await world.plan(memberships, { exact: true })).toEqual([]);
        expect(world.sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
