import { describe, expect, it } from 'vitest';
import { traceLayer } from '../../src/http/trace.ts';
import { type HttpResponse, NoResponse } from '../../src/http/transport.ts';
import { response } from '../support/simulated-service.ts';

const SECRET = 'hunter2-hunter2';

async function traced(body: string | undefined, answer: HttpResponse | Error): Promise<string> {
  const lines: string[] = [];
  let now = 0;
  const transport = traceLayer(
    (line) => lines.push(line),
    () => now,
  )(async () => {
    now += 12.4;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const headers = { accept: 'application/json', authorization: `Bearer ${SECRET}` };
  const request = { method: 'POST', url: 'https://x.example/Users', headers, effect: 'write' } as const;
  await transport(body === undefined ? request : { ...request, body }).catch(() => undefined);
  return lines.join('\n');
}

describe('--debug', () => {
  it('prints the request, the response and the duration', async () => {
    expect(
      await traced('{"userName":"ada"}', response(429, { 'retry-after': '3', etag: 'x' }, '{"a":1}')),
    ).toBe(
      '#1 > POST https://x.example/Users\n#1 > accept: application/json\n#1 > authorization: Bearer «redacted»\n' +
        '#1 > {"userName":"ada"}\n#1 < 429 in 12 ms\n#1 < retry-after: 3\n#1 < {"a":1}',
    );
  });

  it('prints the reason of a missing response', async () => {
    expect(await traced(undefined, new NoResponse('unknown', 'it broke'))).toContain(
      '#1 < no response in 12 ms: it broke',
    );
  });

  it.each([
    ['an attribute', `{"userName":"ada","password":"${SECRET}"}`],
    ['an attribute in another case', `{"Password":"${SECRET}"}`],
    ['a list under the name', `{"password":["${SECRET}"]}`],
    [
      'the value of an operation (SCIM §4.3)',
      `{"Operations":[{"op":"replace","path":"password","value":"${SECRET}"}]}`,
    ],
    ['a member of an operation', `{"Operations":[{"op":"replace","value":{"password":"${SECRET}"}}]}`],
    ['an operation with a URN', `{"Path":"urn:x:User:password","Value":"${SECRET}"}`],
    ['a name with a URN', `{"urn:x:User:password":"${SECRET}"}`],
    ['a truncated operation', `{"path":"password","value":"${SECRET}`],
    ['a form', `token=${SECRET}&name=ada`],
    ['truncated JSON', `{"userName":"ada","password":"${SECRET}`],
    ['a token', `{"token":"${SECRET}"}`],
  ])('redacts a secret in %s, sent or received', async (_, body) => {
    const text = await traced(body, response(200, {}, body));
    expect(text).not.toContain(SECRET);
    expect(text.match(/«redacted»/g)?.length).toBe(3);
  });

  it('prints the first 2000 characters of a long body', async () => {
    const text = await traced('x'.repeat(5000), response(200));
    expect(text).toContain(`${'x'.repeat(2000)}… (5000 characters)`);
    expect(text).not.toContain('x'.repeat(2001));
  });
});
