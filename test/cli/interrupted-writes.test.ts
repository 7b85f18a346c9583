import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRun } from '../../src/bulk/run/runs.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { runId } from '../../src/values/ids.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine, type RunOptions } from '../support/run-orgctl.ts';
import { patchFs } from '../support/watched-files.ts';

/** A machine and a served sandbox with these connection faults. */
async function start(faults: readonly JsonObject[] = []) {
  const service = await faultySandbox(demoOrganization(), faults);
  const machine = freshMachine();
  const urls = `--scim-url ${service.origin} --api-url ${service.origin}/api`;
  for (const [kind, token] of Object.entries(SANDBOX_TOKENS))
    await machine.orgctl(
      `profile add acme ${kind === 'org' ? urls : ''} --token-kind ${kind} --token-stdin --no-check`,
      { stdin: token },
    );
  const orgctl = (line: string, options: RunOptions = {}) =>
    machine.orgctl(`-p acme ${line}`, { sleep: async () => {}, ...options });
  const runs = async () => {
    const listed = await orgctl('runs list -o json');
    return JSON.parse(listed.stdout) as readonly { id: string; state: string }[];
  };
  const members = async () => (await orgctl('scim groups get IT --query members[].display')).stdout;
  return { service, machine, orgctl, runs, members, folder: join(machine.home, 'state', 'runs') };
}

/** Every attempt of a write is lost without being applied. */
const lostBefore = (method: string): JsonObject => ({ method, do: 'reset', applied: false, times: 3 });

describe('an interrupted command', () => {
  it('is never sent by a later command, even one with nothing to change', async () => {
    const { orgctl, machine, members, runs } = await start([lostBefore('PATCH')]);
    const before = await members();
    writeFileSync(machine.path('it.txt'), 'samir.aziz\n');
    const line = `scim groups members set IT --members-file ${machine.path('it.txt')} --yes`;
    expect((await orgctl(line)).exit).toBe(13);
    writeFileSync(machine.path('it.txt'), 'samir.aziz\nwalt.finch\n');
    const again = await orgctl(line, { env: { ORGCTL_PROTECT: 'walt.finch' } });
    expect(again).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('already has exactly these members'),
    });
    expect(await members()).toBe(before);
    expect((await runs()).map(({ state }) => state)).not.toContain('finished');
  });

  it('is finished by a later command that finds it applied', async () => {
    const { orgctl, runs } = await start([
      { method: 'PATCH', do: 'reset', applied: true },
      { method: 'GET', path: '/scim/v2/Users/W133PZN96', do: 'reset', applied: false, nth: 2, times: 9 },
    ]);
    expect((await orgctl('scim users patch tomas.rey --title CEO')).exit).not.toBe(0);
    expect((await orgctl('scim users patch tomas.rey --title CEO')).exit).toBe(0);
    expect((await runs()).map(({ state }) => state)).toEqual(['finished']);
  });

  it('is finished although a later attempt with other rows is not applied', async () => {
    const { orgctl, machine, runs } = await start([{ ...lostBefore('PATCH'), times: 6 }]);
    const list = machine.path('it.txt');
    const line = `scim groups members set IT --members-file ${list} --yes`;
    for (const members of ['samir.aziz\n', 'clara.voss\n']) {
      writeFileSync(list, members);
      expect((await orgctl(line)).exit).toBe(13);
    }
    expect((await orgctl('scim groups members remove IT walt.finch --yes')).exit).toBe(0);
    writeFileSync(list, 'samir.aziz\n');
    expect((await orgctl(line)).exit).toBe(0);
    expect((await runs()).map(({ state }) => state)).toEqual(['finished', 'paused', 'finished']);
  });

  it('is not repeated by a command with other flag values', async () => {
    const { orgctl } = await start([lostBefore('PATCH')]);
    expect((await orgctl('scim users patch tomas.rey --title=CEO')).exit).toBe(13);
    expect((await orgctl('scim users patch tomas.rey --department=Sales')).exit).toBe(0);
    const now = await orgctl('scim users get tomas.rey --columns title,department -o csv --no-header');
    expect(now.stdout).toBe('Engineer,Sales\n');
  });
});

describe('a run in progress in another process', () => {
  async function withOpenRun() {
    const world = await start([lostBefore('PATCH')]);
    expect((await world.orgctl('scim users patch tomas.rey --title CEO')).exit).toBe(13);
    const [run] = await world.runs();
    const id = run?.id ?? '';
    return { ...world, id, open: openRun(world.folder, runId(id), Date.now) };
  }

  it('is neither resumed nor undone, nor continued by the same command', async () => {
    const { orgctl, id, open, folder, runs } = await withOpenRun();
    for (const line of [`resume ${id} --yes`, `undo ${id} --yes`, 'undo latest --yes']) {
      const ran = await orgctl(line);
      expect(ran.exit).toBe(12);
      expect(ran.stderr).toContain(`run ${id} is in progress (process ${process.pid} on `);
    }
    const journal = readFileSync(join(folder, id, 'journal.ndjson'), 'utf8');
    expect((await orgctl('scim users patch tomas.rey --title CEO')).exit).toBe(0);
    expect(readFileSync(join(folder, id, 'journal.ndjson'), 'utf8')).toBe(journal);
    expect(await runs()).toHaveLength(2);
    open.journal.close();
    expect((await orgctl(`undo ${id} --yes`)).exit).toBe(0);
  });

  it('is not continued if its journal is damaged, and blocks no other command', async () => {
    const { orgctl, id, open, folder } = await withOpenRun();
    open.journal.close();
    const path = join(folder, id, 'journal.ndjson');
    const [first = '', , ...rest] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [first, ...rest].join('\n'));
    expect((await orgctl('scim users patch clara.voss --title VP')).exit).toBe(0);
  });
});

