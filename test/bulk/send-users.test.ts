import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { DryRunWrite } from '../../src/http/dry-run.ts';
import type { LearnedWrites } from '../../src/scim/learned-traits.ts';
import { READ_LAG } from '../../src/scim/reconcile-create.ts';
import type { User } from '../../src/scim/user.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import type { JsonObject } from '../../src/spec/wire.ts';
import { Interrupted } from '../../src/terminal/interrupted.ts';
import { userId } from '../../src/values/ids.ts';
import type { WebApiCall } from '../../src/webapi/webapi-client.ts';
import { account, idOf } from '../support/organization-world.ts';
import { LOST, type SendingOptions, sendingWorld } from '../support/sending-world.ts';
import { NOW, newUser, PATCH_OP, VERSIONS } from '../support/wire.ts';

const NAMED = new Failure('unknownOutcome', 'it failed; part of it may have been done', {
  code: 'query_building_failed',
  status: 500,
});
const refused = (code: string, status = 400) => new Failure('refused', `no: ${code}`, { code, status });
const AWAY = new Failure('unreachable', 'no connection');

const ANN = { title: 'Cook', department: 'Kitchen' };
/** Every value of ann that can be compared, as the service shows her. */
const SEEN: UserValues = {
  ...ANN,
  userName: 'ann',
  nickName: 'ann',
  email: 'ann@example.com',
  timezone: 'America/Los_Angeles',
  active: true,
  guest: false,
};
const PHOTO = 'https://x.example/a.png';
const base = { id: 'c', line: 2, name: 'ann', after: [] } as const;
const target = { id: userId(idOf('ann')) };

/** An organization with ann, a cook, and bea. */
async function world(more: SendingOptions = {}, values: UserValues = {}) {
  const full = { hasCustomProfile: true };
  const users = [account('ann', { ...ANN, ...values }, full), account('bea')];
  const opened = await sendingWorld({ users, version: '2.0', ...more });
  const now = (userName = 'ann') =>
    [...opened.organization.users()].find(({ values: stored }) => stored.userName === userName)?.values;
  return { ...opened, now };
}

const newcomer: ChangeOf<'createUser'> = {
  ...base,
  kind: 'createUser',
  name: 'new',
  user: { userName: 'new', email: 'new@example.com', title: 'Cook' },
  withheld: [],
};

/** The account of the newcomer as somebody else made it. */
function stranger(values: UserValues = {}, createdAt = NOW) {
  return {
    user: {
      ...account('new', { ...newcomer.user, ...values }, { hasCustomProfile: true }),
      created: new Date(createdAt).toISOString(),
    },
  };
}

describe.each(VERSIONS)('a user who is created, over SCIM %s', (version) => {
  it('is there, and the outcome says when it was made', async () => {
    const { send, writes, answers, now } = await world({ version });
    expect(await send(newcomer)).toEqual({
      state: 'succeeded',
      id: expect.stringMatching(/^W/),
      name: 'new',
      created: expect.stringMatching(/^2024-03-04T/),
    });
    expect(writes).toEqual(['POST /Users']);
    expect(now('new')).toMatchObject({ title: 'Cook', email: 'new@example.com' });
    expect(answers).toMatchObject([{ user: { values: { userName: 'new' } } }]);
  });

  it('is found where the answer was lost, and not made again', async () => {
    const { send, writes, retried } = await world({ version, fates: ['made, lost'] });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', name: 'new', how: 'adopted' });
    expect([writes.length, retried]).toEqual([1, []]);
  });
});

