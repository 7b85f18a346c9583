import { writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/sandbox/listen.ts';
import type { SandboxRequest } from '../../src/sandbox/scim-service.ts';
import type { JsonObject } from '../../src/spec/wire.ts';
import { account, TOKENS } from '../support/organisation-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import {
  NOW,
  openTestSandbox,
  type TestSandboxOptions,
  type TestService,
  VERSIONS,
} from '../support/wire.ts';

/** Answers a request in place of the sandbox, or lets it through. */
type Meddling = (
  request: SandboxRequest,
  answer: TestService['sandbox']['answer'],
) => ReturnType<TestService['sandbox']['answer']>;

/** A sandbox on a socket whose answers may be meddled with, and the program connected to it. */
async function start(options: TestSandboxOptions, meddle: Meddling = (request, answer) => answer(request)) {
  const service = await openTestSandbox(options);
  const { sandbox } = service;
  const server = await listen(
    { ...sandbox, answer: (request) => meddle(request, sandbox.answer) },
    0,
    () => NOW,
  );
  onTestFinished(() => server.close());
  const machine = freshMachine();
  const orgctl = (line: string) =>
    machine.orgctl(`--scim-url ${server.origin} --scim-version ${service.version} scim groups ${line}`, {
      env: { ORGCTL_TOKEN: TOKENS.primaryOwner },
      now: () => NOW,
    });
  return { machine, orgctl, service };
}

describe.each(VERSIONS)('SCIM §8: large groups over SCIM %s', (version) => {
  const people = Array.from({ length: 12_000 }, (_, index) => account(`u${index}`));

  it('takes 12,000 members by e-mail, 5,000 a call, and empties the group again', async () => {
    const sizes: number[] = [];
    const { machine, orgctl, service } = await start({ version, users: people }, (request, answer) => {
      if (request.method === 'POST' || request.method === 'PATCH')
        sizes.push(usersNamedIn(JSON.parse(request.body ?? '')));
      return answer(request);
    });
    writeFileSync(machine.path('all.txt'), people.map(({ values }) => values.email).join('\n'));
    const created = await orgctl(`create Everyone --members-file ${machine.path('all.txt')} --query id`);
    expect(created).toMatchObject({ exit: 0 });
    expect(created.stderr).toContain('12,000 users in 3 calls');
    expect(created.stderr).toContain('with 12,000 members');
    expect(sizes).toEqual([5000, 5000, 2000]);
    const id = JSON.parse(created.stdout);
    expect(service.sandbox.organisation.group(id)?.members).toHaveLength(12_000);
    sizes.length = 0;
    const cleared = await orgctl('members clear Everyone --yes --batch-size 15000 --query members');
    expect(cleared).toMatchObject({ exit: 0, stdout: '[]\n' });
    expect(sizes).toEqual(version === '1.1' ? [12_000] : [0]);
  });

  it('says which group is there when a later call is refused', async () => {
    const { machine, orgctl, service } = await start({
      version,
      users: [...people.slice(0, 8), account('gone', { active: false })],
    });
    writeFileSync(machine.path('some.txt'), [...people.slice(0, 8).map(({ id }) => id), 'WGONE'].join('\n'));
    const ran = await orgctl(`create Crew --members-file ${machine.path('some.txt')} --batch-size 5`);
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    const [crew] = [...service.sandbox.organisation.groups()];
    expect(crew?.members).toHaveLength(5);
    expect(ran.stderr).toContain(`error: the group ${crew?.id} is there, and not all of its members:`);
    expect(ran.stderr).toContain('[unable_to_add_deleted_or_guest_to_group]');
    expect(ran.stderr).toContain(`hint: orgctl scim groups members add ${crew?.id} --file FILE`);
  });
});

it('SCIM §8: refuses to replace a group with more members than one call may name', async () => {
  const { machine, orgctl } = await start({ groups: [] });
  const ids = Array.from({ length: 15_001 }, (_, index) => `W${index}0`);
  writeFileSync(machine.path('all.txt'), ids.join('\n'));
  const ran = await orgctl(`replace Crew --members-file ${machine.path('all.txt')}`);
  expect(ran).toMatchObject({ exit: 5, stdout: '' });
  expect(ran.stderr).toContain('15,001 members are more than one call may name [too_many_users]');
});

describe.each(VERSIONS)('reliability: a group create without an answer over SCIM %s', (version) => {
  const lost: Meddling = async (request, answer) => {
    const done = await answer(request);
    if (request.method === 'POST') throw new Error('the connection broke');
    return done;
  };
  const unsent: Meddling = async (request, answer) => {
    if (request.method === 'POST') throw new Error('the connection broke');
    return answer(request);
  };

  it('is looked up, and what is found is told with a warning', async () => {
    const { orgctl, service } = await start({ version, users: [account('ada')] }, lost);
    const ran = await orgctl('create Crew --member ada -o csv --columns displayName,members --no-header');
    expect(ran).toMatchObject({ exit: 0, stdout: 'Crew,1\n' });
    const [crew] = [...service.sandbox.organisation.groups()];
    expect(ran.stderr).toContain(
      `warning: the answer was lost; ${crew?.id} has the name and the members and was made since`,
    );
  });

  it('is an unknown outcome where nothing is found, and is not sent again', async () => {
    let posts = 0;
    const { orgctl } = await start({ version }, (request, answer) => {
      if (request.method === 'POST') posts += 1;
      return unsent(request, answer);
    });
    const ran = await orgctl('create Crew');
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toBe(
      'error: the answer was lost, and looked for twice no group "Crew" is there\n' +
        'hint: it can be sent again; look first: orgctl scim groups list\n',
    );
    expect(posts).toBe(1);
  });

  it('is an unknown outcome where two groups could be it', async () => {
    const { orgctl } = await start({ version }, async (request, answer) => {
      if (request.method === 'POST') await answer(request);
      return lost(request, answer);
    });
    const ran = await orgctl('create Crew');
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toMatch(/error: the answer was lost; 2 groups "Crew" were made since: S\w+, S\w+\n/);
  });
});

function usersNamedIn(body: JsonObject): number {
  const { members, Operations: operations } = body;
  if (Array.isArray(members)) return members.length;
  if (!Array.isArray(operations)) return 0;
  return operations.reduce((sum: number, operation) => {
    const value =
      typeof operation === 'object' && operation !== null && 'value' in operation
        ? operation.value
        : undefined;
    return sum + (Array.isArray(value) ? value.length : 0);
  }, 0);
}
