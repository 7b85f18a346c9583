import { describe, expect, it } from 'vitest';
import { reconcileCreate } from '../../src/scim/reconcile-create.ts';
import { userBody } from '../../src/scim/user-body.ts';
import { createUser } from '../../src/scim/users.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { account } from '../support/organization-world.ts';
import { clientOf, dropRequests, dropResponses, isPost, isV1, rewriting } from '../support/scim-client-of.ts';
import { NOW, openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const EVA: UserValues = {
  userName: 'Eva Holm',
  email: 'eva@example.com',
  title: 'Painter',
  givenName: 'Eva',
};

/** Records the waits and calls `during` in each. */
const waits = (during: () => Promise<unknown> = async () => {}) => {
  const milliseconds: number[] = [];
  const sleep = async (wait: number) => {
    milliseconds.push(wait);
    await during();
  };
  return { milliseconds, sleep };
};

describe.each(VERSIONS)('reconciling a create without a response over SCIM %s', (version) => {
  const unanswered = (lose: typeof dropResponses) => lose(1, isPost);

  it('finds the created user under its normalized userName', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service, { faults: [unanswered(dropResponses)] });
    await expect(createUser(scim, userBody(EVA, scim.dialect))).rejects.toMatchObject({
      kind: 'unknownOutcome',
    });
    const { milliseconds, sleep } = waits();
    const settled = await reconcileCreate(scim, EVA, NOW, sleep);
    expect(settled).toMatchObject({ state: 'created', user: { values: { userName: 'eva_holm' } } });
    expect(milliseconds).toEqual([]);
  });

  it('reports a user as absent only after two lookups', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service, { faults: [unanswered(dropRequests)] });
    await expect(createUser(scim, userBody(EVA, scim.dialect))).rejects.toMatchObject({
      kind: 'unknownOutcome',
    });
    const { milliseconds, sleep } = waits();
    expect(await reconcileCreate(scim, EVA, NOW, sleep)).toEqual({ state: 'absent' });
    expect(milliseconds).toEqual([2000]);
  });

  it('finds a user that becomes visible between the lookups', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    const { sleep } = waits(() => createUser(scim, userBody(EVA, scim.dialect)));
    expect(await reconcileCreate(scim, EVA, NOW, sleep)).toMatchObject({ state: 'created' });
  });

  it('finds a user by userName if its email differs, as a conflict', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    await createUser(scim, userBody({ ...EVA, email: 'other@example.com' }, scim.dialect));
    const settled = await reconcileCreate(scim, EVA, NOW, waits().sleep);
    expect(settled).toMatchObject({ state: 'conflict', why: 'its primary e-mail is different' });
  });

  it('never adopts an account that existed before', async () => {
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
      why: 'it was created earlier, at 2024-01-02T03:04:05-08:00',
    });
  });

  it('never adopts an account that differs in an attribute stored unchanged', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    await createUser(scim, userBody({ ...EVA, title: 'Sculptor' }, scim.dialect));
    const settled = await reconcileCreate(scim, EVA, NOW, waits().sleep);
    expect(settled).toMatchObject({ state: 'conflict', why: 'its title is different' });
  });

  it('allows for the precision of meta.created', async () => {
    const service = await openTestSandbox({ version });
    const scim = clientOf(service);
    await createUser(scim, userBody(EVA, scim.dialect));
    expect(await reconcileCreate(scim, EVA, NOW + 999, waits().sleep)).toMatchObject({ state: 'created' });
    expect(await reconcileCreate(scim, EVA, NOW + 1001, waits().sleep)).toMatchObject({ state: 'conflict' });
  });

  it('compares the values if the service returns no creation time', async () => {
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