describe('a user who is created', () => {
  it('gets the values that no plan holds, of the line that has them', async () => {
    const withheldValues = (line: number, names: readonly string[]) => ({
      title: `${names} of line ${line}`,
    });
    const { send, now } = await world({ context: { withheldValues } });
    await send({ ...newcomer, line: 7, withheld: ['title'] });
    expect(now('new')?.title).toBe('title of line 7');
  });

  it('is sent as a person wrote it, with the password that is nowhere else', async () => {
    const { send, bodies } = await world({
      context: { withheldValues: () => ({ password: 'Secret-123' }) },
    });
    const body = newUser('2.0', 'new', { title: 'Chef' });
    await send({ ...newcomer, body, withheld: ['password'] });
    expect(bodies).toEqual([{ ...body, password: 'Secret-123' }]);
  });

  it('says which values the answer shows otherwise', async () => {
    const answer = (resource: JsonObject) => ({ ...resource, title: 'Chef' });
    const { send } = await world({ answer });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('has no time of creation where the service does not say it', async () => {
    const { send } = await world({ answer: ({ meta: _, ...resource }) => resource });
    expect(await send(newcomer)).not.toHaveProperty('created');
  });

  it('is made again where nobody is there after two looks, up to three times, and then unknown', async () => {
    const { send, writes, slept, retried } = await world({ fates: ['lost'] });
    await expect(send(newcomer)).rejects.toBe(LOST);
    expect([writes.length, slept, retried.length]).toEqual([3, [READ_LAG, READ_LAG, READ_LAG], 2]);
  });

  it('has failed where the service itself says so three times', async () => {
    const { send, writes } = await world({ fates: [NAMED] });
    expect(await send(newcomer)).toEqual({
      state: 'failed',
      code: 'query_building_failed',
      message: 'it failed',
    });
    expect(writes).toHaveLength(3);
  });

  it('stays unknown where nobody can look', async () => {
    const onRead = () => {
      throw AWAY;
    };
    const { send, writes } = await world({ fates: ['lost'], onRead });
    await expect(send(newcomer)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'the outcome of line 2 is unknown: no connection',
      cause: AWAY,
    });
    expect(writes).toHaveLength(1);
  });

  it.each([
    ['made just now: the service rewrote name and address', NOW, 'succeeded'],
    ['made long before: the own one is looked for', NOW - 60_000, 'adopted'],
  ])('is looked at where the answer is about somebody else: %s', async (_, createdAt, how) => {
    const { send } = await world({
      answer: (resource) => ({ ...resource, ...newUser('2.0', 'other'), id: 'W0OTHER' }),
      meanwhile: (organization) =>
        organization.change({
          user: { ...account('other'), id: 'W0OTHER', created: new Date(createdAt).toISOString() },
        }),
    });
    const outcome = await send(newcomer);
    expect('how' in outcome ? outcome.how : outcome.state).toBe(how);
  });
});

describe('a user whose name or address is taken', () => {
  const TAKEN = ['email_taken', 'username_taken', 'user_creation_failed'];

  it.each(TAKEN)('is refused with %s where nothing was sent before', async (code) => {
    const { send, refusals } = await world({ fates: [refused(code, 409)] });
    expect(await send(newcomer)).toEqual({ state: 'failed', code, message: `no: ${code}` });
    expect(refusals.map((failure) => failure.code)).toEqual([code]);
  });

  it.each(TAKEN)('may be the very one whose answer an earlier run lost: %s', async (code) => {
    const { send, organization } = await world({ fates: [refused(code, 409)] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'succeeded', how: 'adopted' });
  });

  it('may be the very one that the first attempt made, which shows late', async () => {
    const meanwhile: SendingOptions['meanwhile'] = (organization, write) => {
      if (write === 2) organization.change(stranger());
    };
    const { send } = await world({ fates: ['lost', refused('username_taken', 409)], meanwhile });
    expect(await send(newcomer)).toMatchObject({ state: 'succeeded', how: 'adopted' });
  });

  it('is somebody else where the account is older, or has other values', async () => {
    const { send, organization } = await world({ fates: [refused('username_taken', 409)] });
    organization.change(stranger({}, NOW - 60_000));
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'username_taken' });
  });

  it('is a conflict with its ID where a lost creation finds another account', async () => {
    const meanwhile: SendingOptions['meanwhile'] = (organization) =>
      organization.change(stranger({ title: 'Chef' }));
    const { send } = await world({ fates: ['lost'], meanwhile });
    expect(await send(newcomer)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: `another account has this address or name (${idOf('new')}): its title is another`,
    });
  });

  it('is not looked for after a refusal of another kind', async () => {
    const { send, organization, reads } = await world({ fates: [refused('title_too_long')] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'title_too_long' });
    expect(reads).toEqual([]);
  });

  it('is refused with 409 and no code as it is', async () => {
    const none = new Failure('refused', 'no', { status: 409 });
    const { send, organization } = await world({ fates: [none] });
    organization.change(stranger());
    expect(await send(newcomer, NOW - 10)).toMatchObject({ state: 'failed', code: 'refused' });
  });
});

