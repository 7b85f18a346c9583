import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const NOW = Date.UTC(2026, 5, 1, 12, 0, 0);
const now = () => NOW;

/** Walt Finch has three reports, one of them a possible successor, and a manager of his own. */
async function withReports(): Promise<Machine> {
  const machine = freshMachine();
  for (const user of ['samir.aziz', 'clara.voss', 'tomas.rey'])
    await machine.orgctl(`-p sandbox scim users patch ${user} --manager walt.finch`);
  await machine.orgctl('-p sandbox scim users patch walt.finch --manager ines.harbour');
  return machine;
}

async function get(machine: Machine, user: string): Promise<JsonObject> {
  return JSON.parse((await machine.orgctl(`-p sandbox who ${user}`)).stdout);
}

describe('offboard', () => {
  it.each(['', ' --manager-to samir.aziz'])('leaves out reports who leave as well%s', async (flag) => {
    const machine = await withReports();
    const { stdout, stderr } = await machine.orgctl(
      `-p sandbox offboard walt.finch clara.voss tomas.rey${flag} --plan`,
    );
    const reports =
      flag === '' ? '1 report would keep a deactivated manager' : 'samir.aziz then reports to ines.harbour';
    expect(stderr).toMatch(new RegExp(`  reports   samir\\.aziz; ${reports}`));
    expect(stdout).not.toContain('change          clara.voss');
  });

  it('shows sessions, groups, reports and apps, plans all changes, and sends nothing with --plan', async () => {
    const machine = await withReports();
    const plan = await machine.orgctl(
      '-p sandbox offboard walt.finch --leave-groups --manager-to samir.aziz --plan',
      { now },
    );
    expect(plan).toEqual({
      exit: 0,
      stdout: [
        'Action          Name        What',
        'deactivate      walt.finch  active: true → false',
        'change          samir.aziz  manager: walt.finch → ines.harbour',
        'change          clara.voss  manager: walt.finch → samir.aziz',
        'change          tomas.rey   manager: walt.finch → samir.aziz',
        'remove members  IT          walt.finch',
        'remove members  All admins  walt.finch',
        '',
      ].join('\n'),
      stderr: [
        'Walt Finch (walt.finch), Head of IT',
        '  sessions  T0HARBOUR 2 (last change 2026-06-01), T0PIER 1 (last change 2026-02-26)',
        '  groups    IT, All admins; to be removed',
        '  reports   samir.aziz, clara.voss, tomas.rey; new manager Samir Aziz (samir.aziz); samir.aziz then reports to ines.harbour',
        '  apps      Deploybot (A0DEPLOY) since 2024-04-11',
        '  policies  the API does not list them',
        "warning: walt.finch is the user of this profile's token: after this, orgctl has no access",
        'walt.finch: cannot be undone: everything that stops with the account, such as apps, workflow steps, sessions and policies',
        'dry run: 1 to deactivate, 3 to change, 2 members to remove in "sandbox" (sandbox.localhost); nothing was sent',
        '',
      ].join('\n'),
    });
    expect(await get(machine, 'walt.finch')).toMatchObject({ state: 'active' });
  });

  it.each([
    [
      'walt.finch',
      'samir.aziz, clara.voss, tomas.rey; new manager Samir Aziz (samir.aziz); samir.aziz then reports to ines.harbour',
      '; change the manager of 2 users to samir.aziz; change the manager of samir.aziz to ines.harbour',
      'samir.aziz  manager: walt.finch → ines.harbour',
    ],
    [
      'walt.finch ines.harbour',
      'samir.aziz, clara.voss, tomas.rey; new manager Samir Aziz (samir.aziz); samir.aziz then has no manager',
      '; change the manager of 2 users to samir.aziz; remove the manager of samir.aziz',
      'samir.aziz    manager: walt.finch → empty',
    ],
    [
      'walt.finch clara.voss tomas.rey',
      'samir.aziz; samir.aziz then reports to ines.harbour',
      '; change the manager of samir.aziz to ines.harbour',
      'samir.aziz  manager: walt.finch → ines.harbour',
    ],
  ])(
    'tells of a successor among the reports what the plan changes: %s',
    async (leaving, reports, asked, planned) => {
      const machine = await withReports();
      const line = `-p sandbox offboard ${leaving} --manager-to samir.aziz`;
      const { stdout, stderr } = await machine.orgctl(`${line} --plan`);
      expect(stderr).toContain(`  reports   ${reports}\n`);
      expect(stdout).toContain(planned);
      const options = { terminal: 300, answers: [['(y/N)', 'n\r']], env: { NO_COLOR: '1' } } as const;
      expect((await machine.orgctl(line, options)).stderr).toContain(
        `Deactivate ${leaving.replaceAll(' ', ', ')}${asked} in "sandbox"`,
      );
    },
  );

  it('names only the new manager if the successor is not one of the reports', async () => {
    const machine = await withReports();
    const line = '-p sandbox offboard walt.finch --manager-to aroha.ngata --plan';
    expect((await machine.orgctl(line)).stderr).toMatch(
      / {2}reports {3}samir\.aziz, clara\.voss, tomas\.rey; new manager Aroha Ngata \(aroha\.ngata\)\n/,
    );
  });

  it('makes all changes with one confirmation as one run, which is undone as one', async () => {
    const machine = await withReports();
    const before = await get(machine, 'clara.voss');
    const done = await machine.orgctl(
      '-p sandbox offboard clara.voss tomas.rey --leave-groups --manager-to walt.finch',
      { terminal: 120, answers: [['(y/N)', 'y\r']] },
    );
    expect(done.stderr).toContain(
      'Deactivate clara.voss, tomas.rey; remove 3 memberships in "sandbox" (sandbox.localhost)?',
    );
    // The sandbox refuses to remove members from a group managed by an identity provider.
    expect(done.stderr).toContain('1 of 5 changes failed');
    expect(done.exit).toBe(3);
    expect(await get(machine, 'clara.voss')).toMatchObject({ state: 'deactivated', groups: [] });
    const runs: JsonObject[] = JSON.parse((await machine.orgctl('-p sandbox runs list')).stdout);
    expect(runs.filter(({ source }) => String(source).startsWith('offboard'))).toHaveLength(1);
    await machine.orgctl('-p sandbox undo latest --yes');
    const after = await get(machine, 'clara.voss');
    expect(after).toMatchObject({ state: 'active', groups: before['groups'] });
  });

  it('prints the command that restores one of several users with memberships and reports', async () => {
    const machine = await withReports();
    const done = await machine.orgctl(
      '-p sandbox offboard walt.finch aroha.ngata --leave-groups --manager-to ines.harbour --yes',
    );
    const [, undo = ''] = /^to reactivate only one of them: orgctl (.*)$/m.exec(done.stderr) ?? [];
    expect(undo).toMatch(/^-p sandbox undo \S+ --only walt\.finch$/);
    await machine.orgctl('-p sandbox scim users patch tomas.rey --title Lead');
    expect(await machine.orgctl(`${undo} --yes`)).toMatchObject({ exit: 0 });
    expect(await get(machine, 'walt.finch')).toMatchObject({
      state: 'active',
      groups: expect.arrayContaining([expect.objectContaining({ name: 'IT' })]),
      reports: [{ userName: 'samir.aziz' }, { userName: 'clara.voss' }, { userName: 'tomas.rey' }],
    });
    expect(await get(machine, 'tomas.rey')).toMatchObject({ user: { title: 'Lead' } });
    expect(await get(machine, 'aroha.ngata')).toMatchObject({ state: 'deactivated' });
  });

  it('keeps groups and managers by default, and reports it', async () => {
    const machine = await withReports();
    const { stderr, exit, stdout } = await machine.orgctl('-p sandbox offboard walt.finch --yes -o table');
    expect(stderr).not.toContain('one of them');
    expect(stdout).toBe('Outcome      Name        What\ndeactivated  walt.finch  active: true → false\n');
    expect(stderr).toContain('groups    IT, All admins; kept (--leave-groups removes them)');
    expect(stderr).toContain(
      'reports   samir.aziz, clara.voss, tomas.rey; 3 reports would keep a deactivated manager; reassign with --manager-to PERSON',
    );
    expect(stderr).toMatch(
      /^walt\.finch: still a member of IT, All admins; may stop working: Deploybot \(A0DEPLOY\)\nto undo this: orgctl -p sandbox undo \S+\n/m,
    );
    expect(exit).toBe(0);
    const other = await machine.orgctl('-p sandbox offboard clara.voss --leave-groups --yes');
    expect(other.stderr).not.toContain('still a member');
    const again = await machine.orgctl('-p sandbox offboard walt.finch --yes -o table');
    expect(again).toMatchObject({ exit: 0, stdout: '' });
    expect(again.stderr).toContain('nothing to do: walt.finch is deactivated\n');
  });

  it('fits the terminal, and prints failures in full below the table', async () => {
    const { orgctl } = freshMachine();
    const { stdout, stderr } = await orgctl('-p sandbox offboard tomas.rey --leave-groups --yes', {
      terminal: 60,
      now,
      env: { NO_COLOR: '1' },
    });
    expect(stderr).toContain(
      [
        '  sessions  T0HARBOUR 2 (last change 2026-05-29), T0PIER 1',
        '            (last change 2026-03-02)',
        '',
      ].join('\n'),
    );
    expect(stderr).toMatch(/^error: Support desk: .*\n\[failed_to_remove_users_for_linked_subteam\]$/m);
    expect(stdout).toMatch(/^failed +Support desk +tomas\.rey$/m);
    expect(stdout).not.toContain('Message');
  });

  it('warns about the user of its own token, before the question and with -q', async () => {
    const warning =
      "warning: walt.finch is the user of this profile's token: after this, orgctl has no access\n";
    const machine = freshMachine();
    const asked = await machine.orgctl('-p sandbox offboard clara.voss walt.finch', {
      terminal: 160,
      answers: [['(y/N)', 'n\r']],
      env: { NO_COLOR: '1' },
    });
    expect(asked.stderr.split(warning)).toHaveLength(2);
    expect(asked.stderr.indexOf(warning)).toBeLessThan(asked.stderr.indexOf('Deactivate clara.voss'));
    expect((await machine.orgctl('-p sandbox offboard walt.finch --plan -q')).stderr).toContain(warning);
    expect((await machine.orgctl('-p sandbox offboard clara.voss --plan')).stderr).not.toContain('warning');
  });

  it('reports what an undo cannot restore, in the plan and before the undo asks', async () => {
    const { orgctl } = freshMachine();
    const what =
      'everything that stops with the account, such as apps, workflow steps, sessions and policies';
    const planned = await orgctl('-p sandbox offboard clara.voss aroha.ngata --plan');
    expect(planned.stderr).toContain(`\nclara.voss, aroha.ngata: cannot be undone: ${what}\n`);
    await orgctl('-p sandbox offboard clara.voss aroha.ngata --yes');
    const stopped = `line 2 and 1 more: ${what.replace('stops', 'stopped')}, stays stopped\n`;
    expect((await orgctl('-p sandbox undo latest --dry-run')).stderr).toContain(stopped);
    const asked = await orgctl('-p sandbox undo latest', {
      terminal: 160,
      answers: [['(y/N)', 'n\r']],
      env: { NO_COLOR: '1' },
    });
    expect(asked.stderr.replaceAll('\r', '')).toContain(stopped);
    expect(asked.stderr.indexOf('stays stopped')).toBeLessThan(asked.stderr.indexOf('(y/N)'));
  });

  it('refuses a new manager who is deactivated or to be deactivated', async () => {
    const { orgctl } = freshMachine();
    const leaving = await orgctl('-p sandbox offboard walt.finch mei.tanaka --manager-to mei.tanaka --yes');
    expect(leaving).toMatchObject({ exit: 2 });
    expect(leaving.stderr).toBe(
      'error: --manager-to: mei.tanaka is one of the users to deactivate; name a user who stays active\n',
    );
    const gone = await orgctl('-p sandbox offboard walt.finch --manager-to former.member --yes');
    expect(gone.stderr).toBe('error: --manager-to: former.member is deactivated\n');
  });

  it('sends nothing if one of the users is unknown', async () => {
    const { orgctl } = freshMachine();
    const { exit, stdout, stderr } = await orgctl('-p sandbox offboard nosuch tomas.rey --yes');
    expect({ exit, stdout }).toEqual({ exit: 6, stdout: '' });
    expect(stderr).toContain('error: no user has the userName "nosuch"; nothing was sent [no_such_user]');
    expect((await orgctl('-p sandbox scim users get tomas.rey --query active')).stdout).toBe('true\n');
  });

  it('continues if the Web API is not configured', async () => {
    const machine = freshMachine();
    const { origin } = await listeningSandbox({ token: 'offboarding-token' });
    const { exit, stderr } = await machine.orgctl(`--scim-url ${origin} offboard tomas.rey --yes`, {
      env: { ORGCTL_TOKEN: 'offboarding-token' },
    });
    expect(stderr).toMatch(/sessions {2}not read: /);
    expect(exit).toBe(0);
  });
});

