import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { group, idOf, team } from '../support/organization-world.ts';
import { LOST } from '../support/sending-world.ts';
import { base, ids, NAMED, NAMED_OUTCOME, TARGET, teamWorld } from '../support/team-world.ts';
import { NOW, PATCH_OP, VERSIONS } from '../support/wire.ts';

const rename: ChangeOf<'renameGroup'> = {
  ...base,
  kind: 'renameGroup',
  target: TARGET,
  formerName: 'Team',
  displayName: 'Crew',
};

/** A PUT of a name and members in place of others. */
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

/** Operations of a person's own wording, which rename the group. */
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

describe.each(VERSIONS)('a group that is renamed, over SCIM %s', (version) => {
  it('has the new name, and the outcome says both', async () => {
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
  ])('is not asked for twice: sent before at %s', async (since, how) => {
    const { send, writes } = await teamWorld([], { version, groups: [group([], { displayName: 'Crew' })] });
    expect(await send(rename, since)).toEqual({ state: 'succeeded', id: 'S1', name: 'Crew', how });
    expect(writes).toEqual([]);
  });

  it.each([
    ['', undefined],
    [', also where an earlier run sent the change', NOW - 1],
  ])('keeps a name that somebody else gave it%s', async (_, since) => {
    const groups = [group(['ann'], { displayName: 'Others' })];
    const { send, writes } = await teamWorld([], { version, groups });
    expect(await send(rename, since)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'the group was changed since: it is named "Others" and has 1 members',
    });
    expect(writes).toEqual([]);
  });

  it('is looked at after an answer that was lost, and not renamed again', async () => {
    const { send, writes, retried } = await teamWorld([], { version, fates: ['made, lost'] });
    expect(await send(rename)).toMatchObject({ state: 'succeeded', name: 'Crew', how: 'adopted' });
    expect([writes.length, retried]).toEqual([1, []]);
  });
});

