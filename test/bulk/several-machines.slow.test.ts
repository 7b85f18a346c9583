import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine, type RunOptions } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

const ROWS = 40;
const PEOPLE = `userName,email,givenName,employeeNumber,department\n${Array.from(
  { length: ROWS },
  (_, n) => `u${n},u${n}@x.example,Una ${n},E${n},Sales\n`,
).join('')}`;

function machineWith(text = PEOPLE): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), text);
  return machine;
}

const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
/** Waits a hundredth of the requested time, for runs that meet at a known moment. */
const QUICKLY: RunOptions = {
  env,
  sleep: async (milliseconds) => {
    await sleep(milliseconds / 100);
  },
};

function wordsAt(origin: string, version: string, machine: Machine): string {
  return `--scim-url ${origin} --scim-version ${version} bulk apply ${machine.path('people.csv')} --yes -o json`;
}

describe.each(['1.1', '2.0'])('two machines with the same file (SCIM %s)', (version) => {
  it('both succeed at the same time, and create no user twice', async () => {
    const service = await listeningSandbox({ latency: 3 });
    const before = service.sandbox.organization.userCount;
    const machines = [machineWith(), machineWith()];
    const ran = await Promise.all(
      machines.map((machine) => machine.orgctl(wordsAt(service.origin, version, machine), QUICKLY)),
    );
    expect(ran.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(service.sandbox.organization.userCount).toBe(before + ROWS);
    const reports = await Promise.all(
      machines.map(async (machine) =>
        JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout),
      ),
    );
    for (const report of reports) expect(report).toMatchObject({ failed: 0, left: 0, succeeded: ROWS });
    // Each user was created by one machine and found by the other.
    expect(ran.map(({ stderr }) => stderr).join('')).toMatch(/\d+ unchanged\n/);
    expect(reports.reduce((sum, report) => sum + report.already, 0)).toBe(ROWS);
  });

  it('leave users of the other machine unchanged on a late resume and on undo', async () => {
    const service = await throttlingSandbox('POST', 15);
    const old = machineWith();
    const paused = await old.orgctl(`${wordsAt(service.origin, version, old)} --max-wait 1s`, QUICKLY);
    expect(paused.exit).toBe(10);
    service.queue.clear();
    const other = machineWith();
    expect(await other.orgctl(wordsAt(service.origin, version, other), QUICKLY)).toMatchObject({ exit: 0 });
    const resumed = await old.orgctl(wordsAt(service.origin, version, old), QUICKLY);
    expect(resumed).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('15 created, 25 unchanged\n'),
    });
    const again = await old.orgctl(wordsAt(service.origin, version, old), QUICKLY);
    expect(again).toMatchObject({ exit: 0 });
    const undone = await old.orgctl(
      `--scim-url ${service.origin} --scim-version ${version} bulk undo latest --yes --max-deactivate 100`,
      QUICKLY,
    );
    expect(undone.exit).toBe(0);
    const active = [...service.sandbox.organization.users()].filter(
      ({ values }) => /^u\d+$/.test(values.userName ?? '') && values.active !== false,
    );
    // Users created by the other machine stay.
    expect(active).toHaveLength(ROWS - 15);
  });
});

/** The result for a row of ada if another account takes her userName while the request is in flight. */
async function meets(values: UserValues & { readonly userName: string }): Promise<string> {
  const service = await listeningSandbox();
  const machine = machineWith(`userName,email,givenName,employeeNumber\nada,ada@x.example,Ada,E1\n`);
  const plan = machine.path('plan.json');
  const flags = `--scim-url ${service.origin} --scim-version 2.0`;
  await machine.orgctl(`${flags} bulk plan ${machine.path('people.csv')} --out ${plan}`, QUICKLY);
  let isMade = false;
  const running = machine.orgctl(`${flags} bulk apply ${plan} --yes -o json`, {
    ...QUICKLY,
    network: async (request) => {
      if (request.method === 'POST' && !isMade) {
        isMade = true;
        await service.sandbox.setUp((organization) =>
          organization.apply({
            user: {
              id: 'WTAKEN001',
              created: '2024-01-02T03:04:05-08:00',
              rank: 'member',
              hasCustomProfile: true,
              values: { ...values, active: values.active ?? true },
            },
          }),
        );
      }
      return service.sandbox.handle(request);
    },
  });
  const { exit, stdout } = await running;
  const [result] = JSON.parse(stdout);
  return `${exit} ${result.state} ${result.code ?? result.id}`;
}

describe('userName taken during a run', () => {
  const ADA = { userName: 'ada', email: 'ada@x.example', givenName: 'Ada', employeeNumber: 'E1' };

  it('is no failure if the account has all values of the row', async () => {
    expect(await meets(ADA)).toBe('0 succeeded WTAKEN001');
    expect(await meets({ ...ADA, title: 'more than the row says' })).toBe('0 succeeded WTAKEN001');
  });

  it.each([
    ['another employee number', { ...ADA, employeeNumber: 'E2' }],
    ['another name', { ...ADA, givenName: 'Adam' }],
    ['another address', { ...ADA, email: 'other@x.example' }],
    ['a deactivated account', { ...ADA, active: false }],
  ])('is a failure with %s', async (_, values) => {
    expect(await meets(values)).toMatch(/^3 failed (username_taken|email_taken)$/);
  });
});