describe('who', () => {
  it('prints all data of a user', async () => {
    const machine = await withReports();
    const { stdout } = await machine.orgctl('-p sandbox who walt.finch -o table', { now });
    const lines = stdout.split('\n').map((line) => line.replace(/ {2,}/, '\t'));
    expect(lines).toContain('Manager\tInês Harbour (ines.harbour)');
    expect(lines).toContain(
      'Reports\tSamir Aziz (samir.aziz), Clara Voss (clara.voss), Tomás Rey (tomas.rey)',
    );
    expect(lines).toContain('Sessions in T0PIER\tWeb from 203.0.113.4 on 2026-02-26');
    expect(lines).toContain('Apps\tDeploybot (A0DEPLOY) since 2024-04-11');
    expect(lines).toContain('2024-04-11T10:14:06Z\tupdated Deploybot (A0DEPLOY)');
    const sessions = await machine.orgctl('-p sandbox who walt.finch -o table --columns sessions', { now });
    expect(sessions.stdout.match(/^Sessions in /gm)).toHaveLength(2);
    expect(await get(machine, 'walt.finch')).toMatchObject({
      state: 'active',
      manager: { userName: 'ines.harbour' },
      groups: [{ name: 'IT' }, { name: 'All admins' }],
      reports: [{ userName: 'samir.aziz' }, { userName: 'clara.voss' }, { userName: 'tomas.rey' }],
      notRead: [],
    });
  });
});