describe('a group that is replaced', () => {
  it('has the wanted members, and the outcome says who came and who went', async () => {
    const { send, writes, now } = await teamWorld(['ann', 'bea']);
    expect(await send(replace(['bea', 'ann'], ['bea', 'cai'], 'Crew'))).toMatchObject({
      regrouped: { added: ids('cai'), removed: ids('ann'), renamed: { before: 'Team', after: 'Crew' } },
    });
    expect([writes, now()]).toEqual([['PUT /Groups/S1'], ['Crew', ...ids('bea', 'cai')]]);
  });

  it('keeps its name where that is the same', async () => {
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
    ['the same people in another order', ['bea', 'ann'], 'already'],
    ['one of them named twice', ['ann', 'bea', 'ann'], 'already'],
  ])('is not sent where it has %s', async (_, wanted, how) => {
    const { send, writes } = await teamWorld(['ann', 'bea']);
    expect(await send(replace(['ann'], wanted))).toMatchObject({ state: 'succeeded', how });
    expect(writes).toEqual([]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['somebody joined', ['ann', 'bea'], ['ann']],
    ['somebody left', ['ann'], ['ann', 'bea']],
    ['somebody is another one', ['ann', 'bea'], ['ann', 'cai']],
  ])('is kept as it is where %s since', async (_, members, before) => {
    const { send, writes } = await teamWorld(members);
    expect(await send(replace(before, ['fay']))).toMatchObject({
      code: 'conflict',
      message: `the group was changed since: it is named "Team" and has ${members.length} members`,
    });
    expect(writes).toEqual([]);
  });

  it('is kept as it is where it was renamed since', async () => {
    const { send } = await teamWorld([], { groups: [group(['ann'], { displayName: 'Others' })] });
    expect(await send(replace(['ann'], ['fay']))).toMatchObject({ code: 'conflict' });
  });

  it.each<[string, (resource: JsonObject) => JsonObject, readonly string[] | undefined]>([
    ['everything', (resource) => resource, undefined],
    ['not the name', (resource) => ({ ...resource, displayName: 'Team' }), ['displayName']],
    ['not all members', (resource) => ({ ...resource, members: [] }), ['members']],
    ['other members', (resource) => ({ ...resource, members: [{ value: idOf('fay') }] }), ['members']],
    [
      'neither',
      (resource) => ({ ...resource, displayName: 'Team', members: [] }),
      ['displayName', 'members'],
    ],
  ])('says what the answer shows was not kept: %s', async (_, answer, notKept) => {
    const { send } = await teamWorld(['ann'], { answer });
    const outcome = await send(replace(['ann'], ['bea'], 'Crew'));
    expect('notKept' in outcome ? outcome.notKept : undefined).toEqual(notKept);
  });
});

describe("a person's own operations on a group", () => {
  it('are sent as they are, also where the group looks as they would leave it', async () => {
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

  it('are not sent where somebody changed the group since', async () => {
    const { send, writes } = await teamWorld(['ann', 'bea']);
    expect(await send(ownWording(['ann']))).toMatchObject({ state: 'failed', code: 'conflict' });
    expect(writes).toEqual([]);
  });

  it.each([
    ['an earlier run sent them', NOW - 1, [], 0],
    ['their answer was lost', undefined, ['made, lost'], 1],
  ] as const)('stay unknown where %s, and the group is another one', async (_, since, fates, sent) => {
    const groups = since === undefined ? [team()] : [group([], { displayName: 'Crew' })];
    const { send, writes } = await teamWorld([], { groups, fates });
    await expect(send(ownWording([]), since)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'Team was changed, and no answer says by this request',
    });
    expect(writes).toHaveLength(sent);
  });
});

const NOT_FOUND = new Failure('refused', 'there is no such group', { code: 'no_such_group', status: 404 });
const create: ChangeOf<'createGroup'> = { ...base, kind: 'createGroup', name: 'Crew' };
const crew = (id: string, more = {}) =>
  group([], { id, displayName: 'Crew', created: new Date(NOW).toISOString(), ...more });

describe('a group that is created', () => {
  it('is there once, with its name', async () => {
    const { send, writes, organization, answers } = await teamWorld([]);
    const outcome = await send(create);
    expect(outcome).toEqual({ state: 'succeeded', id: expect.stringMatching(/^S/), name: 'Crew' });
    expect(writes).toEqual(['POST /Groups']);
    expect([...organization.groups()].map(({ displayName }) => displayName)).toEqual(['Team', 'Crew']);
    expect(answers).toMatchObject([{ group: { displayName: 'Crew' } }]);
  });

  it('is found where its answer was lost, and not made again', async () => {
    const { send, writes, organization, slept } = await teamWorld([], { fates: ['made, lost'] });
    expect(await send(create)).toMatchObject({ state: 'succeeded', name: 'Crew', how: 'adopted' });
    expect([writes.length, [...organization.groups()].length, slept]).toEqual([1, 2, []]);
  });

  it('is made again where it is not there after a look and a second one, up to three times', async () => {
    const { send, writes, slept, retried } = await teamWorld([], { fates: ['lost'] });
    await expect(send(create)).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('has failed where the service says so each time', async () => {
    const { send, writes } = await teamWorld([], { fates: [NAMED] });
    expect(await send(create)).toEqual(NAMED_OUTCOME);
    expect(writes).toHaveLength(3);
  });

  it('is refused once where it is refused', async () => {
    const no = new Failure('refused', 'no', { code: 'resource_limit', status: 400 });
    const { send, writes } = await teamWorld([], { fates: [no] });
    expect(await send(create)).toEqual({ state: 'failed', code: 'resource_limit', message: 'no' });
    expect(writes).toHaveLength(1);
  });

  it('stays unknown where two of its name were made since', async () => {
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

  it('stays unknown where it cannot be looked for', async () => {
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
      'made just now: the service gave it another name',
      NOW,
      { state: 'succeeded', name: 'Crew 2', notKept: ['displayName'] },
    ],
    [
      'made long before: another answer, and the own group is found',
      NOW - 60_000,
      { name: 'Crew', how: 'adopted' },
    ],
  ])('that is answered under another name is looked at: %s', async (_, createdAt, expected) => {
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

describe('a group that is deleted', () => {
  it.each([
    ['with the members of the plan', ['ann'], ['ann']],
    ['with fewer', [], ['ann']],
  ])('is gone: %s', async (_, now, planned) => {
    const { send, writes, organization } = await teamWorld(now);
    expect(await send(remove(...planned))).toEqual({ state: 'succeeded', id: 'S1', name: 'Team' });
    expect([writes, [...organization.groups()]]).toEqual([['DELETE /Groups/S1'], []]);
  });

  it.each([
    [['ann', 'bea'], ['ann'], 1],
    [['bea', 'cai'], ['ann'], 2],
    [['ann'], [], 1],
  ])('stays where others joined since: %s, the plan knew %s', async (now, planned, others) => {
    const { send, writes } = await teamWorld(now);
    expect(await send(remove(...planned))).toEqual({
      state: 'failed',
      code: 'conflict',
      message: `${others} others joined the group since the plan was made`,
    });
    expect(writes).toEqual([]);
  });

  it.each([
    [undefined, 'already'],
    [NOW - 1, 'adopted'],
  ])('may be gone before: sent at %s', async (since, how) => {
    const { send, writes } = await teamWorld([], { groups: [] });
    expect(await send(remove(), since)).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', how });
    expect(writes).toEqual([]);
  });

  it('is found gone where the answer was lost', async () => {
    const { send, writes } = await teamWorld([], { fates: ['made, lost'] });
    expect(await send(remove())).toMatchObject({ state: 'succeeded', how: 'adopted' });
    expect(writes).toHaveLength(1);
  });

  it('is tried three times with a pause, and then unknown', async () => {
    const { send, writes, slept, retried } = await teamWorld([], { fates: ['lost'] });
    await expect(send(remove())).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('was deleted by a first attempt that shows only at the second', async () => {
    const { send } = await teamWorld([], { fates: ['lost', NOT_FOUND] });
    expect(await send(remove())).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', how: 'adopted' });
  });

  it('has failed where the service does not know what it has just shown', async () => {
    const { send, writes } = await teamWorld([], { fates: [NOT_FOUND] });
    expect(await send(remove())).toMatchObject({ state: 'failed', code: 'no_such_group' });
    expect(writes).toHaveLength(1);
  });

  it('stays unknown where it cannot be looked at again', async () => {
    const { send } = await teamWorld([], {
      fates: ['lost'],
      onRead: (_, sent) => {
        if (sent > 0) throw new Failure('unreachable', 'no connection');
      },
    });
    await expect(send(remove())).rejects.toMatchObject({ kind: 'unknownOutcome' });
  });
});