describe.each(VERSIONS)('a row that another machine may have sent, over SCIM %s', (version) => {
  const outcomeFor = async (values: UserValues, wanted: UserValues = {}, isShared = true) => {
    const { send, organization } = await world({
      version,
      fates: [refused('username_taken', 409)],
      context: { isShared },
    });
    organization.change(stranger(values, NOW - 60_000));
    return send({ ...newcomer, user: { ...newcomer.user, ...wanted } });
  };

  it.each<[string, UserValues, UserValues, string]>([
    ['is done where the account has every value of it', {}, {}, 'already'],
    ['is done where that has more', { department: 'Kitchen' }, {}, 'already'],
    ['is done where it is deactivated as wanted', { active: false }, { active: false }, 'already'],
    [
      'is done with a value that only an extension has',
      { division: 'East' },
      { division: 'East' },
      'already',
    ],
    ['is refused where a value is another', { title: 'Chef' }, {}, 'username_taken'],
    ['is refused where a value is missing', {}, { department: 'Kitchen' }, 'username_taken'],
    ['is refused where the account is deactivated', { active: false }, {}, 'username_taken'],
  ])('%s', async (_, values, wanted, expected) => {
    const outcome = await outcomeFor(values, wanted);
    expect(outcome.state === 'failed' ? outcome.code : outcome.how).toBe(expected);
  });

  it('is refused where no other machine works on the same rows', async () => {
    expect(await outcomeFor({}, {}, false)).toMatchObject({ state: 'failed', code: 'username_taken' });
  });
});

it('a lost creation on shared rows is done where another machine made the account', async () => {
  const meanwhile: SendingOptions['meanwhile'] = (organization) =>
    organization.change(stranger({}, NOW - 60_000));
  const { send } = await world({ fates: ['lost'], meanwhile, context: { isShared: true } });
  expect(await send(newcomer)).toMatchObject({ state: 'succeeded', id: idOf('new'), how: 'already' });
});

it('a name that nobody has who can be found is refused on shared rows', async () => {
  const { send } = await world({ fates: [refused('username_taken', 409)], context: { isShared: true } });
  expect(await send(newcomer)).toMatchObject({ state: 'failed', code: 'username_taken' });
});

/** A change of ann's values. */
function patch(set: UserValues, before: UserValues, more: Partial<ChangeOf<'patchUser'>> = {}) {
  return { ...base, kind: 'patchUser', target, before, set, clear: [], ...more } as const;
}
const promote = patch({ title: 'Chef' }, { title: 'Cook' });

describe.each(VERSIONS)('a user who is changed, over SCIM %s', (version) => {
  it('has the new values', async () => {
    const { send, writes, now, answers } = await world({ version });
    expect(await send(promote)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.title]).toEqual([[`PATCH /Users/${idOf('ann')}`], 'Chef']);
    expect(answers).toMatchObject([{ user: { values: { title: 'Chef' } } }]);
  });

  it.each([
    [undefined, 'already'],
    [NOW - 1, 'adopted'],
  ])('is not asked for twice: sent before at %s', async (since, how) => {
    const { send, writes } = await world({ version }, { title: 'Chef' });
    expect(await send(promote, since)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann', how });
    expect(writes).toEqual([]);
  });

  it('keeps what somebody else wrote since', async () => {
    const { send, writes } = await world({ version }, { title: 'Baker' });
    expect(await send(promote)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'title is "Baker", the plan expected "Cook"',
    });
    expect(writes).toEqual([]);
  });
});

