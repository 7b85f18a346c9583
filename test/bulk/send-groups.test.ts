import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { group, idOf, team } from '../support/organization-world.ts';
import { LOST } from '../support/sending-world.ts';
import { base, ids, NAMED, NAMED_OUTCOME, TARGET, teamWorld } from '../support/sent-group-changes.ts';
import { NOW, PATCH_OP, VERSIONS } from '../support/test-sandbox.ts';

const rename: ChangeOf<'renameGroup'> = {
  ...base,
  kind: 'renameGroup',
  target: TARGET,
  formerName: 'Team',
  displayName: 'Crew',
};

/** A PUT that replaces name and members. */
function replace(
  before: readonly string[],
  after: readonly string[],
  name = 'Team',
): ChangeOf<'replaceGroup'> {
  return {
    ...base,
    kind: 'replaceGroup',
    target: TARGET,
    before: { displayName: 'Team', memberIds: ids(...before) },
    displayName: name,
    joining: [],
    leaving: [],
    memberIds: ids(...after),
  };
}

/** Written operations that rename the group. */
function ownWording(before: readonly string[]): ChangeOf<'sendGroupPatch'> {
  return {
    ...base,
    kind: 'sendGroupPatch',
    target: TARGET,
    before: { displayName: 'Team', memberIds: ids(...before) },
    body: { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'displayName', value: 'Crew' }] },
    asks: { joining: [], leaving: [], isEmptied: false, names: ['Crew'], unclear: [] },
  };
}

describe.each(VERSIONS)('renamed group, over SCIM %s', (version) => {
  it('has the new name, and the outcome has both names', async () => {
    const { send, writes, now, answers } = await teamWorld(['ann'], { version });
    expect(await send(rename)).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Crew',
      regrouped: { added: [], removed: [], renamed: { before: 'Team', after: 'Crew' } },
    });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Crew', idOf('ann')]]);
    expect(answers).toMatchObject([{ group: { id: 'S1', displayName: 'Crew' } }]);
  });

  it.each([
    [undefined, 'already'],
    [NOW - 1, 'adopted'],
  ])('is not renamed again: sent before at %s', async (since, how) => {
    const { send, writes } = await teamWorld([], { version, groups: [group([], { displayName: 'Crew' })] });
    expect(await send(rename, since)).toEqual({ state: 'succeeded', id: 'S1', name: 'Crew', how });
    expect(writes).toEqual([]);
  });

  it.each([
    ['', undefined],
    [', even if an earlier run sent the change', NOW - 1],
  ])('keeps a name that another admin set%s', async (_, since) => {
    const groups = [group(['ann'], { displayName: 'Others' })];
    const { send, writes } = await teamWorld([], { version, groups });
    expect(await send(rename, since)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'the group was changed since the plan was made: it is named "Others" and has 1 member',
    });
    expect(writes).toEqual([]);
  });

  it('is checked after a lost response, and not renamed again', async () => {
    const { send, writes, retried } = await teamWorld([], { version, fates: ['made, lost'] });
    expect(await send(rename)).toMatchObject({ state: 'succeeded', name: 'Crew', how: 'adopted' });
    expect([writes.length, retried]).toEqual([1, []]);
  });
});

