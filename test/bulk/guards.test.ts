// cspell:ignore équipe quipe
import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const TOKEN = 'an-owner-of-acme';

function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, content] of Object.entries(files)) writeFileSync(machine.path(name), content);
  return machine;
}

const people = (count: number, active: string) =>
  `email,userName,active\n${Array.from({ length: count }, (_, n) => `u${n}@x.example,u${n},${active}\n`).join('')}`;
const members = (count: number) =>
  `group,member\n${Array.from({ length: count }, (_, n) => `Crew,u${n}\n`).join('')}`;

describe('limits of a run', () => {
  it('count removed members for each group', async () => {
    const machine = machineWith({
      'people.csv': people(12, 'true'),
      'crew.csv': members(12),
      'one.csv': members(1),
      'two.csv': members(2),
    });
    const bulk = (line: string) => machine.orgctl(`-p sandbox bulk ${line}`);
    await bulk(`apply ${machine.path('people.csv')} --yes`);
    await bulk(`apply ${machine.path('crew.csv')} --yes --create-groups`);
    const refused = await bulk(`apply ${machine.path('one.csv')} --exact --yes --debug`);
    expect(refused.exit).toBe(9);
    expect(refused.stderr).toContain('the plan removes 11 members from Crew, but only 10 are allowed: u1, ');
    expect(refused.stderr).toContain('hint: to allow this: --max-remove-members 11');
    expect(refused.stderr).not.toContain('PATCH');
    expect((await bulk(`apply ${machine.path('two.csv')} --exact --yes --max-remove-members 9`)).exit).toBe(
      9,
    );
    expect((await bulk(`apply ${machine.path('two.csv')} --exact --yes --max-remove-members 80%`)).exit).toBe(
      9,
    );
    expect((await bulk(`apply ${machine.path('two.csv')} --exact --yes`)).exit).toBe(0);
  });

  it('count reactivations, including those of a conversion to guests', async () => {
    const machine = machineWith({
      'on.csv': people(11, 'true'),
      'off.csv': people(11, 'false'),
      'guests.csv': `userName,guest\n${Array.from({ length: 11 }, (_, n) => `u${n},true\n`).join('')}`,
    });
    const bulk = (line: string) => machine.orgctl(`-p sandbox bulk ${line}`);
    await bulk(`apply ${machine.path('on.csv')} --yes`);
    await bulk(`apply ${machine.path('off.csv')} --yes --max-deactivate 11`);
    for (const file of ['on.csv', 'guests.csv']) {
      const refused = await bulk(`apply ${machine.path(file)} --yes`);
      expect(refused.exit).toBe(9);
      expect(refused.stderr).toContain('the plan reactivates 11 users, but only 10 are allowed: u0, ');
      expect(refused.stderr).toContain('hint: to allow this: --max-reactivate 11');
    }
    const undone = await bulk('undo latest --yes');
    expect(undone).toMatchObject({ exit: 9, stdout: '' });
    expect(undone.stderr).toContain('the plan reactivates 11 users');
    expect((await bulk('undo latest --yes --max-reactivate 11')).exit).toBe(0);
  });

  it('are reported after a preview is printed and saved', async () => {
    const machine = machineWith({ 'on.csv': people(3, 'true'), 'off.csv': people(3, 'false') });
    const bulk = (line: string) => machine.orgctl(`-p sandbox bulk ${line}`);
    await bulk(`apply ${machine.path('on.csv')} --yes`);
    const off = machine.path('off.csv');
    const saved = machine.path('plan.json');
    for (const line of [
      `plan ${off} --out ${saved} --max-deactivate 2`,
      `apply ${off} --dry-run --max-deactivate 2`,
    ]) {
      const shown = await bulk(`${line} -o csv`);
      expect(shown.exit).toBe(9);
      expect(shown.stdout.split('\n')).toHaveLength(5);
      expect(shown.stdout).toContain('deactivate,u2');
      expect(shown.stderr).toContain('3 to deactivate');
      expect(shown.stderr).toContain('the plan deactivates 3 users, but only 2 are allowed: u0, u1, u2');
    }
    expect(existsSync(saved)).toBe(true);
    expect((await bulk(`apply ${saved} --yes --max-deactivate 2`)).exit).toBe(9);
    expect((await bulk(`apply ${saved} --yes --max-deactivate 3`)).exit).toBe(0);
    const undo = await bulk('undo latest --dry-run --max-reactivate 2 -o csv');
    expect(undo.exit).toBe(9);
    expect(undo.stdout).toContain('reactivate,u0');
    expect(undo.stderr).toContain('the plan reactivates 3 users, but only 2 are allowed');
  });
});

