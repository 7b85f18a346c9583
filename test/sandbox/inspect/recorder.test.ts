import { describe, expect, it } from 'vitest';
import { WATCH_BOUNDS } from '../../../src/sandbox/bounds.ts';
import { SCIM_ERROR_CODES } from '../../../src/spec/error-codes.ts';
import { SCIM_RULES } from '../../../src/spec/scim-rules.ts';
import { recordedSandbox } from '../../support/recorded-sandbox.ts';
import { newUser } from '../../support/test-sandbox.ts';

describe('recorded request', () => {
  it('contains the request, the caller, the response and the duration', async () => {
    const { ask, last } = await recordedSandbox();
    await ask('POST', '/scim/v2/Users', newUser('2.0', 'eva'));
    expect(last()).toMatchObject({
      seq: 1,
      request: 1,
      time: '2026-11-22T08:00:00.000Z',
      took: 5,
      method: 'POST',
      path: '/scim/v2/Users',
      agent: 'probe/1.0',
      token: 'org token, primary owner',
      api: 'SCIM 2.0',
      resource: 'Users',
      operation: 'createUser',
      status: 201,
      outcome: 'done',
      sent: { text: JSON.stringify(newUser('2.0', 'eva')), type: 'application/json' },
      answered: { text: expect.stringContaining('"userName":"eva"') },
    });
    expect(last()).not.toHaveProperty('refusal');
  });

  it('contains the section and rule of the refusal, the value found and the remedy', async () => {
    const { ask, last } = await recordedSandbox();
    const { text } = await ask('POST', '/scim/v2/Users', newUser('2.0', 'general'));
    expect(last()).toMatchObject({
      outcome: 'refused',
      status: 409,
      code: 'username_taken',
      refusal: {
        section: 'SCIM §2.1',
        rule: SCIM_RULES.username_taken.rule,
        found: 'username=general',
        remedy: SCIM_ERROR_CODES.username_taken.remedy,
      },
    });
    // The detail of a SCIM 2.0 error holds only the code, with or without recording.
    expect(text).not.toContain('username=general');
  });

  it.each([
    ['GET', '/scim/v1/Users?filter=userName', 'no_filters', 'SCIM §4.5 rule 1', 'listUsers'],
    ['GET', '/scim/v3/Users', 'unsupported_version', 'SCIM §9', undefined],
    ['GET', '/scim/v2/Persons', 'bad_endpoint', 'SCIM §4', undefined],
    ['DELETE', '/scim/v2/Users/W10IMBXVJ', 'cannot_disable_primary_owner', 'SCIM §3', 'deactivateUser'],
    ['POST', '/api/conversations.mark', 'invalid_arguments', 'WEB §7', 'conversations.mark'],
    ['POST', '/api/no.such.method', 'unknown_method', 'WEB §4', undefined],
    ['POST', '/api/admin.users.session.list', 'missing_team', 'WEB §4.4', 'admin.users.session.list'],
  ])('%s %s is refused with %s, %s', async (method, path, code, section, operation) => {
    const { ask, last } = await recordedSandbox();
    const token = path.includes('conversations') ? { authorization: 'Bearer sandbox-bot-token' } : {};
    const body = path.includes('session') ? { user_id: 'W10IMBXVJ' } : {};
    await ask(method, path, method === 'POST' ? body : undefined, token);
    expect(last()).toMatchObject({ outcome: 'refused', code, refusal: { section } });
    expect(last()?.operation).toBe(operation);
  });

  it.each([
    [{}, 'org token, primary owner'],
    [{ authorization: '' }, 'no token'],
    [{ authorization: 'Bearer wrong' }, 'unknown token'],
    [{ authorization: 'sandbox-owner-token' }, 'unknown token'],
    [{ authorization: 'Bearer sandbox-bot-token' }, 'bot'],
    [{ authorization: 'Bearer sandbox-user-token' }, 'user token, owner'],
    [{ authorization: 'Bearer sandbox-expired-token' }, 'org token, owner, expired'],
  ])('names the token kind of %o', async (headers, kind) => {
    const { origin, last } = await recordedSandbox();
    const { authorization = 'Bearer sandbox-owner-token' } = headers as { authorization?: string };
    await (
      await fetch(`${origin}/scim/v2/Users`, { headers: authorization === '' ? {} : { authorization } })
    ).text();
    expect(last()?.token).toBe(kind);
    expect(JSON.stringify(last())).not.toMatch(/sandbox-(owner|bot|user|expired)-token/);
  });

  it('names the kind of a token sent as an argument and redacts the token', async () => {
    const { origin, last } = await recordedSandbox();
    const body = new URLSearchParams({ token: 'sandbox-bot-token', channel: 'C1' });
    await (await fetch(`${origin}/api/conversations.mark`, { method: 'POST', body })).text();
    expect(last()).toMatchObject({ token: 'bot', sent: { text: 'token=«redacted»&channel=C1' } });
    await (await fetch(`${origin}/api/auth.test?token=sandbox-bot-token`)).text();
    expect(last()).toMatchObject({ token: 'bot', path: '/api/auth.test?token=«redacted»' });
  });

  it('names its fault and has no response if the client received none', async () => {
    const { ask, last } = await recordedSandbox(
      { do: 'reset', applied: true },
      { do: 'throttle', retryAfter: 2 },
    );
    await expect(ask('GET', '/scim/v2/Users')).rejects.toThrow();
    expect(last()).toMatchObject({ outcome: 'lost', fault: 'reset' });
    expect(last()).not.toHaveProperty('status');
    expect(last()).not.toHaveProperty('answered');
    await ask('GET', '/scim/v2/Users');
    expect(last()).toMatchObject({
      outcome: 'refused',
      fault: 'throttle',
      status: 429,
      code: 'too_many_requests',
    });
  });

  it.each([-1, 0, 1])('truncates a body above the limit: %i', async (more) => {
    const { ask, last } = await recordedSandbox();
    const body = 'x'.repeat(WATCH_BOUNDS.bodyCharacters + more);
    await ask('POST', '/scim/v2/Users', body);
    expect(last()?.sent?.size).toBe(body.length);
    expect(last()?.sent?.text).toHaveLength(Math.min(body.length, WATCH_BOUNDS.bodyCharacters));
  });

  it('is also recorded for an unauthenticated caller, without the unread body', async () => {
    const { ask, last } = await recordedSandbox();
    await ask('POST', '/scim/v2/Users', newUser('2.0', 'eva'), { authorization: 'Bearer wrong' });
    expect(last()).toMatchObject({ code: 'invalid_authentication', refusal: { section: 'SCIM §5 rule 1' } });
    expect(last()).not.toHaveProperty('sent');
  });

  it('is not recorded for the control path', async () => {
    const { ask, recorder } = await recordedSandbox();
    await ask('GET', '/_sandbox/faults');
    await ask('GET', '/_sandbox/audit', undefined, { authorization: 'Bearer wrong' });
    expect(recorder.kept.last).toBe(0);
  });
});