const CREWS = 12;
const MEMBERS = ['clara.voss', 'tomas.rey'];
const GROUPS = `group,member\n${Array.from({ length: CREWS }, (_, n) => MEMBERS.map((who) => `Crew ${n},${who}\n`).join('')).join('')}`;

/** The groups named "Crew …" with their member counts, sorted. */
function crewsIn(organization: Sandbox['organization']): readonly string[] {
  return [...organization.groups()]
    .filter(({ displayName }) => displayName.startsWith('Crew'))
    .map(({ displayName, members }) => `${displayName}: ${members.length}`)
    .toSorted();
}

const EACH_CREW = Array.from({ length: CREWS }, (_, n) => `Crew ${n}: 2`).toSorted();

describe('three machines with the same group file', () => {
  const wordsOf = (origin: string, machine: Machine, more = '') =>
    `--scim-url ${origin} --scim-version 2.0 bulk apply ${machine.path('groups.csv')} --yes -o json ${more}`;
  const machineWithGroups = () => {
    const machine = freshMachine();
    writeFileSync(machine.path('groups.csv'), GROUPS);
    return machine;
  };

  it('create each group once at the same time, and all succeed', async () => {
    const service = await listeningSandbox({ latency: 5 });
    const machines = [machineWithGroups(), machineWithGroups(), machineWithGroups()];
    const ran = await Promise.all(
      machines.map((machine) => machine.orgctl(wordsOf(service.origin, machine), { env })),
    );
    expect(ran.map(({ exit, stderr }) => (exit === 0 ? 0 : stderr))).toEqual([0, 0, 0]);
    expect(crewsIn(service.sandbox.organization)).toEqual(EACH_CREW);
  });
});

/** The result for a group if another one of the same name is created meanwhile, this many seconds earlier. */
async function groupMeets({ older, members = [] }: { older: number; members?: readonly string[] }) {
  const service = await listeningSandbox();
  const { organization } = service.sandbox;
  const machine = freshMachine();
  writeFileSync(machine.path('groups.csv'), 'group,member\nIT crew,clara.voss\n');
  let isMade = false;
  const ran = await machine.orgctl(
    `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${machine.path('groups.csv')} --yes -o json`,
    {
      ...QUICKLY,
      network: async (request) => {
        const response = await service.sandbox.handle(request);
        const own = [...organization.groups()].find(({ displayName }) => displayName === 'IT crew');
        if (own !== undefined && !isMade) {
          isMade = true;
          const created = new Date(Date.parse(own.created) - older * 1000).toISOString();
          const other = { id: 'SOTHER001', created, displayName: 'IT crew', members };
          await service.sandbox.setUp((all) => all.apply({ group: other }));
        }
        return response;
      },
    },
  );
  const left = [...organization.groups()].filter(({ displayName }) => displayName === 'IT crew');
  return {
    exit: ran.exit,
    left: left.map(({ id, members: { length } }) => `${id === 'SOTHER001' ? 'other' : 'own'}: ${length}`),
  };
}

describe('group name taken during a run', () => {
  const walt = 'W0WALT';
  it.each([
    ['is yielded to an older group', { older: 60 }, ['other: 1']],
    ['is yielded to an older group, which keeps its members', { older: 60, members: [walt] }, ['other: 2']],
    ['is yielded to a group created in the same second', { older: 0 }, ['other: 1']],
    [
      'is kept if the other group is younger and deleted by its creator',
      { older: -60 },
      ['other: 0', 'own: 1'],
    ],
  ])('%s', async (_, other, left) => {
    const met = await groupMeets(other);
    expect({ ...met, left: met.left.toSorted() }).toEqual({ exit: 0, left });
  });
});

describe('group run that another machine finished', () => {
  it('adopts the groups on resume, and its undo keeps them', async () => {
    const service = await throttlingSandbox('POST', 5);
    const flags = `--scim-url ${service.origin} --scim-version 2.0`;
    const [old, other] = [freshMachine(), freshMachine()];
    for (const machine of [old, other]) writeFileSync(machine.path('groups.csv'), GROUPS);
    const apply = (machine: Machine) => `${flags} bulk apply ${machine.path('groups.csv')} --yes -o json`;
    expect((await old.orgctl(`${apply(old)} --max-wait 1s`, QUICKLY)).exit).toBe(10);
    service.queue.clear();
    expect((await other.orgctl(apply(other), QUICKLY)).exit).toBe(0);
    expect((await old.orgctl(apply(old), QUICKLY)).exit).toBe(0);
    expect(crewsIn(service.sandbox.organization)).toEqual(EACH_CREW);
    const undone = await other.orgctl(
      `${flags} undo latest --yes --max-delete-groups 100 --max-remove-members 100 -o json`,
      QUICKLY,
    );
    expect(undone.exit).toBe(0);
    // The old machine had created five groups, and filled some.
    expect(crewsIn(service.sandbox.organization).length).toBe(5);
  });
});