describe('replaced group', () => {
  it('has the new members, and the outcome lists added and removed ones', async () => {
    const { send, writes, now } = await teamWorld(['ann', 'bea']);
    expect(await send(replace(['bea', 'ann'], ['bea', 'cai'], 'Crew'))).toMatchObject({
      regrouped: { added: ids('cai'), removed: ids('ann'), renamed: { before: 'Team', after: 'Crew' } },
    });
    expect([writes, now()]).toEqual([['PUT /Groups/S1'], ['Crew', ...ids('bea', 'cai')]]);
  });

  it('keeps its name if it is the same', async () => {
    const { send } = await teamWorld(['ann']);
    const outcome = await send(replace(['ann'], ['ann', 'bea']));
    expect(outcome).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Team',
      regrouped: { added: ids('bea'), removed: [] },
    });
  });

  it.each([
    ['the same members in another order', ['bea', 'ann'], 'already'],
    ['a repeated member', ['ann', 'bea', 'ann'], 'already'],
  ])('is not sent if the group has %s', async (_, wanted, how) => {
    const { send, writes } = await teamWorld(['ann', 'bea']);
    expect(await send(replace(['ann'], wanted))).toMatchObject({ state: 'succeeded', how });
    expect(writes).toEqual([]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['a member joined', ['ann', 'bea'], ['ann']],
    ['a member left', ['ann'], ['ann', 'bea']],
    ['a member was exchanged', ['ann', 'bea'], ['ann', 'cai']],
  ])('is left unchanged if %s since', async (_, members, before) => {
    const { send, writes } = await teamWorld(members);
    expect(await send(replace(before, ['fay']))).toMatchObject({
      code: 'conflict',
      message: `the group was changed since the plan was made: it is named "Team" and has ${members.length} member${members.length === 1 ? '' : 's'}`,
    });
    expect(writes).toEqual([]);
  });

  it('is left unchanged if it was renamed since', async () => {
    const { send } = await teamWorld([], { groups: [group(['ann'], { displayName: 'Others' })] });
    expect(await send(replace(['ann'], ['fay']))).toMatchObject({ code: 'conflict' });
  });

  it.each<[string, (resource: JsonObject) => JsonObject, readonly string[] | undefined]>([
    ['nothing', (resource) => resource, undefined],
    ['the name', (resource) => ({ ...resource, displayName: 'Team' }), ['displayName']],
    ['the members, none shown', (resource) => ({ ...resource, members: [] }), ['members']],
    [
      'the members, others shown',
      (resource) => ({ ...resource, members: [{ value: idOf('fay') }] }),
      ['members'],
    ],
    [
      'the name and the members',
      (resource) => ({ ...resource, displayName: 'Team', members: [] }),
      ['displayName', 'members'],
    ],
  ])('reports what the response shows was not kept: %s', async (_, answer, notKept) => {
    const { send } = await teamWorld(['ann'], { answer });
    const outcome = await send(replace(['ann'], ['bea'], 'Crew'));
    expect('notKept' in outcome ? outcome.notKept : undefined).toEqual(notKept);
  });
});

describe('written operations on a group', () => {
  it('are sent as written, even if the group already has the result', async () => {
    const { send, bodies } = await teamWorld(['ann']);
    const change = ownWording(['ann']);
    expect(await send(change)).toEqual({
      state: 'succeeded',
      id: 'S1',
      name: 'Crew',
      regrouped: { added: [], removed: [], renamed: { before: 'Team', after: 'Crew' } },
    });
    expect(bodies).toEqual([change.body]);
  });

  it('are not sent if another admin changed the group since', async () => {
    const { send, writes } = await teamWorld(['ann', 'bea']);
    expect(await send(ownWording(['ann']))).toMatchObject({ state: 'failed', code: 'conflict' });
    expect(writes).toEqual([]);
  });

  it.each([
    ['an earlier run sent them', NOW - 1, [], 0],
    ['their response was lost', undefined, ['made, lost'], 1],
  ] as const)('stay unknown if %s and the group has changed', async (_, since, fates, sent) => {
    const groups = since === undefined ? [team()] : [group([], { displayName: 'Crew' })];
    const { send, writes } = await teamWorld([], { groups, fates });
    await expect(send(ownWording([]), since)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'Team was changed; unknown whether by this request',
    });
    expect(writes).toHaveLength(sent);
  });
});

const NOT_FOUND = new Failure('refused', 'there is no such group', { code: 'no_such_group', status: 404 });
const create: ChangeOf<'createGroup'> = { ...base, kind: 'createGroup', name: 'Crew' };
const crew = (id: string, more = {}) =>
  group([], { id, displayName: 'Crew', created: new Date(NOW).toISOString(), ...more });

