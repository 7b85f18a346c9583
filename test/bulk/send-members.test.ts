import { describe, expect, it } from 'vitest';
import type { PlannedMember } from '../../src/bulk/plan/change.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { changeId, userId } from '../../src/values/ids.ts';
import { idOf, team } from '../support/organization-world.ts';
import { LOST } from '../support/sending-world.ts';
import { base, ids, NAMED, NAMED_OUTCOME, PEOPLE, TARGET, teamWorld } from '../support/team-world.ts';
import { NOW, objectsIn, VERSIONS } from '../support/wire.ts';

/** Members who join or leave; names without an account are of users whose creation failed. */
function members<Kind extends 'addMembers' | 'removeMembers'>(kind: Kind, ...names: readonly string[]) {
  const list = names.map((name, at): PlannedMember => {
    const who = { name, line: at + 2 };
    return PEOPLE.includes(name) ? { ...who, id: userId(idOf(name)) } : { ...who, createdBy: changeId(name) };
  });
  return { ...base, kind, target: TARGET, members: list };
}

describe.each(VERSIONS)('members of a group, over SCIM %s', (version) => {
  it('join in one call, but for those who are there, whom the outcome names', async () => {
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

  it('leave in one call, but for those who are not there', async () => {
    const { send, writes, now } = await teamWorld(['ann', 'bea'], { version });
    expect(await send(members('removeMembers', 'bea', 'cai'))).toMatchObject({ untouched: [idOf('cai')] });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Team', idOf('ann')]]);
  });

  it.each([
    [undefined, { how: 'already', untouched: ids('ann', 'bea') }],
    [NOW - 1, { how: 'adopted' }],
  ])('are not sent where nobody is missing: sent before at %s', async (since, details) => {
    const { send, writes } = await teamWorld(['ann', 'bea'], { version });
    const outcome = await send(members('addMembers', 'ann', 'bea'), since);
    expect(outcome).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', ...details });
    expect(writes).toEqual([]);
  });

  it('join without those whose account could not be made', async () => {
    const { send, now } = await teamWorld([], { version });
    expect(await send(members('addMembers', 'new', 'bea'))).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Team',
      notKept: ['new'],
    });
    expect(now()).toEqual(['Team', idOf('bea')]);
  });

  it('join a group that this run made, with the accounts that it made', async () => {
    const createdId = (change: string) => ({ g: 'S1', new: idOf('fay') })[change] ?? '';
    const { send, now } = await teamWorld([], { version, context: { createdId } });
    const change = { ...members('addMembers', 'new', 'bea'), target: { createdBy: changeId('g') } };
    expect(await send(change)).toMatchObject({ state: 'succeeded', id: 'S1' });
    expect(now()).toEqual(['Team', ...ids('bea', 'fay')]);
  });

  it('are no different after a lost answer, and those who were there before stay named', async () => {
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

  it('are sent three times where nothing comes of it, and then unknown', async () => {
    const { send, writes, retried } = await teamWorld([], { version, fates: ['lost'] });
    await expect(send(members('addMembers', 'ann'))).rejects.toBe(LOST);
    expect([writes.length, retried.length]).toEqual([3, 2]);
  });

  it('have failed after three times where the service itself says so and nobody joined', async () => {
    const { send, writes } = await teamWorld([], { version, fates: [NAMED] });
    expect(await send(members('addMembers', 'ann'))).toEqual(NAMED_OUTCOME);
    expect(writes).toHaveLength(3);
  });

  it.each([
    [3, 'adopted', 3],
    [4, undefined, 4],
    [6, undefined, 4],
  ])(
    'of %i who join one by one with a fault each time, end as %s after %i calls',
    async (count, how, calls) => {
      const { send, writes, now } = await teamWorld([], {
        version,
        fates: [NAMED],
        meanwhile: (organization, write) => organization.change({ group: team(...PEOPLE.slice(0, write)) }),
      });
      const sent = send(members('addMembers', ...PEOPLE.slice(0, count)));
      if (how === undefined) await expect(sent).rejects.toMatchObject({ kind: 'unknownOutcome' });
      else expect(await sent).toMatchObject({ state: 'succeeded', how });
      expect([writes.length, now()?.length]).toEqual([calls, 1 + calls]);
    },
  );

  it('who are not in the answer are named as not kept', async () => {
    const answer = (resource: JsonObject) => ({
      ...resource,
      members: objectsIn(resource['members']).slice(0, 1),
    });
    const { send } = await teamWorld([], { version: '2.0', answer });
    expect(await send(members('addMembers', 'ann', 'bea', 'new'))).toMatchObject({ notKept: ['new', 'bea'] });
  });

  it('leave all together in a call that names nobody', async () => {
    const { send, writes, bodies, now } = await teamWorld(['ann', 'bea'], { version });
    const everybody = { ...members('removeMembers', 'ann', 'bea'), isEverybody: true } as const;
    expect(await send(everybody)).toEqual({ state: 'succeeded', id: 'S1', name: 'Team' });
    expect(now()).toEqual(['Team']);
    expect(writes).toEqual([version === '1.1' ? 'PUT /Groups/S1' : 'PATCH /Groups/S1']);
    expect(JSON.stringify(bodies)).not.toContain(idOf('ann'));
  });

  it('leave by name where somebody joined since, who stays', async () => {
    const { send, writes, now } = await teamWorld(['ann', 'bea', 'cai'], { version });
    await send({ ...members('removeMembers', 'ann', 'bea'), isEverybody: true });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Team', idOf('cai')]]);
  });

  it('are asked for in a form of its own', async () => {
    const { send, bodies } = await teamWorld([], { version });
    const body = { schemas: ['x'], members: [{ value: idOf('ann') }] };
    await send({ ...members('addMembers', 'ann'), asked: { body } });
    expect(bodies).toEqual([body]);
  });
});

describe('members of a group, by what a probe learned,', () => {
  it.each([
    ['takes no operation that adds', { memberAdd: false }, '2.0', 'PUT'],
    ['takes one', { memberAdd: true }, '2.0', 'PATCH'],
    ['was asked for v2 alone', { memberAdd: false }, '1.1', 'PATCH'],
  ] as const)('join by a whole group where the service %s', async (_, learned, version, method) => {
    const { send, writes, now } = await teamWorld(['ann'], { version, writes: learned });
    await send(members('addMembers', 'bea'));
    expect([writes, now()]).toEqual([[`${method} /Groups/S1`], ['Team', ...ids('ann', 'bea')]]);
  });

  it.each([
    ['knows no form of an operation that removes', { removals: [] }, '2.0', 'PUT'],
    ['knows one', { removals: ['bare'] }, '2.0', 'PATCH'],
    ['was asked for v2 alone', { removals: [] }, '1.1', 'PATCH'],
  ] as const)('leave by a whole group where the service %s', async (_, learned, version, method) => {
    const { send, writes, now } = await teamWorld(['ann', 'bea', 'cai'], { version, writes: learned });
    await send(members('removeMembers', 'bea'));
    expect([writes, now()]).toEqual([[`${method} /Groups/S1`], ['Team', ...ids('ann', 'cai')]]);
  });
});