describe('a user who is changed', () => {
  it('is not read twice where a look has just been taken, but is read after a lost answer', async () => {
    const justRead = (): User => ({
      id: target.id,
      values: { userName: 'ann', ...ANN, active: true },
      created: undefined,
      groups: [],
      resource: {},
    });
    const { send, reads, writes } = await world({ context: { justRead }, fates: ['lost', 'answered'] });
    expect(await send(promote)).toMatchObject({ state: 'succeeded' });
    expect([reads, writes.length]).toEqual([[`/Users/${idOf('ann')}`], 2]);
  });

  it('is kept where the account is another person by now, but for one that this run made', async () => {
    const isOther = { context: { stranger: () => 'it is of another person', createdId: () => idOf('ann') } };
    const { send, writes } = await world(isOther);
    expect(await send(promote)).toEqual({
      state: 'failed',
      code: 'other_person',
      message: 'it is of another person',
    });
    expect(writes).toEqual([]);
    const own = patch({ title: 'Chef' }, {}, { target: { createdBy: 'x' } });
    expect(await send(own)).toMatchObject({ state: 'succeeded' });
    expect(writes).toHaveLength(1);
  });

  it('gets a manager whom this run made', async () => {
    const { send, now } = await world({ context: { createdId: () => idOf('bea') } });
    await send(patch({ title: 'Chef' }, { title: 'Cook' }, { managerCreatedBy: 'x' }));
    expect(now()).toMatchObject({ title: 'Chef', manager: idOf('bea') });
  });

  it('says what the answer shows otherwise', async () => {
    const answer = (resource: JsonObject) => ({ ...resource, title: 'Cook' });
    const { send } = await world({ answer });
    expect(await send(promote)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('is asked for in a form and a version of its own', async () => {
    const { send, bodies } = await world();
    const body = { schemas: ['x'], title: 'Chef' };
    await send({ ...promote, asked: { body, version: '1.1' } });
    expect(bodies).toEqual([body]);
  });

  it('is sent three times where nothing comes of it, and then unknown', async () => {
    const { send, writes, retried } = await world({ fates: ['lost'] });
    await expect(send(promote)).rejects.toBe(LOST);
    expect([writes.length, retried]).toEqual([3, ['c', 'c']]);
  });

  it('has failed after three faults that the service names', async () => {
    const { send } = await world({ fates: [NAMED] });
    expect(await send(promote)).toEqual({
      state: 'failed',
      code: 'query_building_failed',
      message: 'it failed',
    });
  });

  it.each<[string, LearnedWrites, UserValues, number]>([
    ['sent where photos show late', { photoLags: true }, { photo: PHOTO }, 1],
    ['not sent where they show at once', {}, { photo: PHOTO }, 0],
    ['none of the change where they show late', { photoLags: true }, { title: 'Cook' }, 0],
  ])('has the photo that it is to get, which is %s', async (_, writes, set, calls) => {
    const { send, writes: sent } = await world({ writes }, { photo: PHOTO });
    await send(patch(set, {}));
    expect(sent).toHaveLength(calls);
  });
});

describe('a user who is deactivated', () => {
  const off = (verb?: 'DELETE'): ChangeOf<'deactivateUser'> => ({
    ...patch({ active: false }, { active: true }),
    kind: 'deactivateUser',
    ...(verb === undefined ? {} : { verb }),
  });

  it.each([
    [undefined, 'PATCH'],
    ['DELETE', 'DELETE'],
  ] as const)('is so by the verb %s', async (verb, method) => {
    const { send, writes, now, answers } = await world();
    expect(await send(off(verb))).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.active]).toEqual([[`${method} /Users/${idOf('ann')}`], false]);
    expect(answers).toMatchObject([{ user: { values: { active: false } } }]);
  });

  it('may be so where a DELETE cannot be looked at afterwards', async () => {
    const onRead = (_: string, writes: number) => {
      if (writes > 0) throw AWAY;
    };
    const { send } = await world({ onRead });
    await expect(send(off('DELETE'))).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'the outcome of line 2 is unknown: no connection',
    });
  });
});

/** A PUT that leaves the department out. */
const put: ChangeOf<'replaceUser'> = {
  ...patch({ title: 'Chef' }, { title: 'Cook', department: 'Kitchen' }),
  kind: 'replaceUser',
  clear: ['department'],
  body: newUser('2.0', 'ann', { title: 'Chef' }),
};

