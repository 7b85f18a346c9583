import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planClearMembers, planExactMembers, planMembers } from '../../src/bulk/single/plan-group-writes.ts';
import { findGroup } from '../../src/scim/find-group.ts';
import { groupBody } from '../../src/scim/group-body.ts';
import { groupPatchBody, memberChangeTo } from '../../src/scim/group-patch.ts';
import { createGroup, deleteGroup, getGroup, replaceGroup } from '../../src/scim/groups.ts';
import { findCreatedGroups } from '../../src/scim/reconcile-group-create.ts';
import { resolveMembers } from '../../src/scim/resolve-members.ts';
import type { ScimClient } from '../../src/scim/scim-client.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { groupId, userId } from '../../src/values/ids.ts';
import { account, group, idOf } from '../support/organization-world.ts';
import {
  clientOf,
  dropRequests,
  dropResponses,
  isPatch,
  isPost,
  noting,
  recordBodies,
} from '../support/scim-client-of.ts';
import { membersById, sendChanges } from '../support/send-changes.ts';
import { NOW, openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const PEOPLE = Array.from({ length: 30 }, (_, index) => account(`u${index}`));
const IDS = PEOPLE.map(({ id }) => id);
const CORE = {
  '1.1': 'urn:scim:schemas:core:1.0',
  '2.0': 'urn:ietf:params:scim:schemas:core:2.0:Group',
} as const;

async function membersOf(scim: ScimClient): Promise<readonly string[]> {
  return (await getGroup(scim, groupId('S1'))).members.map(({ id }) => id);
}

describe.each(VERSIONS)('SCIM §4.6: members of a group over SCIM %s', (version) => {
  const start = async (members: readonly string[], faults: Parameters<typeof clientOf>[1] = {}) => {
    const service = await openTestSandbox({ version, users: PEOPLE, groups: [group(members)] });
    return clientOf(service, faults);
  };

  it('become exactly the wanted users with any batch size (SCIM §8)', async () => {
    const scim = await start([]);
    const members = fc.uniqueArray(fc.constantFrom(...IDS));
    await fc.assert(
      fc.asyncProperty(members, fc.integer({ min: 1, max: 40 }), async (wanted, batchSize) => {
        const now = await getGroup(scim, groupId('S1'));
        await sendChanges(scim, planExactMembers(now, membersById(wanted), batchSize));
        expect(new Set(await membersOf(scim))).toEqual(new Set(wanted));
      }),
      { numRuns: 60 },
    );
  });

  it('are changed in calls of at most one batch, removals first', async () => {
    const bodies: Json[] = [];
    const scim = await start(['u0', 'u1', 'u2'], { faults: [recordBodies(bodies)] });
    const change = { add: membersById(IDS.slice(3, 6)), remove: membersById(IDS.slice(0, 2)) };
    await sendChanges(scim, planMembers(await getGroup(scim, groupId('S1')), change, 2));
    const values = (ids: readonly string[]) => ids.map((value) => ({ value }));
    const v1 = (members: Json) => ({ schemas: [CORE[version]], members });
    const v2 = (...operations: Json[]) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: operations,
    });
    expect(bodies).toEqual(
      version === '1.1'
        ? [
            v1(['WU0', 'WU1'].map((value) => ({ value, operation: 'delete' }))),
            v1(values(['WU3', 'WU4'])),
            v1(values(['WU5'])),
          ]
        : [
            v2(
              { op: 'remove', path: 'members[value eq WU0]' },
              { op: 'remove', path: 'members[value eq WU1]' },
            ),
            v2({ op: 'add', path: 'members', value: values(['WU3', 'WU4']) }),
            v2({ op: 'add', path: 'members', value: values(['WU5']) }),
          ],
    );
  });

  it.each([
    ['responses', dropResponses],
    ['requests', dropRequests],
  ])('are as requested although %s were lost', async (_, losing) => {
    const scim = await start(['u0', 'u1'], { faults: [losing(2, isPatch)] });
    const change = { add: membersById(['WU2', 'WU3']), remove: membersById(['WU0']) };
    await sendChanges(scim, planMembers(await getGroup(scim, groupId('S1')), change, 2));
    expect(new Set(await membersOf(scim))).toEqual(new Set(['WU1', 'WU2', 'WU3']));
  });

  it('are set and cleared although responses were lost', async () => {
    const scim = await start(['u0', 'u1'], { faults: [dropResponses(2, isPatch)] });
    const before = await getGroup(scim, groupId('S1'));
    await sendChanges(scim, planExactMembers(before, membersById(['WU1', 'WU5']), 5000));
    expect([...(await membersOf(scim))].sort()).toEqual(['WU1', 'WU5']);
    await sendChanges(scim, planClearMembers(await getGroup(scim, groupId('S1'))));
    expect(await membersOf(scim)).toEqual([]);
  });

  it('have an unknown outcome if every response is lost', async () => {
    const scim = await start(['u0'], { faults: [dropRequests(9, isPatch)] });
    const change = { add: membersById(['WU2']), remove: [] };
    const changed = sendChanges(scim, planMembers(await getGroup(scim, groupId('S1')), change, 5000));
    await expect(changed).rejects.toMatchObject({ kind: 'unknownOutcome' });
  });

  it('are replaced by the sent members or cleared', async () => {
    const scim = await start(['u0', 'u1']);
    const { dialect } = scim;
    const replaced = await replaceGroup(scim, groupId('S1'), groupBody('Crew', [userId('WU5')], dialect));
    expect(replaced).toMatchObject({ id: 'S1', displayName: 'Crew', members: [{ id: 'WU5' }] });
    expect((await replaceGroup(scim, groupId('S1'), groupBody('Crew', [], dialect))).members).toEqual([]);
  });

  it('are set in a created group, which is then deleted permanently', async () => {
    const scim = await start([]);
    const created = await createGroup(scim, groupBody('Crew', [userId('WU5')], scim.dialect));
    expect(created).toMatchObject({ displayName: 'Crew', members: [{ id: 'WU5' }] });
    await deleteGroup(scim, created.id);
    await expect(getGroup(scim, created.id)).rejects.toMatchObject({ code: 'no_such_group' });
  });

  it('a delete without a response is checked by reading the group', async () => {
    const done = await start([], { faults: [dropResponses(1, ({ method }) => method === 'DELETE')] });
    await deleteGroup(done, groupId('S1'));
    const undone = await start([], { faults: [dropRequests(1, ({ method }) => method === 'DELETE')] });
    await expect(deleteGroup(undone, groupId('S1'))).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect((await getGroup(undone, groupId('S1'))).displayName).toBe('Team');
  });

  it.each(['S1', 'Team', 'TEAM'])('finds a group by %s', async (identity) => {
    expect((await findGroup(await start([]), identity)).id).toBe('S1');
  });

  it('fails if two groups share a name, unless one matches its letter case', async () => {
    const service = await openTestSandbox({
      version,
      groups: [group([]), group([], { id: 'S2' }), group([], { id: 'S3', displayName: 'team' })],
    });
    const scim = clientOf(service);
    await expect(findGroup(scim, 'Team')).rejects.toMatchObject({
      kind: 'usage',
      message: '2 groups are named "Team": S1, S2',
    });
    expect((await findGroup(scim, 'team')).id).toBe('S3');
  });

  it('treats text that looks like an ID as a name if no group has that ID', async () => {
    const service = await openTestSandbox({ version, groups: [group([], { displayName: 'SALES' })] });
    expect((await findGroup(clientOf(service), 'SALES')).id).toBe('S1');
    await expect(findGroup(clientOf(service), 'SUPPORT')).rejects.toMatchObject({ code: 'no_such_group' });
  });
});