describe('guards in environment variables', () => {
  const env = (more: Readonly<Record<string, string>>) => ({
    env: { ORGCTL_TOKEN: TOKEN, CI: 'true', ...more },
  });

  it('apply without a stored profile', async () => {
    const { origin } = await listeningSandbox({ token: TOKEN });
    const machine = machineWith({
      'people.csv': 'userName,title\nclara.voss,VP\n',
      'off.csv': 'userName,active\ntomas.rey,false\n',
    });
    const at = (line: string, more: Readonly<Record<string, string>>) =>
      machine.orgctl(`--scim-url ${origin} ${line}`, env(more));
    const apply = `bulk apply ${machine.path('people.csv')} --yes`;
    const guarded = await at(apply, { ORGCTL_PROTECT: 'nobody,CLARA.*' });
    expect(guarded).toMatchObject({ exit: 9, stdout: '' });
    expect(guarded.stderr).toContain('the plan touches protected users or groups: clara.voss\n');
    const readOnly = await at(apply, { ORGCTL_READ_ONLY: '1' });
    expect(readOnly).toMatchObject({ exit: 9, stdout: '' });
    expect(readOnly.stderr).toContain(
      'this environment (ORGCTL_READ_ONLY) is read-only; nothing was sent\nhint: unset ORGCTL_READ_ONLY',
    );
    const single = await at('scim users patch clara.voss --title VP', { ORGCTL_READ_ONLY: '1' });
    expect(single.exit).toBe(9);
    expect(single.stderr).toContain('this environment (ORGCTL_READ_ONLY) is read-only; nothing was sent');
    const off = `bulk apply ${machine.path('off.csv')} --yes`;
    expect((await at(off, { ORGCTL_MAX_DEACTIVATE: '0' })).exit).toBe(9);
    expect((await at(`${off} --max-deactivate 1`, { ORGCTL_MAX_DEACTIVATE: '0' })).exit).toBe(0);
    expect((await at(apply, { ORGCTL_READ_ONLY: '0' })).exit).toBe(0);
    expect((await at(apply, { ORGCTL_MAX_DEACTIVATE: 'few' })).exit).toBe(2);
  });

  it('make both APIs read-only', async () => {
    const machine = freshMachine();
    const channel = await machine.orgctl(
      '-p sandbox admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
      { env: { ORGCTL_READ_ONLY: 'true' } },
    );
    expect(channel.exit).toBe(9);
    expect(channel.stderr).toContain('read-only; nothing was sent');
  });

  it('add to the protection of a profile and override its limits', async () => {
    const { origin } = await listeningSandbox({ token: TOKEN });
    const machine = machineWith({
      'clara.csv': 'userName,title\nclara.voss,VP\n',
      'walt.csv': 'userName,title\nwalt.finch,VP\n',
      'off.csv': 'userName,active\ntomas.rey,false\n',
    });
    const store = `profile add acme --scim-url ${origin} --token-stdin --protect walt.finch --max-deactivate 0`;
    expect((await machine.orgctl(store, { stdin: TOKEN })).exit).toBe(0);
    const apply = async (file: string, more: Readonly<Record<string, string>>) =>
      (await machine.orgctl(`-p acme bulk apply ${machine.path(file)} --yes`, { env: more })).exit;
    expect(await apply('clara.csv', { ORGCTL_PROTECT: 'clara.voss' })).toBe(9);
    expect(await apply('walt.csv', { ORGCTL_PROTECT: 'clara.voss' })).toBe(9);
    expect(await apply('off.csv', {})).toBe(9);
    expect(await apply('off.csv', { ORGCTL_MAX_DEACTIVATE: '100%' })).toBe(0);
    expect(await apply('clara.csv', {})).toBe(0);
  });
});

