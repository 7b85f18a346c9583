import { describe, expect, it } from 'vitest';
import type { ChangeOf, Member } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import type { JsonObject } from '../../src/spec/wire.ts';
import { groupId, type UserId, userId } from '../../src/values/ids.ts';
import { account, group, idOf, team } from '../support/organization-world.ts';
import { LOST, type SendingOptions, sendingWorld } from '../support/sending-world.ts';
import { NOW, objectsIn, PATCH_OP, VERSIONS } from '../support/wire.ts';

const PEOPLE = ['ann', 'bea', 'cai', 'dan', 'eve', 'fay'];
const TARGET = { id: groupId('S1') };
/** A fault that the service names: what was done until then stays. */
const NAMED = new Failure('unknownOutcome', 'it failed; part of it may have been done', {
  code: 'group_members_create_failed',
  status: 500,
});
const NAMED_OUTCOME = { state: 'failed', code: 'group_members_create_failed', message: 'it failed' };
const NOT_FOUND = new Failure('refused', 'there is no such group', { code: 'no_such_group', status: 404 });

const ids = (...names: readonly string[]): readonly UserId[] => names.map((name) => userId(idOf(name)));

/** The group "Team" with these members. */
async function world(members: readonly string[], more: SendingOptions = {}) {
  const users = PEOPLE.map((name) => account(name));
  const opened = await sendingWorld({ users, groups: [team(...members)], version: '2.0', ...more });
  const now = () => {
    const found = opened.organization.group('S1');
    return found === undefined ? undefined : [found.displayName, ...found.members.toSorted()];
  };
  return { ...opened, now };
}

const base = { id: 'c', line: 2, name: 'Team', after: [] } as const;
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
    const { send, writes, now, answers } = await world(['ann'], { version });
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
    const { send, writes } = await world([], { version, groups: [group([], { displayName: 'Crew' })] });
    expect(await send(rename, since)).toEqual({ state: 'succeeded', id: 'S1', name: 'Crew', how });
    expect(writes).toEqual([]);
  });

  it.each([
    ['', undefined],
    [', also where an earlier run sent the change', NOW - 1],
  ])('keeps a name that somebody else gave it%s', async (_, since) => {
    const groups = [group(['ann'], { displayName: 'Others' })];
    const { send, writes } = await world([], { version, groups });
    expect(await send(rename, since)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'the group was changed since: it is named "Others" and has 1 members',
    });
    expect(writes).toEqual([]);
  });

  it('is looked at after an answer that was lost, and not renamed again', async () => {
    const { send, writes, retried } = await world([], { version, fates: ['made, lost'] });
    expect(await send(rename)).toMatchObject({ state: 'succeeded', name: 'Crew', how: 'adopted' });
    expect([writes.length, retried]).toEqual([1, []]);
  });
});

describe('a group that is replaced', () => {
  it('has the wanted members, and the outcome says who came and who went', async () => {
    const { send, writes, now } = await world(['ann', 'bea']);
    expect(await send(replace(['bea', 'ann'], ['bea', 'cai'], 'Crew'))).toMatchObject({
      regrouped: { added: ids('cai'), removed: ids('ann'), renamed: { before: 'Team', after: 'Crew' } },
    });
    expect([writes, now()]).toEqual([['PUT /Groups/S1'], ['Crew', ...ids('bea', 'cai')]]);
  });

  it('keeps its name where that is the same', async () => {
    const { send } = await world(['ann']);
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
    const { send, writes } = await world(['ann', 'bea']);
    expect(await send(replace(['ann'], wanted))).toMatchObject({ state: 'succeeded', how });
    expect(writes).toEqual([]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['somebody joined', ['ann', 'bea'], ['ann']],
    ['somebody left', ['ann'], ['ann', 'bea']],
    ['somebody is another one', ['ann', 'bea'], ['ann', 'cai']],
  ])('is kept as it is where %s since', async (_, members, before) => {
    const { send, writes } = await world(members);
    expect(await send(replace(before, ['fay']))).toMatchObject({
      code: 'conflict',
      message: `the group was changed since: it is named "Team" and has ${members.length} members`,
    });
    expect(writes).toEqual([]);
  });

  it('is kept as it is where it was renamed since', async () => {
    const { send } = await world([], { groups: [group(['ann'], { displayName: 'Others' })] });
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
    const { send } = await world(['ann'], { answer });
    const outcome = await send(replace(['ann'], ['bea'], 'Crew'));
    expect('notKept' in outcome ? outcome.notKept : undefined).toEqual(notKept);
  });
});

describe("a person's own operations on a group", () => {
  it('are sent as they are, also where the group looks as they would leave it', async () => {
    const { send, bodies } = await world(['ann']);
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
    const { send, writes } = await world(['ann', 'bea']);
    expect(await send(ownWording(['ann']))).toMatchObject({ state: 'failed', code: 'conflict' });
    expect(writes).toEqual([]);
  });

  it.each([
    ['an earlier run sent them', NOW - 1, [], 0],
    ['their answer was lost', undefined, ['made, lost'], 1],
  ] as const)('stay unknown where %s, and the group is another one', async (_, since, fates, sent) => {
    const groups = since === undefined ? [team()] : [group([], { displayName: 'Crew' })];
    const { send, writes } = await world([], { groups, fates });
    await expect(send(ownWording([]), since)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'Team was changed, and no answer says by this request',
    });
    expect(writes).toHaveLength(sent);
  });
});