describe.each(VERSIONS)('group create without a response over SCIM %s', (version) => {
  const sent = { displayName: 'Crew', memberIds: [userId('WU1'), userId('WU2')] };
  const now = async () => {};

  it('finds the only group it can have created', async () => {
    const service = await openTestSandbox({ version, users: PEOPLE });
    const scim = clientOf(service, { faults: [dropResponses(1, isPost)] });
    const body = groupBody(sent.displayName, sent.memberIds, scim.dialect);
    await expect(createGroup(scim, body)).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect(await findCreatedGroups(scim, sent, NOW, now)).toMatchObject(
      [sent].map(({ displayName }) => ({ displayName })),
    );
  });

  it('finds no group after two lookups', async () => {
    const waits: number[] = [];
    const service = await openTestSandbox({ version, users: PEOPLE });
    const found = await findCreatedGroups(clientOf(service), sent, NOW, async (wait) => {
      waits.push(wait);
    });
    expect(found).toEqual([]);
    expect(waits).toEqual([2000]);
  });

  it('ignores groups that existed before or have other members', async () => {
    const service = await openTestSandbox({
      version,
      users: PEOPLE,
      groups: [group(['u1', 'u2'], { displayName: 'Crew' })],
    });
    const scim = clientOf(service);
    await createGroup(scim, groupBody('Crew', [userId('WU1')], scim.dialect));
    expect(await findCreatedGroups(scim, sent, NOW, now)).toEqual([]);
  });

  it('returns all groups that it may have created', async () => {
    const service = await openTestSandbox({ version, users: PEOPLE });
    const scim = clientOf(service);
    const body = groupBody(sent.displayName, sent.memberIds, scim.dialect);
    await createGroup(scim, body);
    await createGroup(scim, body);
    expect(await findCreatedGroups(scim, sent, NOW, now)).toHaveLength(2);
  });
});

