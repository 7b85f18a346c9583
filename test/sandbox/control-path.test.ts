import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Audit } from '../../src/sandbox/audit.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { answerControl } from '../../src/sandbox/faults/control-path.ts';
import { FaultQueue } from '../../src/sandbox/faults/fault-queue.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { account, group, organizationOf, TOKENS } from '../support/organization-world.ts';
import { attributes, NOW, newUser, openTestSandbox, patchOp } from '../support/test-sandbox.ts';

/** One external IPv4 address of this machine, if it has any. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .flatMap(({ internal, family, address }) => (!internal && family === 'IPv4' ? [address] : []))
  .slice(0, 1);

async function served() {
  const world = organizationOf({ users: [account('ada'), account('bo')], groups: [group(['ada'])] });
  const opened = await faultySandbox(world, [], () => NOW);
  const ask = async (method: string, path: string, body?: unknown, token: string = TOKENS.primaryOwner) => {
    const answer = await fetch(`${opened.origin}${path}`, {
      method,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { ...opened, ask };
}

describe('access to the control path of the sandbox', () => {
  it.each([
    ['', 401],
    ['wrong', 401],
    [TOKENS.member, 403],
    [TOKENS.admin, 403],
    [TOKENS.workspace, 403],
    [TOKENS.owner, 200],
    [TOKENS.primaryOwner, 200],
  ])('answers the token "%s" with %i', async (token, status) => {
    const { ask } = await served();
    expect(await ask('GET', '/_sandbox/faults', undefined, token)).toMatchObject({ status });
    expect(await ask('GET', '/_sandbox/audit', undefined, token)).toMatchObject({ status });
  });

  it('refuses an invalid token without reading the faults in the body', async () => {
    const { ask, queue } = await served();
    const faults = { faults: [{ do: 'reset' }] };
    expect(await ask('POST', '/_sandbox/faults', faults, 'wrong')).toMatchObject({ status: 401 });
    expect(queue.account()).toEqual([]);
  });

  it('refuses requests from other machines', async () => {
    const { sandbox } = await openTestSandbox();
    const request = {
      method: 'GET',
      url: 'http://sandbox:8080/_sandbox/faults',
      headers: { authorization: `Bearer ${TOKENS.primaryOwner}` },
    };
    const controlled = { organization: sandbox.organization, queue: new FaultQueue(), audit: undefined };
    expect(answerControl(request, controlled, true).status).toBe(200);
    expect(answerControl(request, controlled, false)).toMatchObject({
      status: 403,
      body: { error: 'only this machine may control the sandbox' },
    });
  });

  it.each(OUTSIDE)('refuses control requests to %s, another address of this machine', async (outside) => {
    const { sandbox } = await openTestSandbox();
    const server = await listen(sandbox, 0, () => NOW, { host: '0.0.0.0' });
    onTestFinished(server.close);
    const { port } = new URL(server.origin);
    const headers = { authorization: `Bearer ${TOKENS.primaryOwner}` };
    const status = async (host: string, path: string) =>
      (await fetch(`http://${host}:${port}${path}`, { headers })).status;
    expect(await status(outside, '/_sandbox/faults')).toBe(403);
    expect(await status(outside, '/scim/v1/Users')).toBe(200);
    expect(await status('127.0.0.1', '/_sandbox/faults')).toBe(200);
  });
});

describe('/_sandbox/faults', () => {
  it('adds faults, reports their consumption and deletes them', async () => {
    const { ask } = await served();
    const fault = { method: 'POST', path: '/scim/v1/Users', do: 'throttle', retryAfter: 1 };
    const added = await ask('POST', '/_sandbox/faults', { faults: [fault] });
    expect(added).toMatchObject({ status: 201, body: { faults: [{ id: 1, seen: 0, consumed: 0, nth: 1 }] } });
    expect(await ask('POST', '/scim/v1/Users', newUser('1.1', 'eva'))).toMatchObject({ status: 429 });
    expect((await ask('GET', '/_sandbox/faults')).body.faults).toEqual([
      {
        id: 1,
        ...fault,
        retryAfter: '1',
        nth: 1,
        times: 1,
        seen: 1,
        consumed: 1,
        requests: [{ number: 1, method: 'POST', path: '/scim/v1/Users' }],
      },
    ]);
    expect(await ask('DELETE', '/_sandbox/faults')).toEqual({ status: 204, body: undefined });
    expect((await ask('GET', '/_sandbox/faults')).body).toEqual({ faults: [] });
  });

  it('exempts the control path from faults and from expired tokens', async () => {
    const { ask } = await served();
    await ask('POST', '/_sandbox/faults', { faults: [{ do: 'token', times: 'always' }] });
    expect(await ask('GET', '/scim/v1/Users')).toMatchObject({ status: 401 });
    expect(await ask('GET', '/_sandbox/faults')).toMatchObject({ status: 200 });
  });

  it('reports every error of a list of faults and adds none of them', async () => {
    const { ask, queue } = await served();
    const answer = await ask('POST', '/_sandbox/faults', {
      faults: [{ do: 'reset' }, { do: 'reset', nth: 0 }],
    });
    expect(answer).toEqual({
      status: 400,
      body: {
        error: 'invalid faults',
        issues: [{ path: 'faults[1].nth', message: 'is 0', expected: 'a whole number from 1' }],
      },
    });
    expect(queue.account()).toEqual([]);
  });

  it.each(['', '{', '[]', '"x"', '['.repeat(100_000)])(
    'refuses a body that is not an object',
    async (body) => {
      const { ask } = await served();
      expect(await ask('POST', '/_sandbox/faults', body)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('is not a JSON object') },
      });
    },
  );

  it.each([
    ['PUT', '/_sandbox/faults'],
    ['POST', '/_sandbox/audit'],
    ['DELETE', '/_sandbox/audit'],
    ['GET', '/_sandbox/other'],
    ['GET', '/_sandbox/'],
    ['GET', '/_sandbox/faults/1'],
  ])('answers %s %s with 404', async (method, path) => {
    const { ask } = await served();
    expect(await ask(method, path)).toMatchObject({ status: 404 });
  });
});

describe('/_sandbox/audit', () => {
  it('lists the changes in order, each with its request', async () => {
    const { ask } = await served();
    const groupId = (await ask('GET', '/scim/v2/Groups')).body.Resources[0].id;
    await ask('POST', '/scim/v1/Users', newUser('1.1', 'eva'));
    await ask('POST', '/scim/v1/Users', newUser('1.1', 'eva'));
    await ask('PATCH', '/scim/v1/Users/WADA', attributes('1.1', { title: 'Countess' }));
    await ask('PATCH', '/scim/v1/Users/WADA', attributes('1.1', { title: 'Countess' }));
    const members = { op: 'add', path: 'members', value: [{ value: 'WBO' }] };
    await ask('PATCH', `/scim/v2/Groups/${groupId}`, patchOp(members));
    await ask('PATCH', `/scim/v2/Groups/${groupId}`, patchOp(members));
    await ask('DELETE', '/scim/v1/Users/WBO');
    await ask('DELETE', '/scim/v1/Users/WBO');
    await ask('DELETE', `/scim/v1/Groups/${groupId}`);
    const { entries } = (await ask('GET', '/_sandbox/audit')).body;
    expect(entries[0]).toEqual({
      seq: 1,
      time: '2024-03-04T17:00:00.000Z',
      request: 2,
      method: 'POST',
      path: '/scim/v1/Users',
      kind: 'user',
      id: expect.stringMatching(/^W/),
      name: 'eva',
      action: 'created',
      fields: expect.arrayContaining(['userName', 'email']),
    });
    const lines = entries.map(
      ({ seq, request, action, name = '', fields }: Record<string, unknown>) =>
        `${seq} ${request} ${action} ${name} ${Array.isArray(fields) && action !== 'created' ? fields.join() : ''}`,
    );
    expect(lines).toEqual([
      '1 2 created eva ',
      '2 4 changed ada title',
      '3 5 same ada ',
      '4 6 changed Team +WBO',
      '5 7 same Team ',
      '6 8 changed bo active',
      '7 10 deleted Team ',
    ]);
    expect((await ask('GET', '/_sandbox/audit?after=5')).body.entries).toMatchObject([
      { seq: 6 },
      { seq: 7 },
    ]);
    expect((await ask('GET', '/_sandbox/audit?after=x')).body.entries).toHaveLength(7);
  });

  it('lists a change even if the client got an error', async () => {
    const { ask } = await served();
    await ask('POST', '/_sandbox/faults', { faults: [{ method: 'DELETE', do: 'error', applied: true }] });
    expect(await ask('DELETE', '/scim/v1/Users/WADA')).toMatchObject({ status: 500 });
    const { entries } = (await ask('GET', '/_sandbox/audit')).body;
    expect(entries).toMatchObject([{ action: 'changed', name: 'ada', fields: ['active'] }]);
  });

  it('names the request in the entries of its side effects too', async () => {
    const audit = new Audit(() => NOW);
    const sandbox = await openSandbox({ initial: demoOrganization(), now: () => NOW, audit });
    const owner = [...sandbox.organization.records.of('app').values()].find(
      ({ installation }) => installation?.isEnabled === true && installation.by !== 'W10IMBXVJ',
    )?.installation?.by;
    await sandbox.answer({
      method: 'DELETE',
      url: `http://localhost/scim/v2/Users/${owner}`,
      headers: { authorization: `Bearer ${SANDBOX_TOKEN}` },
      number: 7,
    });
    const kinds = audit.entries().map(({ kind, request }) => `${kind} ${request}`);
    expect(kinds).toEqual(expect.arrayContaining(['user 7', 'app 7', 'log 7']));
    expect(kinds.filter((line) => !line.endsWith(' 7'))).toEqual([]);
  });

  it('names no request for changes made without one', async () => {
    const { sandbox, audit } = await served();
    await sandbox.setUp((organization) => organization.change({ deletedGroup: 'S1' }));
    const [entry] = audit();
    expect(entry).toMatchObject({ kind: 'group', id: 'S1', action: 'deleted' });
    expect(entry).not.toHaveProperty('request');
    expect(entry).not.toHaveProperty('path');
  });

  it('keeps the last 100,000 entries and their sequence numbers', () => {
    const audit = new Audit(() => NOW);
    for (let turn = 0; turn < 100_002; turn += 1) audit.add({ deletedGroup: `S${turn}` }, undefined);
    const entries = audit.entries();
    expect(entries).toHaveLength(100_000);
    expect([entries[0]?.seq, entries.at(-1)?.seq]).toEqual([3, 100_002]);
  });
});
