import { describe, expect, it } from 'vitest';
import { type HttpRequest, withLayers } from '../../src/http/transport.ts';
import { createCallBudget } from '../../src/probe/budget.ts';
import { probeLayers } from '../../src/probe/only-reads.ts';
import { NO_METHOD } from '../../src/spec/probe-words.ts';

const SCIM = 'http://acme.localhost/scim/v2/Users';
const WEB = 'http://acme.localhost/api';

async function leaves(request: Pick<HttpRequest, 'method' | 'url' | 'body'>): Promise<boolean> {
  let hasLeft = false;
  const budget = createCallBudget(1);
  const send = withLayers(async () => {
    hasLeft = true;
    return { status: 200, headers: {}, body: new Uint8Array() };
  }, probeLayers(budget));
  // The declared effect of a request is ignored.
  await send({ headers: {}, effect: 'read', ...request }).catch((error: Error) => {
    expect(error.message).toMatch(/^a probe would have sent [A-Z]+ \//);
  });
  expect(budget.sent()).toBe(hasLeft ? 1 : 0);
  return hasLeft;
}

describe('read-only transport of a probe', () => {
  it.each<[boolean, Pick<HttpRequest, 'method' | 'url' | 'body'>]>([
    [true, { method: 'GET', url: SCIM }],
    [true, { method: 'OPTIONS', url: SCIM }],
    [false, { method: 'POST', url: SCIM, body: '{}' }],
    [false, { method: 'PUT', url: `${SCIM}/U1` }],
    [false, { method: 'PATCH', url: `${SCIM}/U1` }],
    [false, { method: 'DELETE', url: `${SCIM}/U1` }],
    [false, { method: 'DELETE', url: 'http://acme.localhost/scim/v9/Users/U1' }],
    [true, { method: 'GET', url: `${WEB}/team.integrationLogs?count=1` }],
    [true, { method: 'POST', url: `${WEB}/admin.users.session.list`, body: 'limit=1' }],
    [true, { method: 'POST', url: `${WEB}/conversations.mark`, body: '' }],
    [false, { method: 'POST', url: `${WEB}/conversations.mark`, body: 'channel=C1&ts=1.2' }],
    [false, { method: 'POST', url: `${WEB}/conversations.mark?channel=C1&ts=1.2`, body: '' }],
    [false, { method: 'GET', url: `${WEB}/conversations.mark?channel=C1&ts=1.2` }],
    [true, { method: 'POST', url: `${WEB}/${NO_METHOD}`, body: '' }],
    [false, { method: 'POST', url: `${WEB}/${NO_METHOD}`, body: 'a=1' }],
    [false, { method: 'DELETE', url: `${WEB}/team.integrationLogs` }],
  ])('allows: %s: %o', async (expected, request) => {
    expect(await leaves(request)).toBe(expected);
  });
});
