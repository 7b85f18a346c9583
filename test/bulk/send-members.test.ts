import { describe, expect, it } from 'vitest';
import type { PlannedMember } from '../../src/bulk/plan/change.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { idOf, team } from '../support/organization-world.ts';
import { LOST } from '../support/sending-world.ts';
import { base, ids, NAMED, NAMED_OUTCOME, PEOPLE, TARGET, teamWorld } from '../support/sent-group-changes.ts';
import { NOW, objectsIn, VERSIONS } from '../support/test-sandbox.ts';

/** Added or removed members; names without an account are users whose creation failed. */
function members<Kind extends 'addMembers' | 'removeMembers'>(kind: Kind, ...names: readonly string[]) {
  const list = names.map((name, at): PlannedMember => {
    const who = { name, line: at + 2 };
    return PEOPLE.includes(name) ? { ...who, id: userId(idOf(name)) } : { ...who, createdBy: changeId(name) };
  });
  return { ...base, kind, target: TARGET, members: list };
}

describe.each(VERSIONS)('group members, over SCIM %s', (version) => {
  it('are added in one call, except existing members, which the outcome lists', async () => {
    const { send, bodies, now } = await teamWorld(['ann'], { version });
    expect(await send(members('addMembers', 'ann', 'bea', 'cai'))).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Team',
      untouched: [idOf('ann')],
    });
    expect(now()).toEqual(['Team', ...ids('ann', 'bea', 'cai')]);
    expect(JSON.stringify(bodies)).not.toContain(idOf('ann'));
  });

  it('are removed in one call, except users who are not members', async () => {
    const { send, writes, now } = await teamWorld(['ann', 'bea'], { version });
    expect(await send(members('removeMembers', 'bea', 'cai'))).toMatchObject({ untouched: [idOf('cai')] });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Team', idOf('ann')]]);
  });

  it.each([
    [undefined, { how: 'already', untouched: ids('ann', 'bea') }],
    [NOW - 1, { how: 'adopted' }],
  ])('are not sent if no change is needed: sent before at %s', async (since, details) => {
    const { send, writes } = await teamWorld(['ann', 'bea'], { version });
    const outcome = await send(members('addMembers', 'ann', 'bea'), since);
    expect(outcome).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', ...details });
    expect(writes).toEqual([]);
  });

  it('are added without users whose account could not be created', async () => {
    const { send, now } = await teamWorld([], { version });
    expect(await send(members('addMembers', 'new', 'bea'))).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Team',
      notKept: ['new'],
    });
    expect(now()).toEqual(['Team', idOf('bea')]);
  });

  it('are added to a created group, with created accounts', async () => {
    const createdId = (change: string) => ({ g: 'S1', new: idOf('fay') })[change] ?? '';
    const { send, now } = await teamWorld([], { version, context: { createdId } });
    const change = { ...members('addMembers', 'new', 'bea'), target: { createdBy: changeId('g') } };
    expect(await send(change)).toMatchObject({ state: 'succeeded', id: 'S1' });
    expect(now()).toEqual(['Team', ...ids('bea', 'fay')]);
  });

  it('are adopted after a lost response, and existing members stay listed', async () => {
    const { send, writes, retried } = await teamWorld(['ann'], { version, fates: ['made, lost'] });
    expect(await send(members('addMembers', 'ann', 'bea'))).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Team',
      untouched: [idOf('ann')],
      how: 'adopted',
    });
    expect([writes.length, retried]).toEqual([1, []]);
  });

  it('are sent three times without effect, then stay unknown', async () => {
    const { send, writes, retried } = await teamWorld([], { version, fates: ['lost'] });
    await expect(send(members('addMembers', 'ann'))).rejects.toBe(LOST);
    expect([writes.length, retried.length]).toEqual([3, 2]);
  });

  it('fail after three errors with a code of the service if no member was added', async () => {
    const { send, writes } = await teamWorld([], { version, fates: [NAMED] });
    expect(await send(members('addMembers', 'ann'))).toEqual(NAMED_OUTCOME);
    expect(writes).toHaveLength(3);
  });

  it.each([
    [3, 'adopted', 3],
    [4, undefined, 4],
    [6, undefined, 4],
  ])('of %i, added one per failing call, end with %s after %i calls', async (count, how, calls) => {
    const { send, writes, now } = await teamWorld([], {
      version,
      fates: [NAMED],
      meanwhile: (organization, write) => organization.change({ group: team(...PEOPLE.slice(0, write)) }),
    });
    const sent = send(members('addMembers', ...PEOPLE.slice(0, count)));
    if (how === undefined) await expect(sent).rejects.toMatchObject({ kind: 'unknownOutcome' });
    else expect(await sent).toMatchObject({ state: 'succeeded', how });
    expect([writes.length, now()?.length]).toEqual([calls, 1 + calls]);
  });

  it('are reported as not kept if the response lacks them', async () => {
    const answer = (resource: JsonObject) => ({
      ...resource,
      members: objectsIn(resource['members']).slice(0, 1),
    });
    const { send } = await teamWorld([], { version: '2.0', answer });
    expect(await send(members('addMembers', 'ann', 'bea', 'new'))).toMatchObject({ notKept: ['new', 'bea'] });
  });

  it('are all removed by a call without names', async () => {
    const { send, writes, bodies, now } = await teamWorld(['ann', 'bea'], { version });
    const everybody = { ...members('removeMembers', 'ann', 'bea'), isEverybody: true } as const;
    expect(await send(everybody)).toEqual({ state: 'succeeded', id: 'S1', name: 'Team' });
    expect(now()).toEqual(['Team']);
    expect(writes).toEqual([version === '1.1' ? 'PUT /Groups/S1' : 'PATCH /Groups/S1']);
    expect(JSON.stringify(bodies)).not.toContain(idOf('ann'));
  });

  it('are removed by name if another member joined since', async () => {
    const { send, writes, now } = await teamWorld(['ann', 'bea', 'cai'], { version });
    await send({ ...members('removeMembers', 'ann', 'bea'), isEverybody: true });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Team', idOf('cai')]]);
  });

  it('are added with a written body', async () => {
    const { send, bodies } = await teamWorld([], { version });
    const body = { schemas: ['x'], members: [{ value: idOf('ann') }] };
    await send({ ...members('addMembers', 'ann'), asked: { body } });
    expect(bodies).toEqual([body]);
  });
});