describe.each(VERSIONS)('resolving members by ID, userName or email over SCIM %s', (version) => {
  it('looks a few members up one by one', async () => {
    const notes: string[] = [];
    const service = await openTestSandbox({ version, users: PEOPLE });
    const scim = clientOf(service, { faults: [noting(notes)] });
    const names = ['u1', 'U2@example.com', 'WANYBODY', 'nobody', 'ghost@x.example'];
    const found = await resolveMembers(scim, names, false);
    expect(found.map((member) => member?.id)).toEqual(['WU1', 'WU2', 'WANYBODY', undefined, undefined]);
    const joining = await resolveMembers(scim, names, true);
    expect(joining.map((member) => member?.id)).toEqual(['WU1', 'WU2', undefined, undefined, undefined]);
    expect(notes.some((note) => note.includes('filter'))).toBe(true);
  });

  it('looks many members up in one list', async () => {
    const notes: string[] = [];
    const service = await openTestSandbox({ version, users: PEOPLE });
    const scim = clientOf(service, { faults: [noting(notes)] });
    const names = [...PEOPLE.map(({ values }) => values.userName), 'nobody', 'U3@EXAMPLE.com', 'WANYBODY'];
    const found = await resolveMembers(scim, names, false);
    expect(found.map((member) => member?.id)).toEqual([...IDS, undefined, idOf('u3'), 'WANYBODY']);
    expect(notes).toEqual(['GET /Users?startIndex=1&count=1000']);
  });
});

describe('SCIM §8: batches of members', () => {
  const ids = fc.uniqueArray(
    fc.integer({ min: 0, max: 999 }).map((number) => userId(`W${number}`)),
    { maxLength: 60 },
  );

  it('contain each member once, in order, and never exceed the batch size', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 25 }), (add, others, size) => {
        const remove = others.filter((id) => !add.includes(id));
        const team = {
          id: groupId('S1'),
          displayName: 'Team',
          members: membersById(remove),
          created: undefined,
          resource: {},
        };
        const change = { add: membersById(add), remove: membersById(remove) };
        const batches = planMembers(team, change, size);
        const named = (kind: string) =>
          batches.flatMap((batch) =>
            batch.kind === kind && 'members' in batch
              ? batch.members.map((member) => (typeof member !== 'string' && 'id' in member ? member.id : ''))
              : [],
          );
        expect(named('removeMembers')).toEqual(remove);
        expect(named('addMembers')).toEqual(add);
        const sizes = batches.map((batch) => ('members' in batch ? batch.members.length : 0));
        expect(sizes.every((count) => count >= 1 && count <= size)).toBe(true);
        expect(sizes.filter((count) => count < size).length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('turn the current members into the wanted ones', () => {
    fc.assert(
      fc.property(ids, ids, (wanted, now) => {
        const { add, remove } = memberChangeTo(wanted, now);
        const after = new Set(now.filter((id) => !remove.includes(id)).concat(add));
        expect(after).toEqual(new Set(wanted));
        expect(add.some((id) => now.includes(id))).toBe(false);
      }),
    );
  });

  it('write unquoted IDs of the service and quote IDs of other servers in a path', () => {
    const patch = { remove: ['W12345678', '14c0026c-cc36'].map(userId) };
    expect(groupPatchBody(patch, { version: '2.0', vendor: 'service' })['Operations']).toEqual([
      { op: 'remove', path: 'members[value eq W12345678]' },
      { op: 'remove', path: 'members[value eq "14c0026c-cc36"]' },
    ]);
  });

  it('combine a name and members in one body', () => {
    const patch = { displayName: 'Crew', add: [userId('W1')] };
    expect(groupPatchBody(patch, { version: '1.1', vendor: 'service' })).toEqual({
      schemas: [CORE['1.1']],
      displayName: 'Crew',
      members: [{ value: 'W1' }],
    });
    expect(groupPatchBody(patch, { version: '2.0', vendor: 'service' })['Operations']).toEqual([
      { op: 'replace', path: 'displayName', value: 'Crew' },
      { op: 'add', path: 'members', value: [{ value: 'W1' }] },
    ]);
  });
});
