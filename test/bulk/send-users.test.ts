import { describe, expect, it } from 'vitest';
import type { ChangeOf } from '../../src/bulk/plan/change.ts';
import { Failure } from '../../src/failure/failure.ts';
import { Interrupted } from '../../src/failure/interrupted.ts';
import { DryRunWrite } from '../../src/http/dry-run.ts';
import type { LearnedWrites } from '../../src/scim/learned-traits.ts';
import type { User } from '../../src/scim/user.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { changeId } from '../../src/values/ids.ts';
import type { WebApiCall } from '../../src/webapi/webapi-client.ts';
import { idOf } from '../support/organization-world.ts';
import {
  ANN,
  AWAY,
  base,
  NAMED,
  PHOTO,
  patch,
  peopleWorld,
  promote,
  refused,
  target,
} from '../support/people-world.ts';
import { LOST } from '../support/sending-world.ts';
import { NOW, newUser, VERSIONS } from '../support/wire.ts';

describe.each(VERSIONS)('a user who is changed, over SCIM %s', (version) => {
  it('has the new values', async () => {
    const { send, writes, now, answers } = await peopleWorld({ version });
    expect(await send(promote)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.title]).toEqual([[`PATCH /Users/${idOf('ann')}`], 'Chef']);
    expect(answers).toMatchObject([{ user: { values: { title: 'Chef' } } }]);
  });

  it.each([
    [undefined, 'already'],
    [NOW - 1, 'adopted'],
  ])('is not asked for twice: sent before at %s', async (since, how) => {
    const { send, writes } = await peopleWorld({ version }, { title: 'Chef' });
    expect(await send(promote, since)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann', how });
    expect(writes).toEqual([]);
  });

  it('keeps what somebody else wrote since', async () => {
    const { send, writes } = await peopleWorld({ version }, { title: 'Baker' });
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
    const { send, reads, writes } = await peopleWorld({ context: { justRead }, fates: ['lost', 'answered'] });
    expect(await send(promote)).toMatchObject({ state: 'succeeded' });
    expect([reads, writes.length]).toEqual([[`/Users/${idOf('ann')}`], 2]);
  });

  it('is kept where the account is another person by now, but for one that this run made', async () => {
    const isOther = { context: { stranger: () => 'it is of another person', createdId: () => idOf('ann') } };
    const { send, writes } = await peopleWorld(isOther);
    expect(await send(promote)).toEqual({
      state: 'failed',
      code: 'other_person',
      message: 'it is of another person',
    });
    expect(writes).toEqual([]);
    const own = patch({ title: 'Chef' }, {}, { target: { createdBy: changeId('x') } });
    expect(await send(own)).toMatchObject({ state: 'succeeded' });
    expect(writes).toHaveLength(1);
  });

  it('gets a manager whom this run made', async () => {
    const { send, now } = await peopleWorld({ context: { createdId: () => idOf('bea') } });
    await send(patch({ title: 'Chef' }, { title: 'Cook' }, { managerCreatedBy: changeId('x') }));
    expect(now()).toMatchObject({ title: 'Chef', manager: idOf('bea') });
  });

  it('says what the answer shows otherwise', async () => {
    const answer = (resource: JsonObject) => ({ ...resource, title: 'Cook' });
    const { send } = await peopleWorld({ answer });
    expect(await send(promote)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('is asked for in a form and a version of its own', async () => {
    const { send, bodies } = await peopleWorld();
    const body = { schemas: ['x'], title: 'Chef' };
    await send({ ...promote, asked: { body, version: '1.1' } });
    expect(bodies).toEqual([body]);
  });

  it('is sent three times where nothing comes of it, and then unknown', async () => {
    const { send, writes, retried } = await peopleWorld({ fates: ['lost'] });
    await expect(send(promote)).rejects.toBe(LOST);
    expect([writes.length, retried]).toEqual([3, ['c', 'c']]);
  });

  it('has failed after three faults that the service names', async () => {
    const { send } = await peopleWorld({ fates: [NAMED] });
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
    const { send, writes: sent } = await peopleWorld({ writes }, { photo: PHOTO });
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
    const { send, writes, now, answers } = await peopleWorld();
    expect(await send(off(verb))).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.active]).toEqual([[`${method} /Users/${idOf('ann')}`], false]);
    expect(answers).toMatchObject([{ user: { values: { active: false } } }]);
  });

  it('may be so where a DELETE cannot be looked at afterwards', async () => {
    const onRead = (_: string, writes: number) => {
      if (writes > 0) throw AWAY;
    };
    const { send } = await peopleWorld({ onRead });
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
    const { send, writes, now } = await peopleWorld({}, { title: 'Chef', department: '' });
    expect(await send(put)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.title]).toEqual([[`PUT /Users/${idOf('ann')}`], 'Chef']);
  });

  it('is not sent again where the first answer was lost', async () => {
    const { send, writes } = await peopleWorld({ fates: ['made, lost'] });
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
    const { send, writes: sent } = await peopleWorld({ writes, answer });
    const outcome = await send(put);
    expect(sent.map((write) => write.split(' ')[0])).toEqual(methods);
    expect('notKept' in outcome ? outcome.notKept : undefined).toEqual(notKept);
  });

  it('is made in part where the second request is refused', async () => {
    const { send, refusals } = await peopleWorld({
      writes: { putKeeps: true },
      answer: keeps,
      fates: ['answered', refused('title_too_long')],
    });
    expect(await send(put)).toMatchObject({ state: 'succeeded', notKept: ['department'] });
    expect(refusals).toMatchObject([{ code: 'title_too_long' }]);
  });

  it('is in doubt where a signal stops the second request', async () => {
    const fates = ['answered', new Interrupted('SIGINT')] as const;
    const { send } = await peopleWorld({ writes: { putKeeps: true }, answer: keeps, fates });
    await expect(send(put)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'the outcome of line 2 is unknown: stopped by SIGINT',
    });
  });

  it('is made in part where the second request does not leave', async () => {
    const { send } = await peopleWorld({
      writes: { putKeeps: true },
      answer: keeps,
      fates: ['answered', AWAY],
    });
    expect(await send(put)).toMatchObject({ state: 'succeeded', notKept: ['department'] });
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
    const { send, answers } = await peopleWorld({ context });
    expect(await send(call())).toEqual({ state: 'succeeded', id: '', name: 'ann' });
    const { kind: _, id, line, after, name, ...request } = call();
    expect(calls).toEqual([request]);
    expect(answers).toEqual([{ body: { ok: true } }]);
  });

  it('needs a connection to that API', async () => {
    const { send } = await peopleWorld();
    await expect(send(call())).rejects.toMatchObject({
      kind: 'usage',
      message: `${method} is called without a Web API connection`,
    });
  });
});

