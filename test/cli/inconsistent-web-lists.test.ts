import { describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** Each command that reads a list of the Web API, with its method and the member with the list. */
const LISTS = [
  ['logs', 'team.integrationLogs', 'logs'],
  ['logs -o table', 'team.integrationLogs', 'logs'],
  ['logs --by app', 'team.integrationLogs', 'logs'],
  ['logs --why Polls', 'team.integrationLogs', 'logs'],
  ['admin sessions', 'admin.users.session.list', 'active_sessions'],
  ['admin invites denied', 'admin.inviteRequests.denied.list', 'denied_requests'],
  ['functions steps --workflow Wf0RELEASE', 'functions.workflows.steps.list', 'steps_versions'],
  ['api team.integrationLogs --paginate', 'team.integrationLogs', 'logs'],
  ['api admin.users.session.list --paginate', 'admin.users.session.list', 'active_sessions'],
] as const;

/** Responses with something else instead of a list. */
const NO_LISTS: Readonly<Record<string, (name: string) => JsonObject>> = {
  'a missing list': () => ({ ok: true }),
  null: (name) => ({ ok: true, [name]: null }),
  'an object': (name) => ({ ok: true, [name]: { id: 'W1' } }),
  'a string': (name) => ({ ok: true, [name]: 'none' }),
  'a list of null': (name) => ({ ok: true, [name]: [null] }),
  'a list of an object and a string': (name) => ({ ok: true, [name]: [{ user_id: 'W1' }, 'W2'] }),
};
const cases = LISTS.flatMap(([words, method, name]) =>
  Object.keys(NO_LISTS).map((what) => [words, what, method, name] as const),
);

async function answering(method: string, body: JsonObject) {
  const { origin } = await faultySandbox(
    [...demoOrganization()],
    [{ path: `/api/${method}`, do: 'answer', times: 'always', body: JSON.stringify(body) }],
  );
  const machine = freshMachine();
  return (line: string) =>
    machine.orgctl(`--scim-url ${origin} --api-url ${origin}/api --scim-version 2.0 ${line}`, {
      env: { ORGCTL_TOKEN: SANDBOX_TOKEN },
    });
}

describe('Web API response that is not a list', () => {
  it.each(cases)('%s: %s is not treated as an empty list', async (words, what, method, name) => {
    const body = NO_LISTS[what]?.(name) ?? {};
    const ran = await (await answering(method, body))(words);
    expect(ran.stderr).toContain(
      `${method}: the answer lacks a list of objects in "${name}": ${JSON.stringify(body)}`,
    );
    expect([ran.stdout, ran.exit]).toEqual(['', 11]);
  });

  it('is an empty list if its paging has a total of 0', async () => {
    const paging = { count: 100, total: 0, page: 1, pages: 0 };
    const ran = await (await answering('team.integrationLogs', { ok: true, paging }))('logs -o json');
    expect([ran.stdout, ran.exit]).toEqual(['[]\n', 0]);
  });

  it.each([
    ['no list', { ok: true, name: 'x' }],
    ['two lists', { ok: true, users: [{ id: 'W1' }], apps: [{ id: 'A1' }] }],
    ['a list of strings', { ok: true, users: ['W1'] }],
  ])('is refused for a method without description: %s', async (_, body) => {
    const ran = await (await answering('some.method', body))('api some.method --paginate --yes');
    expect(ran.stderr).toContain(JSON.stringify(body));
    expect([ran.stdout, ran.exit]).toEqual(['', 11]);
  });
});

describe('Web API list shorter than its total', () => {
  const body = {
    ok: true,
    logs: [{ user_id: 'W1', date: '1709571600', change_type: 'added' }],
    paging: { count: 100, total: 9, page: 1, pages: 1 },
  };

  it.each(['logs', 'api team.integrationLogs --paginate'])(
    'causes a warning and exit 3: %s',
    async (words) => {
      const orgctl = await answering('team.integrationLogs', body);
      const ran = await orgctl(`${words} -o json`);
      expect(JSON.parse(ran.stdout)).toHaveLength(1);
      expect(ran.stderr).toMatch(/incomplete (list|log): the service returned 1 of 9 (items|entries)\n$/);
      expect(ran.exit).toBe(3);
      expect((await orgctl(`${words} -o table`)).exit).toBe(0);
    },
  );

  it('causes a warning and exit 3 with --why, whose last line is the state', async () => {
    const logs = [{ ...body.logs[0], app_id: 'A0POLLS', app_type: 'Polls' }];
    const orgctl = await answering('team.integrationLogs', { ...body, logs });
    const ran = await orgctl('logs --why Polls -o json');
    expect(ran).toMatchObject({
      exit: 3,
      stderr:
        'Polls (A0POLLS) has been enabled since 2024-03-04T17:00:00Z by W1\nwarning: incomplete log: the service returned 1 of 9 entries\n',
    });
  });

  it.each([
    [1000, ''],
    [
      1001,
      'warning: only the latest 1,000 log entries of clara.voss were read; apps added before are not shown\n',
    ],
  ])('is cut in who only with a warning: %i entries', async (count, warning) => {
    const logs = Array.from({ length: count }, () => ({ ...body.logs[0] }));
    const paging = { count, total: count, page: 1, pages: 1 };
    const orgctl = await answering('team.integrationLogs', { ok: true, logs, paging });
    expect((await orgctl('who clara.voss')).stderr).toBe(warning);
  });

  it('causes a warning in who', async () => {
    const ran = await (await answering('team.integrationLogs', body))('who clara.voss');
    expect(ran.stderr).toContain('warning: incomplete log: the service returned 1 of 9 entries\n');
  });
});
