import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/rules/json-value.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account, TOKENS } from '../support/organization-world.ts';
import { attributes, ERROR, newUser, openTestSandbox, patchOp, VERSIONS } from '../support/test-sandbox.ts';

describe('SCIM §4: status and body of every successful response', () => {
  const title = { op: 'replace', path: 'title', value: 'Cook' };
  const cases = [
    { version: '1.1', call: 'GET', status: 200 },
    { version: '1.1', call: 'LIST', status: 200 },
    { version: '1.1', call: 'POST', status: 201 },
    { version: '1.1', call: 'PATCH', status: 200 },
    { version: '1.1', call: 'PUT', status: 200 },
    { version: '2.0', call: 'GET', status: 200 },
    { version: '2.0', call: 'LIST', status: 200 },
    { version: '2.0', call: 'POST', status: 201 },
    { version: '2.0', call: 'PATCH', status: 200 },
    { version: '2.0', call: 'PUT', status: 200 },
  ] as const;

  it.each(cases)('answers $status with JSON to $call on $version', async ({ version, call, status }) => {
    const service = await openTestSandbox({ version, users: [account('ada')] });
    const patch = version === '1.1' ? attributes(version, { title: 'Cook' }) : patchOp(title);
    const calls = {
      GET: () => service.get('/Users/WADA'),
      LIST: () => service.get('/Users'),
      POST: () => service.post('/Users', newUser(version, 'new')),
      PATCH: () => service.patch('/Users/WADA', patch),
      PUT: () => service.put('/Users/WADA', newUser(version, 'ada')),
    };
    const answer = await calls[call]();
    expect(answer.status).toBe(status);
    expect(answer.headers).toEqual({
      date: 'Mon, 04 Mar 2024 17:00:00 GMT',
      'content-type': 'application/json; charset=utf-8',
      ...(call === 'POST' ? { location: locationIn(answer.body) } : {}),
    });
    expect(answer.body).toHaveProperty('schemas');
  });

  it.each([
    ['1.1', 200],
    ['2.0', 204],
  ] as const)('answers a DELETE on %s with %i and an empty body', async (version, status) => {
    const service = await openTestSandbox({ version, users: [account('ada')] });
    const answer = await service.delete('/Users/WADA');
    expect(answer).toMatchObject({ status, text: '' });
    expect(answer.headers).toEqual({ date: 'Mon, 04 Mar 2024 17:00:00 GMT' });
  });

  it.each(VERSIONS)(
    'answers a create on %s with the same text as a read of the new user',
    async (version) => {
      const service = await openTestSandbox({ version });
      const { body, text } = await service.post('/Users', newUser(version, 'ada', { title: 'Cook' }));
      expect((await service.get(`/Users/${body?.['id']}`)).text).toBe(text);
    },
  );
});

describe('SCIM §7: error bodies', () => {
  it('answers v1 errors with an Errors object holding description and status code', async () => {
    const service = await openTestSandbox({ version: '1.1' });
    const { text, headers } = await service.get('/Users/W0');
    expect(text).toBe('{"Errors":{"description":"no_such_user","code":404}}');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('answers v2 errors with the Error schema, the code as detail and a numeric status', async () => {
    const service = await openTestSandbox({ version: '2.0' });
    const answer = await service.post('/Users', { userName: 'ada' });
    expect(answer.status).toBe(400);
    expect(answer.text).toBe(`{"schemas":["${ERROR}"],"detail":"missing_schema_element","status":400}`);
  });

  it('adds the observed details to the error code on v1', async () => {
    const service = await openTestSandbox({ version: '1.1', users: [account('ada')] });
    const { body } = await service.post('/Users', newUser('1.1', 'ada'));
    expect(body).toEqual({ Errors: { description: 'username_taken (username=ada)', code: 409 } });
  });

  it('puts only the error code into the detail on v2', async () => {
    const service = await openTestSandbox({ version: '2.0', users: [account('ada')] });
    const { body } = await service.post('/Users', newUser('2.0', 'ada'));
    expect(body).toEqual({ schemas: [ERROR], detail: 'username_taken', status: 409 });
  });

  it.each([
    ['1.1', '{"Errors":{"description":"invalid_authentication","code":401}}'],
    ['2.0', `{"schemas":["${ERROR}"],"detail":"invalid_authentication","status":401}`],
  ] as const)('answers a 401 on %s in the error format of that version', async (version, text) => {
    const service = (await openTestSandbox({ version })).with({ token: 'dummy' });
    const answer = await service.get('/Users');
    expect(answer).toMatchObject({ status: 401, text, headers: { 'www-authenticate': 'Bearer' } });
  });
});

describe('SCIM §4: response headers', () => {
  it.each(VERSIONS)('lists the methods of the path in the Allow header of a 405 on %s', async (version) => {
    const service = await openTestSandbox({ version, users: [account('ada')] });
    const send = (path: string) => service.send('POST', path, { authorization: '' });
    expect(await send('/Users/WADA')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, PATCH, PUT, DELETE' },
    });
    expect(await send('/Schemas/Users')).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  });

  it('returns the SCIM 2.0 media type only on v2 and only if the client accepts it (RFC 7644 §3.1)', async () => {
    const service = await openTestSandbox({ version: '2.0', users: [account('ada')] });
    const typeOf = async (version: '1.1' | '2.0', path: string, accept: string) => {
      const headers = { authorization: `Bearer ${TOKENS.owner}`, accept };
      return (await service.with({ version }).send('GET', path, headers)).headers['content-type'];
    };
    const scim = 'application/scim+json; charset=utf-8';
    const json = 'application/json; charset=utf-8';
    expect(await typeOf('2.0', '/Users/WADA', 'application/scim+json')).toBe(scim);
    expect(await typeOf('2.0', '/Users', 'application/json;q=0.5, application/SCIM+JSON')).toBe(scim);
    expect(await typeOf('2.0', '/ServiceProviderConfig', 'application/scim+json')).toBe(scim);
    expect(await typeOf('2.0', '/Users/W0', 'application/scim+json')).toBe(scim);
    expect(await typeOf('2.0', '/Users/WADA', '*/*')).toBe(json);
    expect(await typeOf('1.1', '/Users/WADA', 'application/scim+json')).toBe(json);
  });
});

function locationIn(body: JsonObject | undefined): Json | undefined {
  const meta = body?.['meta'];
  return isJsonObject(meta) ? meta['location'] : undefined;
}