describe('created group', () => {
  it('exists once with its name', async () => {
    const { send, writes, organization, answers } = await teamWorld([]);
    const outcome = await send(create);
    expect(outcome).toEqual({ state: 'succeeded', id: expect.stringMatching(/^S/), name: 'Crew' });
    expect(writes).toEqual(['POST /Groups']);
    expect([...organization.groups()].map(({ displayName }) => displayName)).toEqual(['Team', 'Crew']);
    expect(answers).toMatchObject([{ group: { displayName: 'Crew' } }]);
  });

  it('is found after a lost response, and not created again', async () => {
    const { send, writes, organization, slept } = await teamWorld([], { fates: ['made, lost'] });
    expect(await send(create)).toMatchObject({ state: 'succeeded', name: 'Crew', how: 'adopted' });
    expect([writes.length, [...organization.groups()].length, slept]).toEqual([1, 2, []]);
  });

  it('is retried up to three times if it is not found after two reads', async () => {
    const { send, writes, slept, retried } = await teamWorld([], { fates: ['lost'] });
    await expect(send(create)).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('fails if the service returns an error code each time', async () => {
    const { send, writes } = await teamWorld([], { fates: [NAMED] });
    expect(await send(create)).toEqual(NAMED_OUTCOME);
    expect(writes).toHaveLength(3);
  });

  it('is not retried after a refusal', async () => {
    const no = new Failure('refused', 'no', { code: 'resource_limit', status: 400 });
    const { send, writes } = await teamWorld([], { fates: [no] });
    expect(await send(create)).toEqual({ state: 'failed', code: 'resource_limit', message: 'no' });
    expect(writes).toHaveLength(1);
  });

  it('stays unknown if two groups of its name were created since', async () => {
    const { send } = await teamWorld([], {
      fates: ['lost'],
      meanwhile: (organization) => {
        organization.change({ group: crew('S8') });
        organization.change({ group: crew('S9') });
      },
    });
    await expect(send(create)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: '2 groups named "Crew" were created in the meantime: S8, S9',
    });
  });

  it('stays unknown if it cannot be checked', async () => {
    const away = new Failure('unreachable', 'no connection');
    const { send, writes } = await teamWorld([], {
      fates: ['lost'],
      onRead: () => {
        throw away;
      },
    });
    await expect(send(create)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'no connection',
      cause: away,
    });
    expect(writes).toHaveLength(1);
  });

  it.each([
    [
      'a new group, which the service renamed',
      NOW,
      { state: 'succeeded', name: 'Crew 2', notKept: ['displayName'] },
    ],
    ['an old group, so the created one is looked up', NOW - 60_000, { name: 'Crew', how: 'adopted' }],
  ])('is checked if the response shows another name: %s', async (_, createdAt, expected) => {
    const { send } = await teamWorld([], {
      answer: (resource) => ({ ...resource, id: 'S7', displayName: 'Crew 2' }),
      meanwhile: (organization) =>
        organization.change({
          group: crew('S7', { displayName: 'Crew 2', created: new Date(createdAt).toISOString() }),
        }),
    });
    expect(await send(create)).toMatchObject(expected);
  });
});

/** The deletion of a group with these members. */
const remove = (...names: readonly string[]): ChangeOf<'deleteGroup'> => ({
  ...base,
  kind: 'deleteGroup',
  target: TARGET,
  members: ids(...names),
});

describe('deleted group', () => {
  it.each([
    ['with the members of the plan', ['ann'], ['ann']],
    ['with fewer members', [], ['ann']],
  ])('is gone: %s', async (_, now, planned) => {
    const { send, writes, organization } = await teamWorld(now);
    expect(await send(remove(...planned))).toEqual({ state: 'succeeded', id: 'S1', name: 'Team' });
    expect([writes, [...organization.groups()]]).toEqual([['DELETE /Groups/S1'], []]);
  });

  it.each([
    [['ann', 'bea'], ['ann'], '1 other user'],
    [['bea', 'cai'], ['ann'], '2 other users'],
    [['ann'], [], '1 other user'],
  ])('is kept if members joined since: it has %s, the plan knew %s', async (now, planned, others) => {
    const { send, writes } = await teamWorld(now);
    expect(await send(remove(...planned))).toEqual({
      state: 'failed',
      code: 'conflict',
      message: `${others} joined the group since the plan was made`,
    });
    expect(writes).toEqual([]);
  });

  it.each([
    [undefined, 'already'],
    [NOW - 1, 'adopted'],
  ])('may be gone already: sent at %s', async (since, how) => {
    const { send, writes } = await teamWorld([], { groups: [] });
    expect(await send(remove(), since)).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', how });
    expect(writes).toEqual([]);
  });

  it('is found missing after a lost response', async () => {
    const { send, writes } = await teamWorld([], { fates: ['made, lost'] });
    expect(await send(remove())).toMatchObject({ state: 'succeeded', how: 'adopted' });
    expect(writes).toHaveLength(1);
  });

  it('is retried three times with a wait, then stays unknown', async () => {
    const { send, writes, slept, retried } = await teamWorld([], { fates: ['lost'] });
    await expect(send(remove())).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('adopts a first deletion that appears only at the second attempt', async () => {
    const { send } = await teamWorld([], { fates: ['lost', NOT_FOUND] });
    expect(await send(remove())).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', how: 'adopted' });
  });

  it('fails if the service returns 404 for the group that it just returned', async () => {
    const { send, writes } = await teamWorld([], { fates: [NOT_FOUND] });
    expect(await send(remove())).toMatchObject({ state: 'failed', code: 'no_such_group' });
    expect(writes).toHaveLength(1);
  });

  it('stays unknown if it cannot be checked again', async () => {
    const { send } = await teamWorld([], {
      fates: ['lost'],
      onRead: (_, sent) => {
        if (sent > 0) throw new Failure('unreachable', 'no connection');
      },
    });
    await expect(send(remove())).rejects.toMatchObject({ kind: 'unknownOutcome' });
  });
});
