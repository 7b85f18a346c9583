import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { listeningSandbox } from '../support/listening.ts';
import { account, TOKENS, team } from '../support/organization-world.ts';
import { RICH } from '../support/patch-table.ts';
import { LIST_RESPONSE, patchOp, URNS } from '../support/test-sandbox.ts';

interface Got {
  readonly status: number;
  readonly text: string;
  /** Parsed only if the body begins with a brace, as the clients do. */
  readonly body: JsonObject;
}

type Send = (method: string, path: string, body?: JsonObject) => Promise<Got>;

function client(base: string, headers: (hasBody: boolean) => Record<string, string>): Send {
  return async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      redirect: 'error',
      headers: headers(body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
}

const users = [account('mia', RICH, { hasCustomProfile: true }), account('boss'), account('plain')];

/** Version 1.1: the same Content-Type for every method, no Accept, no trailing slash (OBSERVED §12.1). */
async function pythonClient(token: string = TOKENS.owner): Promise<Send> {
  const { origin } = await listeningSandbox({ users, groups: [team('mia', 'plain')] });
  return client(`${origin}/scim/v1/`, () => ({
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json;charset=utf-8',
    'User-Agent': 'Python/3.12.1 scimclient/3.30.0 Linux/6.1',
  }));
}

/** Version 2.0: nulls omitted, no Content-Type without a body (OBSERVED §12.2). */
async function javaClient(token: string = TOKENS.owner): Promise<Send> {
  const { origin } = await listeningSandbox({ users, groups: [team('mia', 'plain')] });
  const send = client(`${origin}/scim/v2/`, (hasBody) => ({
    Authorization: `Bearer ${token}`,
    ...(hasBody ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
  }));
  return (method, path, body) => send(method, path, body === undefined ? body : withoutNulls(body));
}

function withoutNulls(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value, (_, inner: unknown) => (inner === null ? undefined : inner)));
}