describe('a user who is replaced', () => {
  it('is sent as a whole, also where every value is there already', async () => {
    const { send, writes, now } = await world({}, { title: 'Chef', department: '' });
    expect(await send(put)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.title]).toEqual([[`PUT /Users/${idOf('ann')}`], 'Chef']);
  });

  it('is not sent again where the first answer was lost', async () => {
    const { send, writes } = await world({ fates: ['made, lost'] });
    expect(await send(put)).toMatchObject({ state: 'succeeded', how: 'adopted' });
    expect(writes).toHaveLength(1);
  });

  const keeps = (resource: JsonObject) => ({
    ...resource,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Kitchen' },
  });

  it.each([
    ['is not cleared besides where nobody asked for what a PUT keeps', {}, keeps, ['PUT'], ['department']],
    [
      'is cleared besides where a PUT keeps what it does not have',
      { putKeeps: true },
      keeps,
      ['PUT', 'PATCH'],
      ['department'],
    ],
    [
      'is not cleared besides where nothing was kept',
      { putKeeps: true },
      (one: JsonObject) => one,
      ['PUT'],
      undefined,
    ],
  ] as const)('%s', async (_, writes, answer, methods, notKept) => {
    const { send, writes: sent } = await world({ writes, answer });
    const outcome = await send(put);
    expect(sent.map((write) => write.split(' ')[0])).toEqual(methods);
    expect('notKept' in outcome ? outcome.notKept : undefined).toEqual(notKept);
  });

  it('is made in part where the second request is refused', async () => {
    const { send, refusals } = await world({
      writes: { putKeeps: true },
      answer: keeps,
      fates: ['answered', refused('title_too_long')],
    });
    expect(await send(put)).toMatchObject({ state: 'succeeded', notKept: ['department'] });
    expect(refusals).toMatchObject([{ code: 'title_too_long' }]);
  });

  it('is made in part where the second request does not leave', async () => {
    const { send } = await world({ writes: { putKeeps: true }, answer: keeps, fates: ['answered', AWAY] });
    expect(await send(put)).toMatchObject({ state: 'succeeded', notKept: ['department'] });
  });
});

/** Requests as a person wrote them. */
function own(titles: readonly string[], before = SEEN) {
  const bodies = titles.map((value) => ({
    schemas: [PATCH_OP],
    Operations: [{ op: 'replace', path: 'title', value }],
  }));
  const asks = { names: [], managers: [], unclear: [] };
  return { ...patch({}, before), kind: 'sendUserPatch', bodies, asks } as const;
}

describe("a person's own requests for a user", () => {
  it('are sent in their order, and the outcome says what they made of the user', async () => {
    const { send, bodies, now } = await world();
    const change = own(['Baker', 'Chef']);
    expect(await send(change)).toEqual({
      state: 'succeeded',
      id: idOf('ann'),
      name: 'ann',
      changed: { before: { title: 'Cook' }, after: { title: 'Chef' } },
    });
    expect([bodies, now()?.title]).toEqual([change.bodies, 'Chef']);
  });

  it('may be none', async () => {
    const { send, writes } = await world();
    expect(await send(own([]))).toMatchObject({ state: 'succeeded', changed: { before: {}, after: {} } });
    expect(writes).toEqual([]);
  });

  it('say what they set and the answer does not show', async () => {
    const { send } = await world();
    const change = { ...own(['Chef']), set: { title: 'Waiter' } };
    expect(await send(change)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('are not sent where somebody changed the user since', async () => {
    const { send, writes } = await world({}, { title: 'Baker' });
    expect(await send(own(['Chef']))).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'ann was changed since',
    });
    expect(writes).toEqual([]);
  });

  it('are not sent where the user has a value more, or less', async () => {
    for (const values of [{ division: 'East' }, { department: '' }]) {
      const { send } = await world({}, values);
      expect(await send(own(['Chef']))).toMatchObject({ code: 'conflict' });
    }
  });

  it.each([
    ['an earlier run sent them', NOW - 1, [], 'Chef', 0],
    ['the answer was lost', undefined, ['made, lost'], 'Cook', 1],
  ] as const)('stay unknown where %s and the user is another one', async (_, since, fates, title, calls) => {
    const { send, writes } = await world({ fates }, { title });
    await expect(send(own(['Chef']), since)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'ann was changed, and no answer says by this request',
    });
    expect(writes).toHaveLength(calls);
  });

  it('are sent again while nothing came of them, three times in all', async () => {
    const { send, writes, retried } = await world({ fates: ['lost'] });
    await expect(send(own(['Chef']))).rejects.toBe(LOST);
    expect([writes.length, retried]).toEqual([3, ['c', 'c']]);
  });

  it('are sent by a run that goes on where the user is as before', async () => {
    const { send } = await world();
    expect(await send(own(['Chef']), NOW - 1)).toMatchObject({ state: 'succeeded' });
  });

  it.each([
    ['in part, of which the outcome tells', [], ['what was refused']],
    ['in part, with what is missing', [['title', 'Waiter']], ['title']],
  ] as const)('are made %s, where a later one is refused', async (_, set, notKept) => {
    const { send, refusals } = await world({ fates: ['answered', refused('title_too_long')] });
    expect(await send({ ...own(['Baker', 'x']), set: Object.fromEntries(set) })).toEqual({
      state: 'succeeded',
      id: idOf('ann'),
      name: 'ann',
      changed: { before: { title: 'Cook' }, after: { title: 'Baker' } },
      notKept,
    });
    expect(refusals).toMatchObject([{ code: 'title_too_long' }]);
  });

  it('have failed where the first one is refused', async () => {
    const { send, now } = await world({ fates: [refused('title_too_long')] });
    expect(await send(own(['Baker', 'x']))).toMatchObject({ state: 'failed', code: 'title_too_long' });
    expect(now()?.title).toBe('Cook');
  });

  it('stay unknown where the answer to a later one is lost', async () => {
    const { send } = await world({ fates: ['answered', 'lost'] });
    await expect(send(own(['Baker', 'Chef']))).rejects.toMatchObject({ kind: 'unknownOutcome' });
  });
});