describe('undo', () => {
  it('reports unanswered requests with an unknown outcome', async () => {
    const { orgctl, machine } = await start([
      { method: 'PATCH', do: 'reset', applied: true },
      { method: 'GET', path: '/scim/v2/Users/W133PZN96', do: 'reset', applied: false, nth: 2, times: 9 },
    ]);
    writeFileSync(
      machine.path('op.json'),
      JSON.stringify({ Operations: [{ op: 'replace', path: 'title', value: 'CEO' }] }),
    );
    expect((await orgctl(`scim users patch tomas.rey --file ${machine.path('op.json')}`)).exit).not.toBe(0);
    const undone = await orgctl('undo latest --yes');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain('title changed, but it is unknown whether by this run');
  });

  it('adds no user who has reused the ID of a former member', async () => {
    const { orgctl, service } = await start();
    expect((await orgctl('scim groups members remove IT walt.finch --yes')).exit).toBe(0);
    const zed = { userName: 'zed.zulu', displayName: 'Zed Zulu', 'name.givenName': 'Zed' };
    for (const [path, value] of Object.entries(zed))
      await fetch(`${service.origin}/scim/v2/Users/W1118NVR2`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${SANDBOX_TOKENS.org}` },
        body: JSON.stringify({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path, value }],
        }),
      });
    const undone = await orgctl('undo latest --yes');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain('W1118NVR2 now belongs to zed.zulu; the plan has walt.finch');
  });
});

it('a command whose second request is refused: records and undoes the first', async () => {
  const { orgctl } = await start([
    {
      method: 'PATCH',
      do: 'answer',
      status: 400,
      body: { detail: 'invalid_start_date', status: 400 },
      nth: 2,
    },
  ]);
  const title = async () =>
    (await orgctl('scim users get tomas.rey --columns title -o csv --no-header')).stdout;
  const ran = await orgctl('scim users patch tomas.rey --title CEO --start-date 2026-01-15');
  expect(ran.exit).toBe(3);
  expect(ran.stderr).toContain('error: the service did not store startDate of tomas.rey: ');
  expect(await title()).toBe('CEO\n');
  expect((await orgctl('undo latest --yes')).exit).toBe(0);
  expect(await title()).toBe('Engineer\n');
});

it('a resumed clear of a group keeps members added since', async () => {
  const { orgctl, members, runs } = await start([lostBefore('PATCH')]);
  expect((await orgctl('scim groups members clear IT --yes')).exit).toBe(13);
  expect((await orgctl('scim groups members add IT clara.voss')).exit).toBe(0);
  const [, cleared] = await runs();
  expect((await orgctl(`resume ${cleared?.id} --yes`)).exit).toBe(0);
  expect(JSON.parse(await members())).toEqual(['Clara Voss']);
});

describe('record of a command', () => {
  it('contains no secret of the arguments or the environment', async () => {
    const { orgctl, folder, runs } = await start();
    const env = {
      JENKINS_URL: 'x',
      BUILD_URL: 'https://me:hunter2@jenkins.example/1',
      JOB_NAME: 'j'.repeat(9000),
    };
    await orgctl('api foo.bar client_secret=hunter2secret', { env });
    await orgctl(`api foo.bar 'opts:={"password":"hunter2secret"}'`, { env });
    expect((await orgctl('scim users patch clara.voss --title VP', { env })).exit).toBe(0);
    const listed = await runs();
    expect(listed).toHaveLength(3);
    for (const { id } of listed)
      for (const file of ['plan.json', 'journal.ndjson'])
        expect(readFileSync(join(folder, id, file), 'utf8')).not.toContain('hunter2');
  });

  it('names the kind of token used for a Web API call', async () => {
    const { orgctl, runs } = await start();
    expect((await orgctl('conversations mark C0RANDOM 1709571600.000100')).exit).toBe(0);
    expect(await runs()).toMatchObject([{ by: { token: { kind: 'user' } } }]);
  });
});

it('resume of an unanswered Web API call uses the connection in the hint', async () => {
  const { orgctl, runs } = await start([
    { method: 'POST', path: '/api/conversations.mark', do: 'reset', applied: false, times: 3 },
  ]);
  const lost = await orgctl('conversations mark C0RANDOM 1709571600.000100');
  const [run] = await runs();
  expect(lost.exit).toBe(13);
  expect(lost.stderr).toContain(`orgctl -p acme resume ${run?.id}`);
  expect((await orgctl(`resume ${run?.id} --yes`)).exit).toBe(0);
});

it('an unanswered call releases its run if a full disk prevents closing it', async () => {
  const { orgctl, runs, folder } = await start([
    { method: 'POST', path: '/api/foo.bar', do: 'reset', applied: false, times: 3 },
  ]);
  expect((await orgctl('api foo.bar a=1')).exit).toBe(13);
  const [run] = await runs();
  patchFs('fdatasync', () => (_: number, done: (error: Error) => void) => {
    done(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  });
  expect((await orgctl('api foo.bar a=1')).exit).toBe(12);
  expect(existsSync(join(folder, run?.id ?? '', 'run.lock'))).toBe(false);
});