/** Members who join or leave; names without an account are of users whose creation failed. */
function members<Kind extends 'addMembers' | 'removeMembers'>(kind: Kind, ...names: readonly string[]) {
  const list = names.map((name, at): Member => {
    const who = { name, line: at + 2 };
    return PEOPLE.includes(name) ? { ...who, id: userId(idOf(name)) } : { ...who, createdBy: name };
  });
  return { ...base, kind, target: TARGET, members: list };
}

describe.each(VERSIONS)('members of a group, over SCIM %s', (version) => {
  it('join in one call, but for those who are there, whom the outcome names', async () => {
    const { send, bodies, now } = await world(['ann'], { version });
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
    const { send, writes, now } = await world(['ann', 'bea'], { version });
    expect(await send(members('removeMembers', 'bea', 'cai'))).toMatchObject({ untouched: [idOf('cai')] });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Team', idOf('ann')]]);
  });

  it.each([
    [undefined, { how: 'already', untouched: ids('ann', 'bea') }],
    [NOW - 1, { how: 'adopted' }],
  ])('are not sent where nobody is missing: sent before at %s', async (since, details) => {
    const { send, writes } = await world(['ann', 'bea'], { version });
    const outcome = await send(members('addMembers', 'ann', 'bea'), since);
    expect(outcome).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', ...details });
    expect(writes).toEqual([]);
  });

  it('join without those whose account could not be made', async () => {
    const { send, now } = await world([], { version });
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
    const { send, now } = await world([], { version, context: { createdId } });
    const change = { ...members('addMembers', 'new', 'bea'), target: { createdBy: 'g' } };
    expect(await send(change)).toMatchObject({ state: 'succeeded', id: 'S1' });
    expect(now()).toEqual(['Team', ...ids('bea', 'fay')]);
  });

  it('are no different after a lost answer, and those who were there before stay named', async () => {
    const { send, writes, retried } = await world(['ann'], { version, fates: ['made, lost'] });
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
    const { send, writes, retried } = await world([], { version, fates: ['lost'] });
    await expect(send(members('addMembers', 'ann'))).rejects.toBe(LOST);
    expect([writes.length, retried.length]).toEqual([3, 2]);
  });

  it('have failed after three times where the service itself says so and nobody joined', async () => {
    const { send, writes } = await world([], { version, fates: [NAMED] });
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
      const { send, writes, now } = await world([], {
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
    const { send } = await world([], { version: '2.0', answer });
    expect(await send(members('addMembers', 'ann', 'bea', 'new'))).toMatchObject({ notKept: ['new', 'bea'] });
  });

  it('leave all together in a call that names nobody', async () => {
    const { send, writes, bodies, now } = await world(['ann', 'bea'], { version });
    const everybody = { ...members('removeMembers', 'ann', 'bea'), isEverybody: true } as const;
    expect(await send(everybody)).toEqual({ state: 'succeeded', id: 'S1', name: 'Team' });
    expect(now()).toEqual(['Team']);
    expect(writes).toEqual([version === '1.1' ? 'PUT /Groups/S1' : 'PATCH /Groups/S1']);
    expect(JSON.stringify(bodies)).not.toContain(idOf('ann'));
  });

  it('leave by name where somebody joined since, who stays', async () => {
    const { send, writes, now } = await world(['ann', 'bea', 'cai'], { version });
    await send({ ...members('removeMembers', 'ann', 'bea'), isEverybody: true });
    expect([writes, now()]).toEqual([['PATCH /Groups/S1'], ['Team', idOf('cai')]]);
  });

  it('are asked for in a form of its own', async () => {
    const { send, bodies } = await world([], { version });
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
    const { send, writes, now } = await world(['ann'], { version, writes: learned });
    await send(members('addMembers', 'bea'));
    expect([writes, now()]).toEqual([[`${method} /Groups/S1`], ['Team', ...ids('ann', 'bea')]]);
  });

  it.each([
    ['knows no form of an operation that removes', { removals: [] }, '2.0', 'PUT'],
    ['knows one', { removals: ['bare'] }, '2.0', 'PATCH'],
    ['was asked for v2 alone', { removals: [] }, '1.1', 'PATCH'],
  ] as const)('leave by a whole group where the service %s', async (_, learned, version, method) => {
    const { send, writes, now } = await world(['ann', 'bea', 'cai'], { version, writes: learned });
    await send(members('removeMembers', 'bea'));
    expect([writes, now()]).toEqual([[`${method} /Groups/S1`], ['Team', ...ids('ann', 'cai')]]);
  });
});

const create: ChangeOf<'createGroup'> = { ...base, kind: 'createGroup', name: 'Crew' };
const crew = (id: string, more = {}) =>
  group([], { id, displayName: 'Crew', created: new Date(NOW).toISOString(), ...more });

describe('a group that is created', () => {
  it('is there once, with its name', async () => {
    const { send, writes, organization, answers } = await world([]);
    const outcome = await send(create);
    expect(outcome).toEqual({ state: 'succeeded', id: expect.stringMatching(/^S/), name: 'Crew' });
    expect(writes).toEqual(['POST /Groups']);
    expect([...organization.groups()].map(({ displayName }) => displayName)).toEqual(['Team', 'Crew']);
    expect(answers).toMatchObject([{ group: { displayName: 'Crew' } }]);
  });

  it('is found where its answer was lost, and not made again', async () => {
    const { send, writes, organization, slept } = await world([], { fates: ['made, lost'] });
    expect(await send(create)).toMatchObject({ state: 'succeeded', name: 'Crew', how: 'adopted' });
    expect([writes.length, [...organization.groups()].length, slept]).toEqual([1, 2, []]);
  });

  it('is made again where it is not there after a look and a second one, up to three times', async () => {
    const { send, writes, slept, retried } = await world([], { fates: ['lost'] });
    await expect(send(create)).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('has failed where the service says so each time', async () => {
    const { send, writes } = await world([], { fates: [NAMED] });
    expect(await send(create)).toEqual(NAMED_OUTCOME);
    expect(writes).toHaveLength(3);
  });

  it('is refused once where it is refused', async () => {
    const no = new Failure('refused', 'no', { code: 'resource_limit', status: 400 });
    const { send, writes } = await world([], { fates: [no] });
    expect(await send(create)).toEqual({ state: 'failed', code: 'resource_limit', message: 'no' });
    expect(writes).toHaveLength(1);
  });

  it('stays unknown where two of its name were made since', async () => {
    const { send } = await world([], {
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
    const { send, writes } = await world([], {
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
    const { send } = await world([], {
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
    const { send, writes, organization } = await world(now);
    expect(await send(remove(...planned))).toEqual({ state: 'succeeded', id: 'S1', name: 'Team' });
    expect([writes, [...organization.groups()]]).toEqual([['DELETE /Groups/S1'], []]);
  });

  it.each([
    [['ann', 'bea'], ['ann'], 1],
    [['bea', 'cai'], ['ann'], 2],
    [['ann'], [], 1],
  ])('stays where others joined since: %s, the plan knew %s', async (now, planned, others) => {
    const { send, writes } = await world(now);
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
    const { send, writes } = await world([], { groups: [] });
    expect(await send(remove(), since)).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', how });
    expect(writes).toEqual([]);
  });

  it('is found gone where the answer was lost', async () => {
    const { send, writes } = await world([], { fates: ['made, lost'] });
    expect(await send(remove())).toMatchObject({ state: 'succeeded', how: 'adopted' });
    expect(writes).toHaveLength(1);
  });

  it('is tried three times with a pause, and then unknown', async () => {
    const { send, writes, slept, retried } = await world([], { fates: ['lost'] });
    await expect(send(remove())).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('was deleted by a first attempt that shows only at the second', async () => {
    const { send } = await world([], { fates: ['lost', NOT_FOUND] });
    expect(await send(remove())).toEqual({ state: 'succeeded', id: 'S1', name: 'Team', how: 'adopted' });
  });

  it('has failed where the service does not know what it has just shown', async () => {
    const { send, writes } = await world([], { fates: [NOT_FOUND] });
    expect(await send(remove())).toMatchObject({ state: 'failed', code: 'no_such_group' });
    expect(writes).toHaveLength(1);
  });

  it('stays unknown where it cannot be looked at again', async () => {
    const { send } = await world([], {
      fates: ['lost'],
      onRead: (_, sent) => {
        if (sent > 0) throw new Failure('unreachable', 'no connection');
      },
    });
    await expect(send(remove())).rejects.toMatchObject({ kind: 'unknownOutcome' });
  });
});
