import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { UserValues } from '../../src/spec/user-attributes.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { tiredSandbox } from '../support/tired-sandbox.ts';

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

function wordsAt(origin: string, version: string, machine: Machine): string {
  return `--scim-url ${origin} --scim-version ${version} bulk apply ${machine.path('people.csv')} --yes -o json`;
}

describe.each(['1.1', '2.0'])('two machines with the same file (SCIM %s)', (version) => {
  it('both succeed when they run at once, and nobody is made twice', async () => {
    const service = await listeningSandbox({ latency: 3 });
    const before = service.sandbox.organization.userCount;
    const machines = [machineWith(), machineWith()];
    const ran = await Promise.all(
      machines.map((machine) => machine.orgctl(wordsAt(service.origin, version, machine), { env })),
    );
    expect(ran.map(({ exit }) => exit)).toEqual([0, 0]);
    expect(service.sandbox.organization.userCount).toBe(before + ROWS);
    const reports = await Promise.all(
      machines.map(async (machine) =>
        JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout),
      ),
    );
    for (const report of reports) expect(report).toMatchObject({ failed: 0, left: 0, succeeded: ROWS });
    // Each of them was made by one and found by the other.
    expect(reports.reduce((sum, report) => sum + report.already, 0)).toBe(ROWS);
  });

  it('an old one that resumes what another has finished finds it unchanged, and an undo leaves it', async () => {
    const service = await tiredSandbox('POST', 15);
    const old = machineWith();
    const paused = await old.orgctl(`${wordsAt(service.origin, version, old)} --max-wait 1s`, { env });
    expect(paused.exit).toBe(10);
    service.queue.clear();
    const other = machineWith();
    expect(await other.orgctl(wordsAt(service.origin, version, other), { env })).toMatchObject({ exit: 0 });
    const resumed = await old.orgctl(wordsAt(service.origin, version, old), { env });
    expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('40 created') });
    const again = await old.orgctl(wordsAt(service.origin, version, old), { env });
    expect(again).toMatchObject({ exit: 0 });
    const undone = await old.orgctl(
      `--scim-url ${service.origin} --scim-version ${version} bulk undo latest --yes --max-deactivate 100`,
      { env },
    );
    expect(undone.exit).toBe(0);
    const active = [...service.sandbox.organization.users()].filter(
      ({ values }) => /^u\d+$/.test(values.userName ?? '') && values.active !== false,
    );
    // Those who were made by the other machine stay.
    expect(active).toHaveLength(ROWS - 15);
  });
});

/** What a row of ada says to a service where an account took her name while the row was on its way. */
async function meets(values: UserValues & { readonly userName: string }): Promise<string> {
  const service = await listeningSandbox();
  const machine = machineWith(`userName,email,givenName,employeeNumber\nada,ada@x.example,Ada,E1\n`);
  const plan = machine.path('plan.json');
  const flags = `--scim-url ${service.origin} --scim-version 2.0`;
  await machine.orgctl(`${flags} bulk plan ${machine.path('people.csv')} --out ${plan}`, { env });
  let isMade = false;
  const running = machine.orgctl(`${flags} bulk apply ${plan} --yes -o json`, {
    env,
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
  return `${exit} ${result.outcome} ${result.code ?? result.id}`;
}

describe('a name that is taken', () => {
  const ADA = { userName: 'ada', email: 'ada@x.example', givenName: 'Ada', employeeNumber: 'E1' };

  it('by the very user of the row is no failure', async () => {
    expect(await meets(ADA)).toBe('0 succeeded WTAKEN001');
    expect(await meets({ ...ADA, title: 'more than the row says' })).toBe('0 succeeded WTAKEN001');
  });

  it.each([
    ['another employee number', { ...ADA, employeeNumber: 'E2' }],
    ['another name', { ...ADA, givenName: 'Adam' }],
    ['another address', { ...ADA, email: 'other@x.example' }],
    ['a deactivated account', { ...ADA, active: false }],
  ])('by somebody else stays one: %s', async (_, values) => {
    expect(await meets(values)).toMatch(/^3 failed (username_taken|email_taken)$/);
  });
});
