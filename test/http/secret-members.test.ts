import { describe, expect, it } from 'vitest';
import { HIDDEN, hideSecret, secretsInBody } from '../../src/http/secret-members.ts';

/** What is left of a value when the value of each secret member is hidden. */
const shown = (value: unknown): unknown => JSON.parse(JSON.stringify(value), hideSecret);

describe('hiding the values of secret members (SCIM §4.3, WEB §1)', () => {
  it.each([
    ['a password', { password: 'p' }, { password: HIDDEN }],
    ['any letter case', { PassWord: 'p', Client_Secret: 's' }, { PassWord: HIDDEN, Client_Secret: HIDDEN }],
    ['a token and a secret', { token: 't', secret: 's' }, { token: HIDDEN, secret: HIDDEN }],
    ['a secret that is no text', { token: { a: 1 } }, { token: HIDDEN }],
    [
      'an operation',
      { op: 'replace', path: 'password', value: 'p' },
      { op: 'replace', path: 'password', value: HIDDEN },
    ],
    ['an operation on another path', { path: 'title', value: 'v' }, { path: 'title', value: 'v' }],
    ['a path alone', { path: 'password' }, { path: 'password' }],
    ['a value alone', { value: 'password' }, { value: 'password' }],
    [
      'a longer name that only has one in it',
      { token_type: 'bearer', passwords: 'x' },
      { token_type: 'bearer', passwords: 'x' },
    ],
    ['nothing', { path: null, value: null }, { path: null, value: null }],
  ])('%s', (_, value, expected) => {
    expect(shown(value)).toEqual(expected);
  });
});

describe('the secrets that a body carries', () => {
  it.each<[string, string, readonly string[]]>([
    ['a password', '{"userName":"ann","password":"p-1"}', ['p-1']],
    ['an operation', '{"Operations":[{"op":"replace","path":"password","value":"p-2"}]}', ['p-2']],
    ['the same one in two places', '{"password":"p","token":"p"}', ['p']],
    ['a password that is the user name too', '{"userName":"ann","password":"ann"}', []],
    ['a password that is a part of another value', '{"userName":"ann@x.example","password":"ann"}', []],
    [
      'an operation whose value stands somewhere else too',
      '{"title":"v","Operations":[{"path":"password","value":"v"}]}',
      [],
    ],
    ['an operation on another path', '{"Operations":[{"path":"title","value":"token"}]}', []],
    ['a secret that is no text', '{"password":12,"path":"token","value":null}', []],
    ['a form', 'token=xoxp-1&user=U1&client_secret=s+2', ['xoxp-1', 's 2']],
    ['a form whose secret is a value too', 'token=U1&user=U1', []],
    ['none', '{"userName":"ann"}', []],
    ['no body', '', []],
  ])('%s', (_, body, secrets) => {
    expect(secretsInBody(body)).toEqual(secrets);
  });
});