describe('failures that end a run, and failures of one row', () => {
  it.each<[string, Failure]>([
    ['a refusal', refused('title_too_long')],
    ['input that the service would refuse', new Failure('invalidInput', 'no')],
    ['a permission that is lacking', new Failure('unauthorized', 'no', { status: 403 })],
  ])('%s is of the row', async (_, failure) => {
    const { send, refusals } = await peopleWorld({ fates: [failure] });
    expect(await send(promote)).toMatchObject({ state: 'failed', message: failure.message });
    expect(refusals).toEqual([failure]);
  });

  it.each<[string, Error]>([
    ['a token that is refused', new Failure('unauthorized', 'no', { status: 401 })],
    ['no connection', AWAY],
    ['a disk', new Failure('storage', 'no')],
  ])('%s ends the run', async (_, failure) => {
    const { send, refusals } = await peopleWorld({
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
    const { send } = await peopleWorld({
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
    const { send } = await peopleWorld({ fates: ['lost'], onRead });
    await expect(send(promote)).rejects.toMatchObject({ kind: 'unknownOutcome', message, cause: error });
  });

  it('a refusal after a lost answer is of the row', async () => {
    const { send } = await peopleWorld({ fates: ['lost', refused('title_too_long')] });
    expect(await send(promote)).toMatchObject({ state: 'failed', code: 'title_too_long' });
  });
});
