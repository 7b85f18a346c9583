import { describe, expect, it } from 'vitest';
import { HIDDEN } from '../../../src/http/secret-members.ts';
import { hiderOfRequest } from '../../../src/sandbox/inspect/shown-text.ts';

const SECRET = 'hunter2hunter2hunter2';
const TOKEN = 'xoxp-1234567890-abcdefghij';

/** Returns the body as the inspector shows it. */
function shown(body: string, url = 'http://localhost/scim/v2/Users'): string {
  return hiderOfRequest({ method: 'POST', url, headers: { authorization: `Bearer ${TOKEN}` }, body }, [
    'a-token-of-the-organization',
  ])(body);
}

describe('redaction of bodies in the inspector', () => {
  it.each([
    [`{"password":"${SECRET}"}`, `{"password":"${HIDDEN}"}`],
    [`{"a":[{"Password": "${SECRET}"}]}`, `{"a":[{"Password":"${HIDDEN}"}]}`],
    [`{"p\\u0061ssword":"${SECRET}"}`, `{"password":"${HIDDEN}"}`],
    ['{"password":12345678}', `{"password":"${HIDDEN}"}`],
    [
      `{"Operations":[{"op":"replace","path":"password","value":"${SECRET}"}]}`,
      `{"Operations":[{"op":"replace","path":"password","value":"${HIDDEN}"}]}`,
    ],
    [
      `{"op":"add","path":"urn:ietf:params:scim:schemas:core:2.0:User:password","value":"${SECRET}"}`,
      `{"op":"add","path":"urn:ietf:params:scim:schemas:core:2.0:User:password","value":"${HIDDEN}"}`,
    ],
    [`{"Path":"password","Value":"${SECRET}"}`, `{"Path":"password","Value":"${HIDDEN}"}`],
    [`{"value":{"urn:x:User:password":"${SECRET}"}}`, `{"value":{"urn:x:User:password":"${HIDDEN}"}}`],
    [`{"password":"${SECRET}`, `{"password":"${HIDDEN}"`],
    [`{"urn:x:User:password":"${SECRET}`, `{"urn:x:User:password":"${HIDDEN}"`],
    [`{"path":"password","value":"${SECRET}`, HIDDEN],
    // Invalid JSON: the value may contain commas and quotes.
    [`{"a":1,"password":x, ${SECRET}}`, `{"a":1,"password":"${HIDDEN}"`],
    [`{"password":["x","${SECRET}"]`, `{"password":"${HIDDEN}"`],
    [`{"password":"x"y,${SECRET}","a":1}`, `{"password":"${HIDDEN}"`],
    [`{"password":"x",${SECRET}"}`, `{"password":"${HIDDEN}"`],
    [`{'password':'x, ${SECRET}'}`, `{'password':"${HIDDEN}"`],
    [`{password: x, ${SECRET}}`, `{password: "${HIDDEN}"`],
    [`{"p\\u0061ssword":"x, ${SECRET}`, HIDDEN],
    [`{'path':'password','value':'x, ${SECRET}'}`, HIDDEN],
    [`{path: password, value: x, ${SECRET}}`, HIDDEN],
    ['{"title":"\\u00e9","passwords":1', '{"title":"\\u00e9","passwords":1'],
    ['{"path":"title","value":"x, y"', '{"path":"title","value":"x, y"'],
    [`token=${SECRET}&channel=C1`, `token=${HIDDEN}&channel=C1`],
    [`channel=C1&t%6Fken=${SECRET}`, `channel=C1&t%6Fken=${HIDDEN}`],
    [
      `--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n${SECRET}\r\n--x\r\n\r\n`,
      `--x\r\nContent-Disposition: form-data; name="token"\r\n\r\n${HIDDEN}\r\n--x\r\n\r\n`,
    ],
    ['{"userName":"anna"}', '{"userName":"anna"}'],
    ['channel=C1&ts=1.2', 'channel=C1&ts=1.2'],
    ['', ''],
  ])('%s becomes %s', (body, expected) => {
    expect(shown(body)).toBe(expected);
    expect(shown(body)).not.toContain(SECRET);
  });

  it("hides the token of the request and the organization's tokens anywhere in the text", () => {
    const text = shown(`{"title":"${TOKEN}","note":"a-token-of-the-organization"}`);
    expect(text).not.toMatch(/1234567890|a-token-of/);
    expect(JSON.parse(text)).toHaveProperty('title');
  });

  it('hides a password of the request in the response', () => {
    const hide = hiderOfRequest(
      { method: 'POST', url: 'http://x/', headers: {}, body: `{"password":"${SECRET}","userName":"a"}` },
      [],
    );
    expect(hide(`{"detail":"unsupported: ${SECRET}"}`)).not.toContain(SECRET);
  });

  it('hides a token of the query', () => {
    const url = `http://localhost/api/auth.test?token=${SECRET}`;
    const hide = hiderOfRequest({ method: 'GET', url, headers: {} }, []);
    expect(hide(`token=${SECRET}`)).toBe(`token=${HIDDEN}`);
    expect(hide(`no such token: ${SECRET}`)).not.toContain(SECRET);
  });
});