describe('a method of the Web API', () => {
  const method = 'admin.users.session.reset';
  const call = (name = method): ChangeOf<'callMethod'> => ({
    ...base,
    kind: 'callMethod',
    method: name,
    arguments: { user_id: 'W1' },
    encoding: 'json',
    verb: 'GET',
    isUnchecked: true,
  });
  const calls: WebApiCall[] = [];
  const context = {
    call: async (request: WebApiCall) => {
      calls.push(request);
      return { ok: true };
    },
  };

  it('is called with what the plan says, and its answer is shown', async () => {
    const { send, answers } = await world({ context });
    expect(await send(call())).toEqual({ state: 'succeeded', id: '', name: 'ann' });
    const { kind: _, id, line, after, name, ...request } = call();
    expect(calls).toEqual([request]);
    expect(answers).toEqual([{ body: { ok: true } }]);
  });

  it('needs a connection to that API', async () => {
    const { send } = await world();
    await expect(send(call())).rejects.toMatchObject({
      kind: 'usage',
      message: `${method} is called without a Web API connection`,
    });
  });
});

describe('what ends a run, and what is the failure of one row', () => {
  it.each<[string, Failure]>([
    ['a refusal', refused('title_too_long')],
    ['input that the service would refuse', new Failure('invalidInput', 'no')],
    ['a permission that is lacking', new Failure('unauthorized', 'no', { status: 403 })],
  ])('%s is of the row', async (_, failure) => {
    const { send, refusals } = await world({ fates: [failure] });
    expect(await send(promote)).toMatchObject({ state: 'failed', message: failure.message });
    expect(refusals).toEqual([failure]);
  });

  it.each<[string, Error]>([
    ['a token that is refused', new Failure('unauthorized', 'no', { status: 401 })],
    ['no connection', AWAY],
    ['a disk', new Failure('storage', 'no')],
  ])('%s ends the run', async (_, failure) => {
    const { send, refusals } = await world({
      onRead: () => {
        throw failure;
      },
    });
    await expect(send(promote)).rejects.toBe(failure);
    expect(refusals).toEqual([]);
  });

  it.each<[string, Error]>([
    ['a signal', new Interrupted('SIGINT')],
    [
      'a write that is only shown',
      new DryRunWrite({ method: 'POST', url: 'https://x.example/', headers: {}, effect: 'write' }),
    ],
  ])('%s is no failure', async (_, error) => {
    const { send } = await world({
      onRead: () => {
        throw error;
      },
    });
    await expect(send(promote)).rejects.toBe(error);
  });

  it.each<[string, Error, string]>([
    ['a signal', new Interrupted('SIGINT'), 'the outcome of line 2 is unknown: stopped by SIGINT'],
    ['no connection', AWAY, 'the outcome of line 2 is unknown: no connection'],
  ])('%s leaves the row unknown once something was sent', async (_, error, message) => {
    const onRead = (_path: string, writes: number) => {
      if (writes > 0) throw error;
    };
    const { send } = await world({ fates: ['lost'], onRead });
    await expect(send(promote)).rejects.toMatchObject({ kind: 'unknownOutcome', message, cause: error });
  });

  it('a refusal after a lost answer is of the row', async () => {
    const { send } = await world({ fates: ['lost', refused('title_too_long')] });
    expect(await send(promote)).toMatchObject({ state: 'failed', code: 'title_too_long' });
  });
});
