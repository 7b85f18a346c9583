import { describe, expect, it } from 'vitest';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import type { SandboxAnswer } from '../../src/sandbox/scim-service.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, organizationOf, TOKENS } from '../support/organization-world.ts';
import { NOW, newUser, ORIGIN, openTestSandbox, outcome, VERSIONS } from '../support/test-sandbox.ts';

async function answer(method: string, path: string, body?: JsonObject): Promise<SandboxAnswer> {
  const sandbox = await openSandbox({ initial: organizationOf({ users: [account('ada')] }), now: () => NOW });
  return sandbox.answer({
    method,
    url: `${ORIGIN}${path}`,
    headers: { authorization: `Bearer ${TOKENS.owner}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function outcomeOf(method: string, path: string): Promise<string> {
  const { status, headers, body } = await answer(method, path);
  return outcome({ status, headers, text: '', body });
}

describe('SCIM §9: the version in the path', () => {
  it.each([
    '/scim/v3/Users',
    '/scim/v0/Users',
    '/scim/v10/Users',
    '/scim/v2.0/Users',
    '/scim/Users',
    '/scim/v3',
  ])('answers %s with unsupported_version', async (path) => {
    expect(await outcomeOf('GET', path)).toBe('400 unsupported_version');
  });

  it('serves the plural configuration path on both versions, the singular one only on v2', async () => {
    expect(await outcomeOf('GET', '/scim/v1/ServiceProviderConfigs')).toBe('200');
    expect(await outcomeOf('GET', '/scim/v2/ServiceProviderConfigs')).toBe('200');
    expect(await outcomeOf('GET', '/scim/v2/ServiceProviderConfig')).toBe('200');
    expect(await outcomeOf('GET', '/scim/v1/ServiceProviderConfig')).toBe('404 bad_endpoint');
  });

  it('SCIM §4: returns the supported features on both versions without a token', async () => {
    const service = await openTestSandbox({ version: '1.1' });
    const v1 = await service.send('GET', '/ServiceProviderConfigs', {});
    const v2 = await service.with({ version: '2.0' }).send('GET', '/ServiceProviderConfig', {});
    const scheme = {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: expect.any(String),
      primary: true,
    };
    const specification = 'https://www.rfc-editor.org/info/rfc6750';
    const supported = {
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 1000 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
    };
    expect(v1.body).toEqual({
      authenticationSchemes: [{ ...scheme, specUrl: specification }],
      ...supported,
      xmlDataFormat: { supported: false },
    });
    expect(v2.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      authenticationSchemes: [{ ...scheme, specUri: specification }],
      ...supported,
      meta: {
        location: `${ORIGIN}/scim/v2/ServiceProviderConfig`,
        resourceType: 'ServiceProviderConfig',
      },
    });
  });
});

describe.each(['/scim/v1', '/scim/v2'])('SCIM §4: paths and methods below %s', (base) => {
  it.each([
    '',
    '/',
    '/users',
    '/User',
    '/Users/WADA/photos',
    '/Users//',
    '/Me',
    '/Schemas/Shoes',
    '/Users/WADA//',
  ])('SCIM §7: answers "%s" with bad_endpoint', async (path) => {
    expect(await outcomeOf('GET', `${base}${path}`)).toBe('404 bad_endpoint');
  });

  it('accepts paths with and without a trailing slash', async () => {
    expect(await outcomeOf('GET', `${base}/Users/`)).toBe('200');
    expect(await outcomeOf('GET', `${base}/Users/?count=1`)).toBe('200');
    expect(await outcomeOf('GET', `${base}/Users/WADA/`)).toBe('200');
    const version = base === '/scim/v1' ? '1.1' : '2.0';
    expect((await answer('POST', `${base}/Users/`, newUser(version, 'new'))).status).toBe(201);
  });

  it.each(['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'])(
    'SCIM §7: answers %s with method_not_allowed',
    async (method) => {
      expect(await outcomeOf(method, `${base}/Users`)).toBe('405 method_not_allowed');
      expect(await outcomeOf(method, `${base}/Users/WADA`)).toBe('405 method_not_allowed');
    },
  );

  it('SCIM §7: answers a method the endpoint does not support with method_not_allowed', async () => {
    expect(await outcomeOf('POST', `${base}/Users/WADA`)).toBe('405 method_not_allowed');
    expect(await outcomeOf('DELETE', `${base}/ServiceProviderConfigs`)).toBe('405 method_not_allowed');
  });

  it.each(['PUT', 'PATCH', 'DELETE'])(
    'SCIM §7: answers %s without an ID with missing_user_id',
    async (method) => {
      expect(await outcomeOf(method, `${base}/Users`)).toBe('400 missing_user_id');
      expect(await outcomeOf(method, `${base}/Users/`)).toBe('400 missing_user_id');
    },
  );

  it.each([
    ['W0', '404 no_such_user'],
    ['U0', '404 no_such_user'],
    ['ada', '404 cannot_decode_user_id'],
    ['Wada', '404 cannot_decode_user_id'],
    ['S0', '404 cannot_decode_user_id'],
    ['ada%40example.com', '404 cannot_decode_user_id'],
    ['%E0%A4%A', '404 cannot_decode_user_id'],
    ['W', '404 cannot_decode_user_id'],
  ])('SCIM §2.1: an ID begins with U or W: %s gives %s', async (id, expected) => {
    for (const method of ['GET', 'DELETE']) {
      expect(await outcomeOf(method, `${base}/Users/${id}`)).toBe(expected);
    }
  });

  it('SCIM §6: has no endpoint for events or notifications', async () => {
    for (const path of ['/Events', '/Webhooks', '/Users/WADA/Events'])
      for (const method of ['GET', 'POST'])
        expect(await outcomeOf(method, `${base}${path}`)).toBe('404 bad_endpoint');
  });

  it('answers a path outside /scim with bad_endpoint', async () => {
    expect(await outcomeOf('GET', '/')).toBe('404 bad_endpoint');
    expect(await outcomeOf('GET', '/api/scim/v1/Users')).toBe('404 bad_endpoint');
  });
});

describe.each(VERSIONS)('SCIM §1: bodies are JSON on %s', (version) => {
  const authorization = `Bearer ${TOKENS.owner}`;

  it.each(['', '{', 'userName=ada', '[]', '"ada"', 'null', '7'])(
    'SCIM §7: refuses the body %s with invalid_request_payload',
    async (body) => {
      const service = await openTestSandbox({ version, users: [account('ada')] });
      for (const [method, path] of [
        ['POST', '/Users'],
        ['PUT', '/Users/WADA'],
        ['PATCH', '/Users/WADA'],
      ] as const) {
        const refused = await service.send(method, path, { authorization }, body);
        expect(outcome(refused)).toBe('400 invalid_request_payload');
      }
    },
  );

  it.each(['application/json', 'text/html', '*/*'])('answers JSON to Accept %s', async (accept) => {
    const service = await openTestSandbox({ version, users: [account('ada')] });
    const { headers } = await service.send('GET', '/Users', { authorization, accept });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('ignores the body and the content type of reads and deletes', async () => {
    const service = await openTestSandbox({ version, users: [account('ada')] });
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    expect(outcome(await service.send('GET', '/Users', headers, 'a=b'))).toBe('200');
    const status = version === '1.1' ? '200' : '204';
    expect(outcome(await service.send('DELETE', '/Users/WADA', headers, 'a=b'))).toBe(status);
  });
});