describe('published SCIM 1.1 client for Python', () => {
  const schemas = [URNS['1.1'].user];

  it('creates, reads, patches, replaces and deactivates a user', async () => {
    const send = await pythonClient();
    const created = await send('POST', 'Users', {
      schemas,
      userName: 'user_1',
      name: { givenName: 'Kazuhiro', familyName: 'Sera' },
      emails: [{ value: 'user_1@example.com' }],
    });
    expect(created.status).toBe(201);
    const path = `Users/${created.body['id']}`;

    const read = await send('GET', path);
    expect(read).toEqual({ ...created, status: 200 });

    const patched = await send('PATCH', path, { schemas, userName: 'user_1_2', name: { givenName: 'Kaz' } });
    expect(patched).toMatchObject({
      status: 200,
      body: { userName: 'user_1_2', name: { givenName: 'Kaz', familyName: 'Sera' } },
    });

    const name = { givenName: 'Kaz', familyName: 'Sera' };
    const replaced = await send('PUT', path, { ...patched.body, name, title: 'Engineer' });
    expect(replaced).toMatchObject({ status: 200, body: { title: 'Engineer', userName: 'user_1_2' } });

    expect(await send('DELETE', path)).toEqual({ status: 200, text: '', body: {} });
    expect(await send('GET', path)).toMatchObject({ status: 200, body: { active: false } });
  });

  it('searches with spaces encoded as %20 and reads the totals', async () => {
    const send = await pythonClient();
    const query = 'count=1&filter=email%20eq%20%22mia%40example.com%22&startIndex=1';
    const { status, body } = await send('GET', `Users?${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalResults: 1,
      itemsPerPage: 1,
      startIndex: 1,
      Resources: [{ id: 'WMIA' }],
    });
  });

  it.each(['WMIA', 'WPLAIN'])(
    'changes nothing if it puts %s back with id, meta, groups and nulls',
    async (id) => {
      const send = await pythonClient();
      const fetched = await send('GET', `Users/${id}`);
      expect(await send('PUT', `Users/${id}`, fetched.body)).toEqual(fetched);
      expect(await send('GET', `Users/${id}`)).toEqual(fetched);
    },
  );

  it('SCIM §4.6: creates, reads, searches, patches, renames, replaces and deletes a group', async () => {
    const send = await pythonClient();
    const members = [{ value: 'WMIA' }];
    const created = await send('POST', 'Groups', { schemas, displayName: 'Cooks', members });
    expect(created).toMatchObject({
      status: 201,
      body: { displayName: 'Cooks', members: [{ value: 'WMIA', display: 'Mia Tan' }] },
    });
    const path = `Groups/${created.body['id']}`;
    expect(await send('GET', path)).toEqual({ ...created, status: 200 });
    const found = await send('GET', 'Groups?filter=displayName%20eq%20Cooks&count=1&startIndex=1');
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Cooks' }] });

    const change = { schemas, members: [{ value: 'WMIA', operation: 'delete' }, { value: 'WBOSS' }] };
    expect(await send('PATCH', path, change)).toEqual({ status: 204, text: '', body: {} });
    expect(await send('PATCH', path, { schemas, displayName: 'Chefs' })).toMatchObject({ status: 204 });
    const renamed = await send('GET', path);
    expect(renamed.body).toMatchObject({ displayName: 'Chefs', members: [{ value: 'WBOSS' }] });

    const replaced = await send('PUT', path, { ...renamed.body, displayName: 'Bosses' });
    expect(replaced).toMatchObject({
      status: 200,
      body: { displayName: 'Bosses', members: [{ value: 'WBOSS' }] },
    });
    expect(await send('DELETE', path)).toEqual({ status: 204, text: '', body: {} });
    expect(await send('GET', path)).toMatchObject({
      status: 404,
      body: { Errors: { code: 404, description: 'no_such_group' } },
    });
  });

  it('SCIM §2.1: keeps the groups of a user that is put back with groups emptied', async () => {
    const send = await pythonClient();
    const fetched = await send('GET', 'Users/WPLAIN');
    expect(fetched.body['groups']).toEqual([{ value: 'S1', display: 'Team' }]);
    expect(await send('PUT', 'Users/WPLAIN', { ...fetched.body, groups: [] })).toEqual(fetched);
  });

  it('reads only a code and a description from an error', async () => {
    const send = await pythonClient();
    expect(await send('GET', 'Users?filter=foo')).toMatchObject({
      status: 400,
      body: { Errors: { code: 400, description: 'no_filters (is_aggregate_call=1)' } },
    });
    const { body } = await send('GET', 'Users/W0');
    expect(body).toEqual({ Errors: { code: 404, description: 'no_such_user' } });
  });

  it('reads the configuration with an unknown token', async () => {
    const send = await pythonClient('dummy');
    expect((await send('GET', 'ServiceProviderConfigs')).status).toBe(200);
    expect((await send('GET', 'Users')).status).toBe(401);
  });
});

describe('published SCIM 2.0 client for Java', () => {
  const urns = URNS['2.0'];
  const schemas = [urns.user, urns.enterprise, urns.guest, urns.profile];

  it('creates a user that lists four schemas without their objects', async () => {
    const send = await javaClient();
    const created = await send('POST', 'Users', {
      schemas,
      userName: 'user_2',
      emails: [{ value: 'user_2@example.com', primary: true }],
      active: null,
      [urns.guest]: null,
    });
    expect(created.status).toBe(201);
    expect(created.body['schemas']).toEqual([urns.user]);
  });

  it('searches by userName with count 1', async () => {
    const send = await javaClient();
    const { body } = await send('GET', 'Users?filter=userName%20eq%20%22mia%22&count=1&startIndex=1');
    expect(body).toMatchObject({
      schemas: [LIST_RESPONSE],
      totalResults: 1,
      itemsPerPage: 1,
      startIndex: 1,
      Resources: [{ userName: 'mia' }],
    });
  });

  it('patches a user with operations', async () => {
    const send = await javaClient();
    const replace = (path: string, value: Json) => ({ op: 'replace', path, value });
    const patched = await send(
      'PATCH',
      'Users/WPLAIN',
      patchOp(replace('title', 'Engineer'), replace('active', false)),
    );
    expect(patched).toMatchObject({ status: 200, body: { title: 'Engineer', active: false } });
  });

  it.each(['WMIA', 'WPLAIN', 'WBOSS'])('changes nothing if it puts %s back without the nulls', async (id) => {
    const send = await javaClient();
    await send('PATCH', 'Users/WBOSS', patchOp({ op: 'add', path: 'locale', value: 'sv' }));
    const fetched = await send('GET', `Users/${id}`);
    expect(await send('PUT', `Users/${id}`, { ...fetched.body, schemas })).toEqual(fetched);
    expect(await send('GET', `Users/${id}`)).toEqual(fetched);
  });

  it('SCIM §4.6: creates a group without members, patches it with operations and deletes it', async () => {
    const send = await javaClient();
    const group = 'urn:ietf:params:scim:schemas:core:2.0:Group';
    const created = await send('POST', 'Groups', { schemas: [group], displayName: 'Cooks' });
    expect(created).toMatchObject({ status: 201, body: { schemas: [group], members: [] } });
    const path = `Groups/${created.body['id']}`;

    const add = { op: 'add', path: 'members', value: [{ value: 'WMIA' }, { value: 'WBOSS' }] };
    expect((await send('PATCH', path, patchOp(add))).body).toMatchObject({
      members: [
        { value: 'WMIA', display: 'Mia Tan' },
        { value: 'WBOSS', display: 'boss' },
      ],
    });
    const removal = { op: 'remove', path: 'members', value: [{ value: 'WMIA' }] };
    expect((await send('PATCH', path, patchOp(removal))).body['members']).toEqual([
      { value: 'WBOSS', display: 'boss' },
    ]);
    const fetched = await send('GET', path);
    expect(await send('PUT', path, fetched.body)).toEqual(fetched);
    for (const status of [204, 404]) expect(await send('DELETE', path)).toMatchObject({ status });
  });

  it('SCIM §4.6: lists groups with count 1 and reads the totals', async () => {
    const send = await javaClient();
    expect((await send('GET', 'Groups?count=1&startIndex=1')).body).toMatchObject({
      schemas: [LIST_RESPONSE],
      totalResults: 1,
      itemsPerPage: 1,
      startIndex: 1,
      Resources: [{ id: 'S1', members: [{ value: 'WMIA' }, { value: 'WPLAIN' }] }],
    });
  });

  it('SCIM §4: reads the resource types', async () => {
    const send = await javaClient();
    expect(await send('GET', 'ResourceTypes')).toMatchObject({
      status: 200,
      body: { Resources: [{ id: 'User', schemaExtensions: [{}, {}, {}] }, { id: 'Group' }] },
    });
  });

  it('deactivates a user three times, each time with an empty response', async () => {
    const send = await javaClient();
    for (let time = 0; time < 3; time += 1) {
      expect(await send('DELETE', 'Users/WMIA')).toEqual({ status: 204, text: '', body: {} });
    }
  });

  it('requests the configuration at the v1 path', async () => {
    const send = await javaClient();
    expect(await send('GET', 'ServiceProviderConfigs')).toMatchObject({
      status: 200,
      body: { patch: { supported: true } },
    });
  });

  it('reads a code and a numeric status from every error', async () => {
    const send = await javaClient('dummy');
    const refused = await send('GET', 'Users');
    expect(refused).toMatchObject({
      status: 401,
      body: { detail: 'invalid_authentication', status: 401 },
    });
    const other = await (await javaClient())('GET', 'Users/W0');
    expect(other.body).toMatchObject({ detail: 'no_such_user', status: 404 });
  });
});
