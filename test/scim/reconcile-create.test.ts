import { describe, expect, it } from 'vitest';
import { reconcileCreate } from '../../src/scim/reconcile-create.ts';
import { userBody } from '../../src/scim/user-body.ts';
import { createUser } from '../../src/scim/users.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { account } from '../support/organization-world.ts';
import {
  clientOf,
  isPost,
  isV1,
  losingAnswers,
  losingRequests,
  rewriting,
} from '../support/scim-client-of.ts';
import { NOW, openTestSandbox, VERSIONS } from '../support/wire.ts';

const EVA: UserValues = {
  userName: 'Eva Holm',
  email: 'eva@example.com',
  title: 'Painter',
  givenName: 'Eva',
};

/** Notes the waits, and calls back in each. */
const waits = (during: () => Promise<unknown> = async () => {}) => {
  const milliseconds: number[] = [];
  const sleep = async (wait: number) => {
    milliseconds.push(wait);
    await during();
  };
  return { milliseconds, sleep };
};

describe.each(VERSIONS)('a create without an answer over SCIM %s', (version) => {
  const unanswered = (lose: typeof losingAnswers) => lose(1, isPost);

  it('finds what the service made of it, under the name that it stored', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service, { faults: [unanswered(losingAnswers)] });
    await expect(createUser(scim, userBody(EVA, scim.dialect))).rejects.toMatchObject({
      kind: 'unknownOutcome',
    });
    const { milliseconds, sleep } = waits();
    const settled = await reconcileCreate(scim, EVA, NOW, sleep);
    expect(settled).toMatchObject({ state: 'created', user: { values: { userName: 'eva_holm' } } });
    expect(milliseconds).toEqual([]);
  });

  it('counts an absence only when it is seen twice', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service, { faults: [unanswered(losingRequests)] });
    await expect(createUser(scim, userBody(EVA, scim.dialect))).rejects.toMatchObject({
      kind: 'unknownOutcome',
    });
    const { milliseconds, sleep } = waits();
    expect(await reconcileCreate(scim, EVA, NOW, sleep)).toEqual({ state: 'absent' });
    expect(milliseconds).toEqual([2000]);
  });

  it('sees what becomes visible a moment later', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    const { sleep } = waits(() => createUser(scim, userBody(EVA, scim.dialect)));
    expect(await reconcileCreate(scim, EVA, NOW, sleep)).toMatchObject({ state: 'created' });
  });

  it('finds by userName where the address was not kept', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    await createUser(scim, userBody({ ...EVA, email: 'other@example.com' }, scim.dialect));
    const settled = await reconcileCreate(scim, EVA, NOW, waits().sleep);
    expect(settled).toMatchObject({ state: 'conflict', why: 'its primary e-mail is another' });
  });

  it('never adopts an account that was there before', async () => {
    const service = await openTestSandbox({ version, users: [account('eva', { title: 'Painter' })] });
    const settled = await reconcileCreate(
      clientOf(service),
      { userName: 'eva', email: 'eva@example.com' },
      NOW,
      waits().sleep,
    );
    expect(settled).toMatchObject({
      state: 'conflict',
      user: { id: 'WEVA' },
      why: 'it was created before, at 2024-01-02T03:04:05-08:00',
    });
  });

  it('never adopts an account that differs in what the service keeps as it is sent', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    await createUser(scim, userBody({ ...EVA, title: 'Sculptor' }, scim.dialect));
    const settled = await reconcileCreate(scim, EVA, NOW, waits().sleep);
    expect(settled).toMatchObject({ state: 'conflict', why: 'its title is another' });
  });

  it('allows for the grain of meta.created', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    await createUser(scim, userBody(EVA, scim.dialect));
    expect(await reconcileCreate(scim, EVA, NOW + 999, waits().sleep)).toMatchObject({ state: 'created' });
    expect(await reconcileCreate(scim, EVA, NOW + 1001, waits().sleep)).toMatchObject({ state: 'conflict' });
  });

  it('decides by the values where the service does not say when it was created', async () => {
    const service = await openTestSandbox({ version });
    const timeless = rewriting(isV1, (body) => ({
      ...body,
      Resources: (Array.isArray(body['Resources']) ? body['Resources'] : []).map((user) => ({
        ...(typeof user === 'object' ? user : {}),
        meta: null,
      })),
    }));
    const scim = clientOf(service, { faults: [timeless] });
    await createUser(clientOf(service), userBody(EVA, scim.dialect));
    const { state } = await reconcileCreate(scim, EVA, NOW + 1e9, waits().sleep);
    expect(state).toBe('created');
  });
});