describe('protected users and groups in a run', () => {
  it.each([
    ['a member', 'group,member\nDesign,clara.voss\n', 'clara.voss (member of Design)'],
    ['a group', 'group,member\nIT,tomas.rey\n', 'IT'],
    ['a new manager', 'userName,manager\ntomas.rey,clara.voss\n', 'clara.voss (manager of tomas.rey)'],
    [
      'the manager of a new user',
      'userName,email,manager\nnew,new@x.example,clara.voss\n',
      'clara.voss (manager of new)',
    ],
    ['a new userName', 'id,userName\nW0,boss\n', 'boss'],
  ])('include %s', async (_, csv, named) => {
    const machine = freshMachine();
    const id = JSON.parse((await machine.orgctl('-p sandbox scim users get tomas.rey')).stdout).id;
    writeFileSync(machine.path('in.csv'), csv.replace('W0', id));
    const ran = await machine.orgctl(
      `-p sandbox bulk apply ${machine.path('in.csv')} --yes --create-groups`,
      {
        env: { ORGCTL_PROTECT: 'clara.voss,IT,boss' },
      },
    );
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(ran.stderr).toContain(`error: the plan touches protected users or groups: ${named}\n`);
  });

  it('include a group protected in another Unicode spelling', async () => {
    const machine = machineWith({ 'crew.csv': `group,member\nÉquipe,tomas.rey\n` });
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('crew.csv')} --create-groups --yes`);
    const env = { ORGCTL_PROTECT: 'éq*pe'.normalize('NFD') };
    const added = ['-p', 'sandbox', 'groups', 'members', 'add', 'Équipe', 'clara.voss', '--yes'];
    const refused = await machine.words(added, { env });
    expect(refused).toMatchObject({ exit: 9, stdout: '' });
    expect(refused.stderr).toContain('protected');
    writeFileSync(machine.path('more.csv'), 'group,member\nÉquipe,clara.voss\n');
    const bulk = await machine.orgctl(`-p sandbox bulk apply ${machine.path('more.csv')} --yes`, { env });
    expect(bulk).toMatchObject({ exit: 9, stdout: '' });
    expect(bulk.stderr).toContain('error: the plan touches protected users or groups: ');
  });

  it('include the members of a deleted group', async () => {
    const machine = machineWith({ 'crew.csv': 'group,member\nCrew,clara.voss\n' });
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('crew.csv')} --create-groups --yes`);
    const undone = await machine.orgctl('-p sandbox undo latest --yes --max-delete-groups 1', {
      env: { ORGCTL_PROTECT: 'clara.voss' },
    });
    expect(undone).toMatchObject({ exit: 9, stdout: '' });
    expect(undone.stderr).toContain('clara.voss (member of Crew)');
  });

  it('are reported after the plan of a preview', async () => {
    const machine = machineWith({ 'in.csv': 'userName,title\nclara.voss,VP\n' });
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('in.csv')} -o csv`, {
      env: { ORGCTL_PROTECT: 'clara.voss' },
    });
    expect(ran.exit).toBe(9);
    expect(ran.stdout).toContain('change,clara.voss');
  });
});

describe('profile', () => {
  it('stores every limit, and shows protection, limits and read-only with their sources', async () => {
    const { origin } = await listeningSandbox({ token: TOKEN });
    const machine = freshMachine();
    const limits =
      '--max-deactivate 5% --max-reactivate 4 --max-remove-members 10% --max-delete-groups 1 --max-changes 99';
    const added = await machine.orgctl(
      `profile add acme --scim-url ${origin} --token-stdin --read-only --protect walt.finch,IT ${limits}`,
      { stdin: TOKEN },
    );
    const planLimits = {
      maxDeactivate: '5%',
      maxReactivate: 4,
      maxRemoveMembers: '10%',
      maxDeleteGroups: 1,
      maxChanges: 99,
    };
    expect(JSON.parse(added.stdout)).toMatchObject({
      readOnly: true,
      protected: ['walt.finch', 'IT'],
      planLimits,
    });
    const listed = await machine.orgctl('profile list', { terminal: 200 });
    expect(listed.stdout).toContain('walt.finch, IT');
    expect(listed.stdout).toContain('max-deactivate 5%, max-reactivate 4');
    const shown = await machine.orgctl('profile show acme -o json', {
      env: { ORGCTL_PROTECT: 'clara.voss', ORGCTL_MAX_CHANGES: '7' },
    });
    const settings = JSON.parse(shown.stdout) as { name: string; value: string; source: string }[];
    expect(settings).toEqual(
      expect.arrayContaining([
        { name: 'readOnly', value: 'yes', source: 'profile' },
        { name: 'protected', value: 'walt.finch, IT, clara.voss', source: 'environment and profile' },
        { name: 'maxDeactivate', value: '5%', source: 'profile' },
        { name: 'maxChanges', value: '7', source: 'environment' },
      ]),
    );
    const usual = await machine.orgctl('-p sandbox profile show -o json');
    expect(JSON.parse(usual.stdout)).toContainEqual({
      name: 'maxRemoveMembers',
      value: 'the larger of 10 and 5% of its members',
      source: 'default',
    });
  });

  it('refuses a limit that is neither a count nor a percentage', async () => {
    const ran = await freshMachine().orgctl('-p sandbox bulk plan x.csv --max-deactivate 5percent');
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('It must be a whole number from 0, or a percentage such as 5%.');
  });
});
