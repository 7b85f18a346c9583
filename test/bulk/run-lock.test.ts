import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOrganization } from '../../src/bulk/run/lock-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import type { FaultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

const ORIGIN = 'http://sandbox.localhost';

function machineWith(csv: string): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), csv);
  return machine;
}

const creates = ({ met }: FaultySandbox) => met.filter(({ method }) => method === 'POST').length;

const CSV = 'email,userName\na@x.example,a\nb@x.example,b\n';

/** Answers a question with yes after `act`. */
async function answerAfter(
  machine: Machine,
  line: string,
  question: string,
  act: () => Promise<unknown>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return machine.orgctl(line, {
    env,
    terminal: 100,
    answers: [
      [
        question,
        async () => {
          await act();
          return 'y\n';
        },
      ],
    ],
  });
}

function runsOf(machine: Machine): readonly string[] {
  return readdirSync(join(machine.home, 'state', 'runs'));
}

describe('lock of an organization', () => {
  it('does not block others during a prompt, and the same input is not applied twice', async () => {
    const machine = machineWith(CSV);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')}`;
    let meanwhile: Ran | undefined;
    const late = await answerAfter(machine, apply, '(y/N)', async () => {
      meanwhile = await machine.orgctl(`${apply} --yes`);
    });
    expect(meanwhile?.exit).toBe(0);
    expect(late).toMatchObject({ exit: 7, stdout: '' });
    expect(late.stderr).toMatch(
      /run \S+ of\s\S+people\.csv\sstarted\safter\sthis\splan\swas\smade;\snothing\swas\ssent/,
    );
    expect(runsOf(machine)).toHaveLength(1);
  });

  it('resumes a run from its state when the lock is acquired, not from before the prompt', async () => {
    const service = await throttlingSandbox('POST', 1);
    const machine = machineWith(CSV);
    const at = `--scim-url ${service.origin} --scim-version 2.0 bulk`;
    const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
    const apply = `${at} apply ${machine.path('people.csv')} --yes --max-wait 1s --concurrency 1`;
    expect((await machine.orgctl(apply, { env })).exit).toBe(10);
    service.queue.clear();
    const before = creates(service);
    const late = await answerAfter(
      machine,
      `${at} resume latest`,
      'Resume this run',
      () => machine.orgctl(`${at} resume latest --yes`, { env }),
      env,
    );
    expect(late.exit).toBe(0);
    expect(late.stderr).toMatch(/run \S+ is already complete/);
    expect(creates(service)).toBe(before + 1);
  });

  it('undoes no run that was undone during the prompt', async () => {
    const machine = machineWith('userName,title\ntomas.rey,VP\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
    let meanwhile: Ran | undefined;
    const late = await answerAfter(machine, '-p sandbox bulk undo latest', '(y/N)', async () => {
      meanwhile = await machine.orgctl('-p sandbox bulk undo latest --yes');
    });
    expect(meanwhile?.exit).toBe(0);
    expect(late).toMatchObject({ exit: 7, stdout: '' });
    expect(late.stderr).toContain('nothing was sent');
    expect(runsOf(machine)).toHaveLength(2);
  });

  it('undoes no run that was resumed during the prompt', async () => {
    const service = await throttlingSandbox('POST', 1);
    const machine = machineWith(CSV);
    const at = `--scim-url ${service.origin} --scim-version 2.0 bulk`;
    const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
    const apply = `${at} apply ${machine.path('people.csv')} --yes --max-wait 1s --concurrency 1`;
    expect((await machine.orgctl(apply, { env })).exit).toBe(10);
    service.queue.clear();
    const late = await answerAfter(
      machine,
      `${at} undo latest`,
      '(y/N)',
      () => machine.orgctl(`${at} resume latest --yes`, { env }),
      env,
    );
    expect(late).toMatchObject({ exit: 7, stdout: '' });
    expect(late.stderr).toMatch(/run \S+ was resumed after this plan was made; nothing was sent/);
    const made = [...service.sandbox.organization.users()].filter(({ values }) =>
      /^[ab]$/.test(values.userName),
    );
    expect(made.map(({ values }) => values.active)).toEqual([true, true]);
  });

  it('does not prompt about a run that a read-only connection cannot resume', async () => {
    const service = await throttlingSandbox('POST', 1);
    const machine = machineWith(CSV);
    const at = `--scim-url ${service.origin} --scim-version 2.0 bulk`;
    const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
    await machine.orgctl(`${at} apply ${machine.path('people.csv')} --yes --max-wait 1s --concurrency 1`, {
      env,
    });
    const refused = await machine.orgctl(`${at} resume latest`, {
      env: { ...env, ORGCTL_READ_ONLY: '1' },
      terminal: 100,
    });
    expect(refused.exit).toBe(9);
    expect(refused.stderr).not.toContain('(y/N)');
  });

  it('is acquired before the first write and blocks apply, resume and undo, but no single command', async () => {
    const machine = machineWith(CSV);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes`;
    const held = lockOrganization(join(machine.home, 'state'), ORIGIN);
    const refused = await machine.orgctl(`${apply} --debug`);
    expect(refused.exit).toBe(12);
    expect(refused.stderr).toContain(`another run is changing ${ORIGIN}`);
    expect(refused.stderr).not.toContain('POST');
    const single = await machine.orgctl('-p sandbox scim users deactivate tomas.rey --yes');
    expect(single.exit).toBe(0);
    held.release();
    expect((await machine.orgctl(apply)).exit).toBe(0);
    const again = lockOrganization(join(machine.home, 'state'), ORIGIN);
    expect((await machine.orgctl('-p sandbox bulk undo latest --yes')).exit).toBe(12);
    expect((await machine.orgctl('-p sandbox bulk undo latest --dry-run')).exit).toBe(0);
    again.release();
    expect((await machine.orgctl('-p sandbox bulk undo latest --yes')).exit).toBe(0);
  });
});

it('the question of bulk apply names users, profile and host', async () => {
  const machine = freshMachine();
  const rows = ['tomas.rey', 'clara.voss', 'aroha.ngata', 'walt.finch', 'samir.aziz', 'ines.harbour'];
  const text = `userName,title\n${rows.map((name) => `${name},Guide\n`).join('')}`;
  writeFileSync(machine.path('titles.csv'), text);
  const asked = await machine.orgctl(`-p sandbox bulk apply ${machine.path('titles.csv')}`, {
    terminal: 200,
    env: { NO_COLOR: '1' },
    answers: [['(y/N)', 'n\n']],
  });
  expect(asked.exit).toBe(14);
  expect(asked.stderr).toContain(
    'Apply 6 changes (tomas.rey, clara.voss, aroha.ngata, walt.finch, samir.aziz and 1 more) in "sandbox" (sandbox.localhost)?',
  );
});
