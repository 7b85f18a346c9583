import { describe, expect, it } from 'vitest';
import { documentedCode, failureOf, readServiceError } from '../../src/scim/service-error.ts';
import { SCIM_ERROR_CODES } from '../../src/spec/error-codes.ts';
import { clientOfAnswer } from '../support/scim-client-of.ts';

const CODES = Object.keys(SCIM_ERROR_CODES);
const get = { method: 'GET', path: '/Users/U1' } as const;
const patch = { method: 'PATCH', path: '/Users/U1', body: {} } as const;

describe('SCIM §7: lenient reading of an error body', () => {
  it.each([
    ['of v1', { Errors: { description: 'no_such_user', code: 404 } }, 'no_such_user', undefined],
    ['of v2', { schemas: ['…'], detail: 'no_such_user', status: 404 }, 'no_such_user', undefined],
    ['of v2 with a status as text', { detail: 'no_such_user', status: '404' }, 'no_such_user', undefined],
    [
      'of v1 with a list',
      { Errors: [{ description: 'no_such_user', code: 404 }] },
      'no_such_user',
      undefined,
    ],
    [
      'with a context',
      { Errors: { description: 'username_taken (username=x)', code: 409 } },
      'username_taken',
      'username=x',
    ],
    [
      'with a context on v2',
      { detail: 'no_filters (is_aggregate_call=1)' },
      'no_filters',
      'is_aggregate_call=1',
    ],
    ['with a code in mixed case', { detail: 'phoneNumbers_invalid' }, 'phoneNumbers_invalid', undefined],
    ['with an unknown code', { detail: 'brand_new_code (a=1)' }, 'brand_new_code', 'a=1'],
    [
      'of another server, as in RFC 7644',
      { detail: 'User not found', scimType: 'noTarget' },
      'noTarget',
      'User not found',
    ],
    ['of another server with a sentence', { detail: 'User not found' }, undefined, 'User not found'],
    ['of a gateway', { message: 'Service down' }, undefined, 'Service down'],
    ['of the Web API', { ok: false, error: 'invalid_auth' }, 'invalid_auth', undefined],
    ['without a body', undefined, undefined, undefined],
    ['of an unknown shape', { a: 1 }, undefined, undefined],
    ['with null in place of text', { Errors: null, detail: null }, undefined, undefined],
    ['that is a list', ['no_such_user'], undefined, undefined],
  ])('reads an error %s', (_, body, code, context) => {
    expect(readServiceError(404, body)).toEqual({ status: 404, code, context });
  });

  it.each(CODES)('%s gives a message, its code and a hint', (code) => {
    const failure = failureOf({ status: 400, code, context: undefined }, 'read');
    expect(failure.code).toBe(code);
    expect(failure.hint).toBe(`orgctl explain ${code}`);
    expect(failure.message.length).toBeGreaterThan(5);
    expect(['refused', 'unauthorized']).toContain(failure.kind);
  });

  it('maps a code observed under another name (OBSERVED §7)', () => {
    expect(documentedCode('long_username')).toBe('username_too_long');
    expect(documentedCode('nothing_of_the_kind')).toBeUndefined();
  });
});

describe('outcome of a response', () => {
  it.each([
    [
      'an error of v1 on v2',
      401,
      '{"Errors": {"description": "invalid_authentication", "code": 401}}',
      'unauthorized',
      'invalid_authentication',
    ],
    ['a refusal', 409, '{"detail": "username_taken", "status": 409}', 'refused', 'username_taken'],
    ['an empty refusal', 404, '', 'refused', undefined],
    ['an empty 403', 403, '', 'unauthorized', undefined],
    ['a login page', 401, '<html>log in</html>', 'unauthorized', undefined],
    ['a page of a proxy', 404, '<html>no such host</html>', 'unreachable', undefined],
    ['a truncated success', 200, '{"id": "U1", "userN', 'unreachable', undefined],
    ['a success that is a list', 200, '[]', 'unreachable', undefined],
    ['a server error', 503, '', 'throttled', undefined],
  ] as const)('%s, to a read', async (_, status, body, kind, code) => {
    await expect(clientOfAnswer(status, body).send(get)).rejects.toMatchObject({ kind, code });
  });

  it.each([
    ['a refusal', 400, '{"detail": "invalid_attribute_format", "status": 400}', 'refused'],
    ['a page of a proxy that refuses the request', 413, '<html>too large</html>', 'unreachable'],
    ...[404, 405, 413, 414, 431].map(
      (status) => ['a page of a proxy', status, '<p>', 'unreachable'] as const,
    ),
    ['a page of a gateway that refuses', 403, '<html>forbidden</html>', 'unknownOutcome'],
    ['a 400 with a page', 400, '<html>bad</html>', 'unknownOutcome'],
    ['a gateway timeout without a body', 408, '', 'unknownOutcome'],
    ['null', 200, 'null', 'unknownOutcome'],
    ['an error with a success status', 200, '{"ok": false, "error": "internal_error"}', 'unknownOutcome'],
    ['a success without an ID', 200, '{"schemas": []}', 'unknownOutcome'],
    ['a success with a number for an ID', 200, '{"id": 7}', 'unknownOutcome'],
    ['a success for another user', 200, '{"id": "U2"}', 'unknownOutcome'],
    ['a truncated success', 200, '{"id": "U1", "userN', 'unknownOutcome'],
    ['a success that is a page', 200, '<html>welcome</html>', 'unknownOutcome'],
    [
      'a server error with a code',
      500,
      '{"detail": "group_creation_failed", "status": 500}',
      'unknownOutcome',
    ],
    ['a server error without a body', 502, '', 'unknownOutcome'],
    ['a server error with a page', 504, '<html>timeout</html>', 'unknownOutcome'],
  ] as const)('%s, to a write', async (_, status, body, kind) => {
    await expect(clientOfAnswer(status, body).send(patch)).rejects.toMatchObject({ kind });
  });

  it.each([200, 201, 204])('%i without a body is a success (OBSERVED §4)', async (status) => {
    expect(await clientOfAnswer(status, '').send(patch)).toEqual({
      status,
      resource: undefined,
    });
  });
});
