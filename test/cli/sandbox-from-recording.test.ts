import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { newUser } from '../support/test-sandbox.ts';
import { whileServing } from '../support/while-serving.ts';

const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };

async function recorded(machine: Machine, line: string): Promise<string> {
  const file = machine.path('recording.ndjson');
  await machine.orgctl(`-p sandbox --record ${file} ${line}`);
  return file;
}

describe('"sandbox serve --from"', () => {
  it('serves the users and groups of a recording, which can be changed', async () => {
    const machine = freshMachine();
    const file = await recorded(machine, 'scim users list');
    const replayed = await machine.orgctl(`--replay ${file}`);
    const people = JSON.parse(replayed.stdout);
    await whileServing(machine, `--from ${file}`, async ({ origin }) => {
      const other = freshMachine();
      const orgctl = (line: string) =>
        other.orgctl(`--scim-url ${origin} --api-url ${origin}/api ${line}`, { env });
      const listed = await orgctl('scim users list');
      expect(listed.exit).toBe(0);
      expect(
        JSON.parse(listed.stdout).map(({ id, userName }: { id: string; userName: string }) => [id, userName]),
      ).toEqual(people.map(({ id, userName }: { id: string; userName: string }) => [id, userName]));
      const [first] = people;
      const patched = await orgctl(`scim users patch ${first.userName} --title Tester --yes`);
      expect([patched.exit, patched.stderr]).toEqual([0, expect.stringContaining('title:')]);
      const again = await orgctl(`scim users get ${first.userName} -o json`);
      expect(JSON.parse(again.stdout)).toMatchObject({ id: first.id, title: 'Tester' });
      expect(JSON.parse((await orgctl('scim users list')).stdout)[0].title).toBe('Tester');
      const token = await other.orgctl(`--scim-url ${origin} scim users list`, {
        env: { ORGCTL_TOKEN: 'other-token-1234' },
      });
      expect(token.exit).toBe(4);
    });
  });

  it('serves groups with their members before the recorded change', async () => {
    const machine = freshMachine();
    const file = await recorded(machine, 'scim groups members add IT clara.voss --yes');
    const lines = readFileSync(file, 'utf8');
    expect(lines).toContain('"PATCH"');
    await whileServing(machine, `--from ${file}`, async ({ origin }) => {
      const groups = await freshMachine().orgctl(`--scim-url ${origin} scim groups list`, { env });
      const [group] = JSON.parse(groups.stdout);
      expect(group.members).toHaveLength(2);
      expect(group.displayName).toMatch(/^[A-Z]{2}$/);
    });
  });

  it('takes the last page of a list without totals for no page size', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('quirks.yaml'), 'settings: {quirks: {totals: absent}}\n');
    await machine.orgctl(`sandbox seed ${machine.path('quirks.yaml')} -q`);
    const file = await recorded(machine, 'scim users list');
    await whileServing(machine, `--from ${file}`, async ({ origin, ask }) => {
      expect(await ask('POST', '/scim/v2/Users', newUser('2.0', 'eva'))).toBe(201);
      const answer = await fetch(`${origin}/scim/v2/Users?count=1000`, {
        headers: { authorization: `Bearer ${SANDBOX_TOKEN}` },
      });
      expect(((await answer.json()) as { Resources: object[] }).Resources).toHaveLength(13);
    });
  });

  it('returns the pages, headers and refusals of the recorded service', async () => {
    const machine = freshMachine();
    const file = machine.path('made.ndjson');
    const user = (id: string, userName: string) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      userName,
      emails: [{ value: `${userName}@x.example`, primary: true }],
      active: true,
    });
    const list = (startIndex: number, ...Resources: readonly object[]) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 3,
      itemsPerPage: Resources.length,
      startIndex,
      Resources,
    });
    const refusal = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'no_such_user: not here',
    };
    const exchange = (path: string, status: number, body: object) => ({
      exchange: {
        sent: 0,
        received: 1,
        request: { method: 'GET', url: `https://bzq.example/base/scim/v2${path}`, headers: {} },
        response: { status, headers: { 'x-ratelimit-limit': '77' }, body: JSON.stringify(body) },
      },
    });
    const program = { version: '1.0.0', node: '20.18.1', platform: 'linux', hasToken: false };
    const header = {
      ...program,
      format: 1,
      argv: [],
      env: {},
      inputs: {},
      started: 0,
      seed: 1,
      terminal: {},
    };
    const made = [
      { recording: header },
      exchange(
        '/Users?startIndex=1&count=1000',
        200,
        list(1, user('W0AAAAAAA', 'ada'), user('W0BBBBBBB', 'bob')),
      ),
      exchange('/Users?startIndex=3&count=1000', 200, list(3, user('W0CCCCCCC', 'cyd'))),
      exchange('/Users/W0NOBODY0', 404, refusal),
    ];
    writeFileSync(file, made.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await whileServing(machine, `--from ${file}`, async ({ origin }) => {
      const ask = (path: string) =>
        fetch(`${origin}/scim/v2${path}`, { headers: { authorization: `Bearer ${SANDBOX_TOKEN}` } });
      const page = await ask('/Users?startIndex=2&count=500');
      expect(page.headers.get('x-ratelimit-limit')).toBe('77');
      expect(await page.json()).toMatchObject({ totalResults: 3, itemsPerPage: 2 });
      const missing = await ask('/Users/W0NOBODY1');
      expect([missing.status, await missing.json()]).toEqual([404, refusal]);
      const again = await ask('/Users?count=1000&startIndex=3');
      expect(await again.json()).toEqual(list(3, user('W0CCCCCCC', 'cyd')));
      const all = await freshMachine().orgctl(`--scim-url ${origin} scim users list --query [].userName`, {
        env,
      });
      expect(JSON.parse(all.stdout)).toEqual(['ada', 'bob', 'cyd']);
    });
  });

  it('refuses a state file in addition, and a file that is not a recording', async () => {
    const machine = freshMachine();
    const file = await recorded(machine, 'scim users list');
    const both = await machine.orgctl(`sandbox serve --from ${file} --state ${machine.path('s')}`);
    expect([both.exit, both.stderr]).toEqual([
      2,
      'error: --from serves a recording in memory; omit --state\n',
    ]);
    const memory = await machine.orgctl(`sandbox serve --memory --state ${machine.path('s')}`);
    expect([memory.exit, memory.stderr]).toEqual([
      2,
      'error: --memory and --state contradict each other; give one\n',
    ]);
    const late = await machine.orgctl('sandbox serve --memory --latency 30d');
    expect(late).toMatchObject({ exit: 2, stderr: expect.stringContaining('It must be at most 24d.') });
    writeFileSync(file, 'userName\nada\n');
    const env = { ORGCTL_SANDBOX_STATE: machine.path('s') };
    expect((await machine.orgctl(`sandbox serve --from ${file}`, { env })).exit).toBe(5);
    const none = await machine.orgctl(`sandbox serve --from ${file}`);
    expect(none.exit).toBe(5);
    expect(none.stderr).toContain('is not a recording of orgctl');
  });
});
