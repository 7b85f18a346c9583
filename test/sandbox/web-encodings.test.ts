import { describe, expect, it } from 'vitest';
import { identifier } from '../../src/sandbox/identifiers.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { openWebSandbox, said } from '../support/web-service.ts';

const users = [identifier('U', 1), identifier('U', 2)];
const globals = [identifier('W', 1), identifier('W', 2)];
const map = { [users[0] ?? '']: globals[0], [users[1] ?? '']: globals[1] };
const FORM = 'application/x-www-form-urlencoded';
const bearer = { authorization: 'Bearer sandbox-bot-token' };
const list = users.join(',');
const multipart = ['--edge', 'Content-Disposition: form-data; name="users"', '', list, '--edge--', ''].join(
  '\r\n',
);

describe('WEB §1: encodings of arguments', () => {
  it.each([
    ['a form with a comma-separated list', FORM, `users=${encodeURIComponent(list)}`],
    ['a form with the text of a JSON array', FORM, `users=${encodeURIComponent(JSON.stringify(users))}`],
    ['JSON with an array', 'application/json; charset=utf-8', JSON.stringify({ users })],
    ['multipart/form-data', 'multipart/form-data; boundary=edge', multipart],
    ['text/plain', 'text/plain', `users=${list}`],
    ['a form in iso-8859-1', `${FORM}; charset=iso-8859-1`, `users=${list}`],
  ])('WEB §1: accepts %s', async (_, type, body) => {
    const service = await openWebSandbox();
    const answer = await service.send({
      path: 'migration.exchange',
      headers: { ...bearer, 'content-type': type },
      body,
    });
    expect([answer.status, answer.body['user_id_map']]).toEqual([200, map]);
  });

  it.each<[string, string, Json, string]>([
    ['a string for a list', 'migration.exchange', { users: list }, 'invalid_arguments'],
    ['JSON text for a list', 'migration.exchange', { users: JSON.stringify(users) }, 'invalid_arguments'],
    [
      'a number for a timestamp',
      'conversations.mark',
      { channel: 'C0SUPPORT', ts: 1709571600.0001 },
      'invalid_timestamp',
    ],
    [
      'a callback ID without #/workflows/ for a workflow',
      'functions.workflows.steps.list',
      { function_id: 'Fn010N', workflow_app_id: 'A0INTAKE', workflow: 'intake' },
      'invalid_arguments',
    ],
  ])('WEB §1: refuses %s in JSON', async (_, path, body, error) => {
    const service = await openWebSandbox();
    const answer = await service.send({
      path,
      headers: {
        authorization: 'Bearer sandbox-user-token',
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(body),
    });
    expect(answer.body).toMatchObject({ ok: false, error });
  });

  it('WEB §1: accepts the text of a JSON array in a form', async () => {
    const service = await openWebSandbox();
    const form = (path: string, fields: Record<string, string>) =>
      service.send({
        path,
        headers: { ...bearer, 'content-type': FORM },
        body: new URLSearchParams(fields).toString(),
      });
    const answer = await form('migration.exchange', { users: JSON.stringify(users) });
    expect(answer.body['user_id_map']).toEqual(map);
  });

  it.each([
    ['an escape is one byte', 'status=caf%E9+is%20%C3%A9', 'café is Ã©'],
    ['a byte is one character', 'status=caf\u00e9', 'café'],
  ])('WEB §1: decodes a form in iso-8859-1: %s', async (_, field, status) => {
    const service = await openWebSandbox();
    const answer = await service.send({
      path: 'assistant.threads.setStatus',
      headers: { ...bearer, 'content-type': `${FORM}; charset=iso-8859-1` },
      body: `channel_id=C0SUPPORT&thread_ts=1709658000.000100&${field}`,
    });
    expect(answer.body).toMatchObject({ ok: true });
    const shown = await service.send({ path: 'sandbox.threads.list', headers: bearer, method: 'GET' });
    expect(shown.body['statuses']).toMatchObject([{ status }]);
  });

  it('WEB §7: answers invalid_form_data for a broken escape in a form in iso-8859-1', async () => {
    const service = await openWebSandbox();
    const headers = { ...bearer, 'content-type': `${FORM}; charset=iso-8859-1` };
    const answer = await service.send({ path: 'migration.exchange', headers, body: 'users=%G1' });
    expect(answer.body).toMatchObject({ ok: false, error: 'invalid_form_data' });
  });

  it.each(['conversations.mark', 'admin.auth.policy.assignEntities', 'auth.test'])(
    'WEB §1: refuses GET for %s',
    async (path) => {
      const service = await openWebSandbox();
      const answer = await service.send({ method: 'GET', path, headers: bearer });
      expect(answer.body).toMatchObject({ ok: false, error: 'unknown_method' });
    },
  );

  it.each([
    ['GET', `migration.exchange?users=${list}`],
    ['GET', `migration.exchange/?users=${list}`],
    ['GET', `migration.exchange?users=${users.join('%2C')}&token=sandbox-bot-token`],
    ['POST', `migration.exchange?users=${list}`],
  ] as const)('WEB §1: accepts %s %s', async (method, path) => {
    const service = await openWebSandbox();
    const headers = path.includes('token=') ? {} : bearer;
    expect((await service.send({ method, path, headers })).body['user_id_map']).toEqual(map);
  });

  it('WEB §5 rule 1: reads the token from the header first, then from a form or JSON', async () => {
    const service = await openWebSandbox();
    const type = { 'content-type': FORM };
    const inForm = { path: 'auth.test', headers: type, body: 'token=sandbox-bot-token' };
    expect((await service.send(inForm)).body).toMatchObject({ ok: true, bot_id: 'B0DEPLOY' });
    const both = { ...inForm, headers: { ...type, authorization: 'Bearer sandbox-user-token' } };
    expect((await service.send(both)).body).toMatchObject({ ok: true, user: 'walt.finch' });
    const json = { 'content-type': 'application/json; charset=utf-8' };
    const inJson = { path: 'auth.test', headers: json, body: '{"token":"sandbox-bot-token"}' };
    expect(said(await service.send(inJson))).toBe('ok');
  });

  it('WEB §1: treats null like an omitted argument', async () => {
    const service = await openWebSandbox();
    const answer = await service.call('admin.users.session.list', {
      limit: null,
      cursor: null,
      team_id: null,
    });
    expect(said(answer)).toBe('ok');
  });
});

describe('WEB §1, §7: format of responses', () => {
  it('WEB §7: answers an error with HTTP 200, ok false and the code', async () => {
    const { status, headers, body } = await (await openWebSandbox()).call('conversations.mark', {
      channel: 'C0',
      ts: '1.2',
    });
    expect([status, headers['content-type'], body]).toEqual([
      200,
      'application/json; charset=utf-8',
      { ok: false, error: 'channel_not_found' },
    ]);
  });

  it('WEB §4.6: adds a detail for an unknown channel', async () => {
    const service = await openWebSandbox();
    const answer = await service.call('assistant.threads.setStatus', {
      channel_id: 'C0',
      thread_ts: '1.2',
      status: 'x',
    });
    expect(answer.body).toMatchObject({
      error: 'channel_not_found',
      detail: expect.stringMatching(/channel/),
    });
  });

  it('WEB §7: missing_scope names the needed and the provided scopes', async () => {
    const service = await openWebSandbox();
    const { body } = await service.call('admin.users.session.list', {}, 'sandbox-unscoped-token');
    expect(body).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: 'admin.users:read',
      provided: 'users:read',
    });
  });

  it('WEB §4.7: requires the scope of the conversation type for a mark', async () => {
    const service = await openWebSandbox();
    const { body } = await service.call(
      'conversations.mark',
      { channel: 'D0DEPLOY', ts: '1.2' },
      'sandbox-workspace-token',
    );
    expect(body).toMatchObject({ error: 'missing_scope', provided: 'admin' });
  });

  it('WEB §7: answers ratelimited with HTTP 429 and Retry-After, and then recovers', async () => {
    const service = await openWebSandbox();
    await service.call('sandbox.trouble', {
      method: 'auth.test',
      error: 'ratelimited',
      times: 2,
      retry_after: 7,
    });
    for (let times = 0; times < 2; times += 1) {
      const { status, headers, body } = await service.call('auth.test');
      expect([status, headers['retry-after'], body]).toEqual([429, '7', { ok: false, error: 'ratelimited' }]);
    }
    expect(said(await service.call('auth.test'))).toBe('ok');
  });

  it('WEB §7: applies the operation despite fatal_error', async () => {
    const service = await openWebSandbox();
    await service.call('sandbox.trouble', { method: '*', error: 'fatal_error', times: 1 });
    const answer = await service.call('admin.conversations.convertToPrivate', { channel_id: 'C0RANDOM' });
    expect(said(answer)).toBe('fatal_error');
    expect(service.sandbox.organization.records.get('channel', 'C0RANDOM')?.type).toBe('private');
  });

  it('WEB §1: warns of a missing or superfluous charset on success', async () => {
    const service = await openWebSandbox();
    const send = (type: string, body: string) =>
      service.send({ path: 'auth.test', headers: { ...bearer, 'content-type': type }, body });
    expect((await send('application/json', '{}')).body).toMatchObject({
      ok: true,
      warning: 'missing_charset',
      response_metadata: { warnings: ['missing_charset'] },
    });
    expect((await send(`${FORM};charset=utf-8`, 'a=1')).body).toMatchObject({
      warning: 'superfluous_charset',
    });
  });

  it('WEB §1: lists a message per missing argument', async () => {
    const { body } = await (await openWebSandbox()).call('conversations.mark', {});
    expect(body['response_metadata']).toEqual({
      messages: ['[ERROR] channel is missing', '[ERROR] ts is missing'],
    });
  });

  it('WEB §5: sends the scopes of the token and the accepted scopes in headers', async () => {
    const { headers } = await (await openWebSandbox()).call('migration.exchange', { users });
    expect([headers['x-oauth-scopes'], headers['x-accepted-oauth-scopes']]).toEqual([
      'chat:write,channels:manage,im:write,tokens.basic',
      'tokens.basic',
    ]);
  });
});

it('WEB §9: accepts no version in the path of a method', async () => {
  const service = await openWebSandbox();
  const headers = { authorization: 'Bearer sandbox-owner-token' };
  expect(said(await service.send({ path: 'auth.test', headers }))).toBe('ok');
  for (const path of ['v1/auth.test', 'v2/auth.test'])
    expect((await service.send({ path, headers })).body).not.toHaveProperty('ok', true);
});