describe('onboard', () => {
  it('creates one user with groups as one run that can be undone', async () => {
    const { orgctl } = freshMachine();
    const line =
      '-p sandbox onboard --user-name anna.lind --email anna.lind@example.com --manager walt.finch --group IT --group "Everyone in Berlin"';
    const plan = await orgctl(`${line} --plan`);
    expect(plan.stdout).toBe(
      [
        'Action       Name                What',
        'create       anna.lind           email: anna.lind@example.com; manager: walt.finch',
        'add members  IT                  anna.lind',
        'add members  Everyone in Berlin  anna.lind',
        '',
      ].join('\n'),
    );
    const done = await orgctl(`${line} --yes -o csv --columns userName,groups --no-header`);
    expect(done.stdout).toMatch(/^anna\.lind,(IT; Everyone in Berlin|Everyone in Berlin; IT)\n$/);
    expect(done.stderr).toMatch(/created anna\.lind \(\w+\) in IT, Everyone in Berlin\n/);
    await orgctl('-p sandbox undo latest --yes');
    const { stdout } = await orgctl(
      '-p sandbox scim users get anna.lind -o csv --columns state,groups --no-header',
    );
    expect(stdout).toBe('deactivated,\n');
  });

  it('names only the groups the user was added to', async () => {
    const { orgctl } = freshMachine();
    const { stderr, exit } = await orgctl(
      '-p sandbox onboard --user-name a --email a@x.example --group IT --group "All admins" --yes',
    );
    expect(stderr).toMatch(/created a \(\w+\) in IT\n/);
    expect(exit).toBe(6);
  });

  it('creates the users of a file, and sends nothing with --plan', async () => {
    const machine = freshMachine();
    const file = machine.path('new.csv');
    writeFileSync(file, 'userName,email,groups\nann,ann@x.example,IT\nbo,bo@x.example,\n');
    const plan = await machine.orgctl(`-p sandbox onboard ${file} --plan`);
    expect(plan.stderr).toContain('dry run: 2 to create, 1 member to add in "sandbox"');
    const done = await machine.orgctl(`-p sandbox onboard ${file} --yes`);
    expect(done.stderr).toContain('2 created, 1 member added');
  });

  it.each(['--title VP', '--group IT', '--password-file pw'])(
    'refuses a file together with %s, which describes one user',
    async (flags) => {
      const { orgctl } = freshMachine();
      const { exit, stderr } = await orgctl(`-p sandbox onboard people.csv ${flags}`);
      expect(exit).toBe(2);
      expect(stderr).toContain('a file and flags that describe one person cannot be combined');
    },
  );
});
