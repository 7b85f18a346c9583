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
import { LOST } from '../support/sending-world.ts';
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
} from '../support/sent-user-changes.ts';
import { NOW, newUser, VERSIONS } from '../support/test-sandbox.ts';

describe.each(VERSIONS)('changed user, over SCIM %s', (version) => {
  it('has the new values', async () => {
    const { send, writes, now, answers } = await peopleWorld({ version });
    expect(await send(promote)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.title]).toEqual([[`PATCH /Users/${idOf('ann')}`], 'Chef']);
    expect(answers).toMatchObject([{ user: { values: { title: 'Chef' } } }]);
  });

  it.each([
    [undefined, 'already'],
    [NOW - 1, 'adopted'],
  ])('is not changed again: sent before at %s', async (since, how) => {
    const { send, writes } = await peopleWorld({ version }, { title: 'Chef' });
    expect(await send(promote, since)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann', how });
    expect(writes).toEqual([]);
  });

  it('keeps a value that another admin set since', async () => {
    const { send, writes } = await peopleWorld({ version }, { title: 'Baker' });
    expect(await send(promote)).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'title is "Baker", the plan expected "Cook"',
    });
    expect(writes).toEqual([]);
  });
});

describe('changed user', () => {
  it('is not read again right after a read, but after a lost response', async () => {
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

  it('is left unchanged if the account belongs to another user, unless this run created it', async () => {
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

  it('gets a manager whom this run created', async () => {
    const { send, now } = await peopleWorld({ context: { createdId: () => idOf('bea') } });
    await send(patch({ title: 'Chef' }, { title: 'Cook' }, { managerCreatedBy: changeId('x') }));
    expect(now()).toMatchObject({ title: 'Chef', manager: idOf('bea') });
  });

  it('reports a value that the response shows differently', async () => {
    const answer = (resource: JsonObject) => ({ ...resource, title: 'Cook' });
    const { send } = await peopleWorld({ answer });
    expect(await send(promote)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('is sent with a written body and version', async () => {
    const { send, bodies } = await peopleWorld();
    const body = { schemas: ['x'], title: 'Chef' };
    await send({ ...promote, asked: { body, version: '1.1' } });
    expect(bodies).toEqual([body]);
  });

  it('is sent three times without effect, then stays unknown', async () => {
    const { send, writes, retried } = await peopleWorld({ fates: ['lost'] });
    await expect(send(promote)).rejects.toBe(LOST);
    expect([writes.length, retried]).toEqual([3, ['c', 'c']]);
  });

  it('fails after three errors with a code of the service', async () => {
    const { send } = await peopleWorld({ fates: [NAMED] });
    expect(await send(promote)).toEqual({
      state: 'failed',
      code: 'query_building_failed',
      message: 'it failed',
    });
  });

  it.each<[string, LearnedWrites, UserValues, number]>([
    ['sent if photos appear late', { photoLags: true }, { photo: PHOTO }, 1],
    ['not sent if photos appear at once', {}, { photo: PHOTO }, 0],
    ['not part of the change, although photos appear late', { photoLags: true }, { title: 'Cook' }, 0],
  ])('already has the planned photo, which is %s', async (_, writes, set, calls) => {
    const { send, writes: sent } = await peopleWorld({ writes }, { photo: PHOTO });
    await send(patch(set, {}));
    expect(sent).toHaveLength(calls);
  });
});

describe('deactivated user', () => {
  const off = (verb?: 'DELETE'): ChangeOf<'deactivateUser'> => ({
    ...patch({ active: false }, { active: true }),
    kind: 'deactivateUser',
    ...(verb === undefined ? {} : { verb }),
  });

  it.each([
    [undefined, 'PATCH'],
    ['DELETE', 'DELETE'],
  ] as const)('is deactivated by the planned method, or PATCH: %s', async (verb, method) => {
    const { send, writes, now, answers } = await peopleWorld();
    expect(await send(off(verb))).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.active]).toEqual([[`${method} /Users/${idOf('ann')}`], false]);
    expect(answers).toMatchObject([{ user: { values: { active: false } } }]);
  });

  it('stays unknown if it cannot be checked after a DELETE', async () => {
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

/** A PUT that omits the department. */
const put: ChangeOf<'replaceUser'> = {
  ...patch({ title: 'Chef' }, { title: 'Cook', department: 'Kitchen' }),
  kind: 'replaceUser',
  clear: ['department'],
  body: newUser('2.0', 'ann', { title: 'Chef' }),
};

describe('replaced user', () => {
  it('is sent even if all values are equal', async () => {
    const { send, writes, now } = await peopleWorld({}, { title: 'Chef', department: '' });
    expect(await send(put)).toEqual({ state: 'succeeded', id: idOf('ann'), name: 'ann' });
    expect([writes, now()?.title]).toEqual([[`PUT /Users/${idOf('ann')}`], 'Chef']);
  });

  it('is not sent again after a lost response', async () => {
    const { send, writes } = await peopleWorld({ fates: ['made, lost'] });
    expect(await send(put)).toMatchObject({ state: 'succeeded', how: 'adopted' });
    expect(writes).toHaveLength(1);
  });

  const keeps = (resource: JsonObject) => ({
    ...resource,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Kitchen' },
  });

  it.each([
    ['is not cleared separately if no probe found that PUT keeps values', {}, keeps, ['PUT'], ['department']],
    [
      'is cleared by a PATCH if PUT keeps omitted values',
      { putKeeps: true },
      keeps,
      ['PUT', 'PATCH'],
      ['department'],
    ],
    [
      'is not cleared separately if PUT kept nothing',
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

  it('succeeds in part if the second request is refused', async () => {
    const { send, refusals } = await peopleWorld({
      writes: { putKeeps: true },
      answer: keeps,
      fates: ['answered', refused('title_too_long')],
    });
    expect(await send(put)).toMatchObject({ state: 'succeeded', notKept: ['department'] });
    expect(refusals).toMatchObject([{ code: 'title_too_long' }]);
  });

  it('stays unknown if a signal interrupts the second request', async () => {
    const fates = ['answered', new Interrupted('SIGINT')] as const;
    const { send } = await peopleWorld({ writes: { putKeeps: true }, answer: keeps, fates });
    await expect(send(put)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'the outcome of line 2 is unknown: stopped by SIGINT',
    });
  });

  it('succeeds in part if the second request is not sent', async () => {
    const { send } = await peopleWorld({
      writes: { putKeeps: true },
      answer: keeps,
      fates: ['answered', AWAY],
    });
    expect(await send(put)).toMatchObject({ state: 'succeeded', notKept: ['department'] });
  });
});

describe('Web API call', () => {
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

  it('is sent as planned, and its response is printed', async () => {
    const { send, answers } = await peopleWorld({ context });
    expect(await send(call())).toEqual({ state: 'succeeded', id: '', name: 'ann' });
    const { kind: _, id, line, after, name, ...request } = call();
    expect(calls).toEqual([request]);
    expect(answers).toEqual([{ body: { ok: true } }]);
  });

  it('needs a Web API connection', async () => {
    const { send } = await peopleWorld();
    await expect(send(call())).rejects.toMatchObject({
      kind: 'usage',
      message: `${method} needs a Web API connection`,
    });
  });
});

describe('errors while sending a change', () => {
  it.each<[string, Failure]>([
    ['a refusal', refused('title_too_long')],
    ['invalid input', new Failure('invalidInput', 'no')],
    ['a missing permission', new Failure('unauthorized', 'no', { status: 403 })],
  ])('fail the row: %s', async (_, failure) => {
    const { send, refusals } = await peopleWorld({ fates: [failure] });
    expect(await send(promote)).toMatchObject({ state: 'failed', message: failure.message });
    expect(refusals).toEqual([failure]);
  });

  it.each<[string, Error]>([
    ['a refused token', new Failure('unauthorized', 'no', { status: 401 })],
    ['no connection', AWAY],
    ['a disk error', new Failure('storage', 'no')],
  ])('end the run: %s', async (_, failure) => {
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
      'a write in a dry run',
      new DryRunWrite({ method: 'POST', url: 'https://x.example/', headers: {}, effect: 'write' }),
    ],
  ])('are passed on unchanged: %s', async (_, error) => {
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
  ])('leave the row unknown after a request: %s', async (_, error, message) => {
    const onRead = (_path: string, writes: number) => {
      if (writes > 0) throw error;
    };
    const { send } = await peopleWorld({ fates: ['lost'], onRead });
    await expect(send(promote)).rejects.toMatchObject({ kind: 'unknownOutcome', message, cause: error });
  });

  it('fail the row for a refusal after a lost response', async () => {
    const { send } = await peopleWorld({ fates: ['lost', refused('title_too_long')] });
    expect(await send(promote)).toMatchObject({ state: 'failed', code: 'title_too_long' });
  });
});