describe('group members, with probed capabilities', () => {
  it.each([
    ['rejects add operations', { memberAdd: false }, '2.0', 'PUT'],
    ['accepts add operations', { memberAdd: true }, '2.0', 'PATCH'],
    ['was probed for v2 only', { memberAdd: false }, '1.1', 'PATCH'],
  ] as const)('are added by PUT or PATCH if the service %s', async (_, learned, version, method) => {
    const { send, writes, now } = await teamWorld(['ann'], { version, writes: learned });
    await send(members('addMembers', 'bea'));
    expect([writes, now()]).toEqual([[`${method} /Groups/S1`], ['Team', ...ids('ann', 'bea')]]);
  });

  it.each([
    ['rejects remove operations', { removals: [] }, '2.0', 'PUT'],
    ['accepts remove operations', { removals: ['bare'] }, '2.0', 'PATCH'],
    ['was probed for v2 only', { removals: [] }, '1.1', 'PATCH'],
  ] as const)('are removed by PUT or PATCH if the service %s', async (_, learned, version, method) => {
    const { send, writes, now } = await teamWorld(['ann', 'bea', 'cai'], { version, writes: learned });
    await send(members('removeMembers', 'bea'));
    expect([writes, now()]).toEqual([[`${method} /Groups/S1`], ['Team', ...ids('ann', 'cai')]]);
  });
});
