import { describe, expect, it } from 'vitest';
import { HIDDEN, hideSecret, isSecretName, secretsInBody } from '../../src/http/secret-members.ts';
import { PASSWORD_OPERATIONS } from '../support/password-operations.ts';

/** Returns the value with the values of secret members redacted. */
const shown = (value: unknown): unknown => JSON.parse(JSON.stringify(value), hideSecret);

describe('redacting the values of secret members (SCIM §4.3, WEB §1)', () => {
  it.each([
    ['a password', { password: 'p' }, { password: HIDDEN }],
    ['any letter case', { PassWord: 'p', Client_Secret: 's' }, { PassWord: HIDDEN, Client_Secret: HIDDEN }],
    ['a token and a secret', { token: 't', secret: 's' }, { token: HIDDEN, secret: HIDDEN }],
    ['a secret that is not a string', { token: { a: 1 } }, { token: HIDDEN }],
    [
      'an operation',
      { op: 'replace', path: 'password', value: 'p' },
      { op: 'replace', path: 'password', value: HIDDEN },
    ],
    ['an operation on another path', { path: 'title', value: 'v' }, { path: 'title', value: 'v' }],
    ['a path without a value', { path: 'password' }, { path: 'password' }],
    ['a value without a path', { value: 'password' }, { value: 'password' }],
    [
      'a longer name that contains a secret name',
      { token_type: 'bearer', passwords: 'x' },
      { token_type: 'bearer', passwords: 'x' },
    ],
    ['a path that is not a text', { path: ['password'], value: 1 }, { path: ['password'], value: 1 }],
    ['null values', { path: null, value: null }, { path: null, value: null }],
  ])('redacts or keeps %s', (_, value, expected) => {
    expect(shown(value)).toEqual(expected);
  });
});

describe('names of secrets', () => {
  it.each([
    ['password', true],
    ['PASSWORD', true],
    ['client_secret', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:password', true],
    ['URN:ietf:params:scim:schemas:core:2.0:user.PassWord', true],
    ['password.value', true],
    ['password[type eq "a.b"]', true],
    [' password', true],
    ['passwords', false],
    ['token_type', false],
    ['emails[type eq "x.password"].value', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User', false],
    ['', false],
  ])('%j: %s', (name, isSecret) => {
    expect(isSecretName(name)).toBe(isSecret);
  });
});

describe.each(PASSWORD_OPERATIONS)('password in the operation %s', (operation) => {
  const body = operation('canary-hunter2');

  it('is redacted', () => {
    expect(JSON.stringify(JSON.parse(body, hideSecret))).not.toContain('canary');
    expect(JSON.stringify(JSON.parse(body), hideSecret)).not.toContain('canary');
  });

  it('is a secret of the request', () => {
    expect(secretsInBody(body)).toEqual(['canary-hunter2']);
  });
});

describe('secrets in a request body', () => {
  it.each<[string, string, readonly string[]]>([
    ['a password', '{"userName":"ann","password":"p-1"}', ['p-1']],
    ['an operation', '{"Operations":[{"op":"replace","path":"password","value":"p-2"}]}', ['p-2']],
    ['the same secret in two places', '{"password":"p","token":"p"}', ['p']],
    ['a password that equals the userName, which is not secret', '{"userName":"ann","password":"ann"}', []],
    [
      'a password contained in another value, which is not secret',
      '{"userName":"ann@x.example","password":"ann"}',
      [],
    ],
    [
      'an operation whose value also occurs elsewhere, which is not secret',
      '{"title":"v","Operations":[{"path":"password","value":"v"}]}',
      [],
    ],
    ['an operation on another path', '{"Operations":[{"path":"title","value":"token"}]}', []],
    ['a secret that is not a string', '{"password":12,"path":"token","value":null}', []],
    ['a name with an escape', '{"p\\u0061ssword":"p-3"}', ['p-3']],
    ['a list of secrets', '{"password":["p-4",{"value":"p-5"}]}', ['p-4', 'p-5']],
    ['a form', 'token=xoxp-1&user=U1&client_secret=s+2', ['xoxp-1', 's 2']],
    ['a form whose secret equals another value, which is not secret', 'token=U1&user=U1', []],
    ['a body without secrets', '{"userName":"ann"}', []],
    ['an empty body', '', []],
  ])('finds the secrets of %s', (_, body, secrets) => {
    expect(secretsInBody(body)).toEqual(secrets);
  });
});
