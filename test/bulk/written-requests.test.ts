import { describe, expect, it } from 'vitest';
import { idOf } from '../support/organization-world.ts';
import { LOST } from '../support/sending-world.ts';
import { patch, peopleWorld, refused, SEEN } from '../support/sent-user-changes.ts';
import { NOW, PATCH_OP } from '../support/test-sandbox.ts';

/** Requests with a written body. */
function own(titles: readonly string[], before = SEEN) {
  const bodies = titles.map((value) => ({
    schemas: [PATCH_OP],
    Operations: [{ op: 'replace', path: 'title', value }],
  }));
  const asks = { names: [], managers: [], unclear: [] };
  return { ...patch({}, before), kind: 'sendUserPatch', bodies, asks } as const;
}

describe('written requests for a user', () => {
  it('are sent in order, and the outcome has the resulting change', async () => {
    const { send, bodies, now } = await peopleWorld();
    const change = own(['Baker', 'Chef']);
    expect(await send(change)).toEqual({
      state: 'succeeded',
      id: idOf('ann'),
      name: 'ann',
      changed: { before: { title: 'Cook' }, after: { title: 'Chef' } },
    });
    expect([bodies, now()?.title]).toEqual([change.bodies, 'Chef']);
  });

  it('may be empty', async () => {
    const { send, writes } = await peopleWorld();
    expect(await send(own([]))).toMatchObject({ state: 'succeeded', changed: { before: {}, after: {} } });
    expect(writes).toEqual([]);
  });

  it('report set values that the response does not show', async () => {
    const { send } = await peopleWorld();
    const change = { ...own(['Chef']), set: { title: 'Waiter' } };
    expect(await send(change)).toMatchObject({ state: 'succeeded', notKept: ['title'] });
  });

  it('are not sent if the user was changed since', async () => {
    const { send, writes } = await peopleWorld({}, { title: 'Baker' });
    expect(await send(own(['Chef']))).toEqual({
      state: 'failed',
      code: 'conflict',
      message: 'ann was changed since the plan was made',
    });
    expect(writes).toEqual([]);
  });

  it('are not sent if the user has an additional or a missing value', async () => {
    for (const values of [{ division: 'East' }, { department: '' }]) {
      const { send } = await peopleWorld({}, values);
      expect(await send(own(['Chef']))).toMatchObject({ code: 'conflict' });
    }
  });

  it.each([
    ['an earlier run sent them', NOW - 1, [], 'Chef', 0],
    ['the response was lost', undefined, ['made, lost'], 'Cook', 1],
  ] as const)('stay unknown if %s and the user has changed', async (_, since, fates, title, calls) => {
    const { send, writes } = await peopleWorld({ fates }, { title });
    await expect(send(own(['Chef']), since)).rejects.toMatchObject({
      kind: 'unknownOutcome',
      message: 'ann was changed; unknown whether by this request',
    });
    expect(writes).toHaveLength(calls);
  });

  it('are sent at most three times if they have no effect', async () => {
    const { send, writes, retried } = await peopleWorld({ fates: ['lost'] });
    await expect(send(own(['Chef']))).rejects.toBe(LOST);
    expect([writes.length, retried]).toEqual([3, ['c', 'c']]);
  });

  it('are sent by a resumed run if the user is unchanged', async () => {
    const { send } = await peopleWorld();
    expect(await send(own(['Chef']), NOW - 1)).toMatchObject({ state: 'succeeded' });
  });

  it.each([
    ['in part, as the outcome reports', [], ['what was refused']],
    ['in part, with the missing values', [['title', 'Waiter']], ['title']],
  ] as const)('are applied %s, if a later one is refused', async (_, set, notKept) => {
    const { send, refusals } = await peopleWorld({ fates: ['answered', refused('title_too_long')] });
    expect(await send({ ...own(['Baker', 'x']), set: Object.fromEntries(set) })).toEqual({
      state: 'succeeded',
      id: idOf('ann'),
      name: 'ann',
      changed: { before: { title: 'Cook' }, after: { title: 'Baker' } },
      notKept,
    });
    expect(refusals).toMatchObject([{ code: 'title_too_long' }]);
  });

  it('fail if the first one is refused', async () => {
    const { send, now } = await peopleWorld({ fates: [refused('title_too_long')] });
    expect(await send(own(['Baker', 'x']))).toMatchObject({ state: 'failed', code: 'title_too_long' });
    expect(now()?.title).toBe('Cook');
  });

  it('stay unknown if the response to a later one is lost', async () => {
    const { send } = await peopleWorld({ fates: ['answered', 'lost'] });
    await expect(send(own(['Baker', 'Chef']))).rejects.toMatchObject({ kind: 'unknownOutcome' });
  });
});
