import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printPlan } from '../../src/bulk/plan/plan-file.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const FILE = 'email,userName,title\nclara.voss@harbour-finch.example,,VP\nnew@x.example,new,\n';

async function withPlan(): Promise<Machine & { readonly apply: string }> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), FILE);
  const ran = await machine.orgctl(
    `-p sandbox bulk plan ${machine.path('people.csv')} --out ${machine.path('plan.json')}`,
  );
  expect(ran.exit).toBe(0);
  return { ...machine, apply: `-p sandbox bulk apply ${machine.path('plan.json')} --yes --debug` };
}

const WRITES = /POST|PATCH|DELETE|PUT/;

describe('saved plans', () => {
  it('apply a plan as saved, once', async () => {
    const machine = await withPlan();
    expect((await machine.orgctl(machine.apply)).exit).toBe(0);
    const again = await machine.orgctl(machine.apply);
    expect(again.exit).toBe(0);
    expect(again.stderr).toContain('this plan was applied by run');
    expect(again.stderr).not.toMatch(WRITES);
  });

  it('say that the run which applied them was undone', async () => {
    const machine = await withPlan();
    await machine.orgctl(machine.apply);
    expect((await machine.orgctl('-p sandbox undo latest --yes')).exit).toBe(0);
    const again = await machine.orgctl(machine.apply);
    expect(again.stderr).toMatch(
      /this plan was applied by run \S+, which run \S+ undid; to apply it again, make a new plan: orgctl -p sandbox bulk plan \S+ --out \S+ --force\n/,
    );
    const newPlan = /make a new plan: orgctl (.*)$/m.exec(again.stderr)?.[1] ?? '';
    expect((await machine.orgctl(newPlan)).exit).toBe(0);
    expect((await machine.orgctl(machine.apply)).stderr).toContain('to undo this: ');
  });

  it('fail again while changes of the run that applied them failed', async () => {
    const machine = freshMachine();
    const { orgctl, path } = machine;
    writeFileSync(path('people.csv'), 'userName,email\ngeneral,g@x.example\nquinn,q@x.example\n');
    await orgctl(`-p sandbox bulk plan ${path('people.csv')} --out ${path('p.json')}`);
    const apply = () => orgctl(`-p sandbox bulk apply ${path('p.json')} --yes -o junit`);
    expect((await apply()).exit).toBe(3);
    const again = await apply();
    expect(again.exit).toBe(3);
    expect(again.stderr).toMatch(
      /this plan was applied by run \S+\nerror: 1 failed change not retried\nhint: retry: orgctl -p sandbox resume \S+ --retry-failed\n$/,
    );
    const [run] = JSON.parse((await orgctl('runs list --query [].id')).stdout);
    await orgctl(`-p sandbox undo ${run} --yes`);
    expect((await apply()).exit).toBe(0);
  });

  it('say that the run which applied them did not make all changes', async () => {
    const machine = await withPlan();
    await machine.orgctl(`${machine.apply} --concurrency 1`);
    const [run] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    const journal = machine.path(`state/runs/${run}/journal.ndjson`);
    // The run was interrupted after its first change, undone and redone.
    writeFileSync(journal, `${readFileSync(journal, 'utf8').split('\n').slice(0, 3).join('\n')}\n`);
    await machine.orgctl(`-p sandbox undo ${run} --yes`);
    const [undo] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    expect((await machine.orgctl(`-p sandbox undo ${undo} --yes`)).exit).toBe(0);
    expect((await machine.orgctl(machine.apply)).stderr).toMatch(
      /this plan was applied by run \S+, but for 1 change; for the rest, make a new plan: /,
    );
  });

  it.each([
    ['--rejects FILE', '--rejects belongs'],
    ['--max-bad-rows 3', '--max-bad-rows belongs'],
    ['--rejects FILE --force --max-bad-rows 3', '--max-bad-rows and --rejects belong'],
  ])('refuse flags about rejected rows for what they are: %s', async (flags, belong) => {
    const { orgctl, path, apply } = await withPlan();
    const { exit, stderr } = await orgctl(`${apply} ${flags.replace('FILE', path('rejects.csv'))}`);
    expect([exit, stderr]).toEqual([
      2,
      expect.stringContaining(
        `error: ${belong} to "bulk plan", and ${path('plan.json')} is already a plan\n`,
      ),
    ]);
    expect(stderr).not.toMatch(WRITES);
    const plan = await orgctl(
      `-p sandbox bulk plan ${path('plan.json')} ${flags.replace('FILE', path('r.csv'))}`,
    );
    expect(plan.stderr).toContain('apply it by file name: orgctl');
  });

  it('accept variables about rejected rows, which are for files of rows', async () => {
    const { orgctl, path, apply } = await withPlan();
    const ran = await orgctl(apply, { env: { ORGCTL_REJECTS: path('rejects.csv') } });
    expect(ran).toMatchObject({ exit: 0, stderr: expect.stringContaining('to undo this: ') });
    expect(existsSync(path('rejects.csv'))).toBe(false);
  });

  it.each(['night.plan', 'tfplan', 'plan.csv'])('recognize a plan named %s by its content', async (name) => {
    const machine = freshMachine();
    const { orgctl, path } = machine;
    writeFileSync(path('people.csv'), FILE);
    const saved = await orgctl(`-p sandbox bulk plan ${path('people.csv')} --out ${path(name)}`);
    const command = /^saved; apply it with: orgctl (.*)$/m.exec(saved.stderr)?.[1] ?? '';
    expect(command).toBe(`-p sandbox bulk apply ${path(name)}`);
    const checked = await orgctl(`bulk check ${path(name)}`);
    expect(checked).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: `${path(name)}: a saved plan of 2 changes, no findings\n`,
    });
    const planned = await orgctl(`-p sandbox bulk plan ${path(name)}`);
    expect(planned.exit).toBe(5);
    expect(planned.stderr).toContain('a saved plan');
    const applied = await orgctl(`${command} --yes`);
    expect(applied.exit).toBe(0);
    expect((await orgctl(`${command} --yes`)).stderr).toContain('this plan was applied by run');
    writeFileSync(path(name), readFileSync(path(name), 'utf8').replace('"VP"', '"CEO"'));
    expect(await orgctl(`bulk check ${path(name)}`)).toMatchObject({ exit: 5, stdout: '' });
  });

  it.each([
    ['an edited value', (text: string) => text.replace('"VP"', '"CEO"')],
    ['a removed change', (text: string) => text.replace(/,\n\s+\{"id":"L3".*\}/, '')],
    ['a truncated file', (text: string) => text.slice(0, -20)],
    ['another version', (text: string) => text.replace('"version": 1', '"version": 2')],
  ])('refuse %s', async (_, edit) => {
    const machine = await withPlan();
    const path = machine.path('plan.json');
    const edited = edit(readFileSync(path, 'utf8'));
    expect(edited).not.toBe(readFileSync(path, 'utf8'));
    writeFileSync(path, edited);
    const ran = await machine.orgctl(machine.apply);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).not.toMatch(WRITES);
  });

  describe.each([
    ['touched users', ''],
    ['all users, for a percentage limit', '--max-changes 100%'],
  ])('saved plan checked against %s', (_, flags) => {
    it.each([
      ['the file changed', 'sed', 'the plan is stale'],
      [
        'a value has changed',
        "scim users patch clara.voss --title 'CEO'",
        'title is now "CEO"; the plan has',
      ],
      [
        'the user was deactivated',
        'scim users deactivate clara.voss --yes',
        'clara.voss: the user is now deactivated',
      ],
      [
        'the user exists now',
        'scim users create --user-name new --email other@x.example',
        'a user with this name or address exists now',
      ],
      [
        'the address exists now',
        'scim users create --user-name other --email NEW@x.example',
        'a user with this name or address exists now',
      ],
    ])('is refused as stale because %s', async (__, command, message) => {
      const machine = await withPlan();
      if (command === 'sed') writeFileSync(machine.path('people.csv'), FILE.replace('VP', 'CEO'));
      else expect((await machine.orgctl(`-p sandbox ${command}`)).exit).toBe(0);
      const ran = await machine.orgctl(`${machine.apply} ${flags}`);
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(ran.stderr).toContain(message);
      expect(ran.stderr).not.toMatch(WRITES);
    });

    it('is refused for a missing group, and for a new group that exists already', async () => {
      const machine = freshMachine();
      writeFileSync(machine.path('groups.csv'), 'group,member\nIT,clara.voss\nCrew,tomas.rey\n');
      const plan = `-p sandbox bulk plan ${machine.path('groups.csv')} --out ${machine.path('plan.json')}`;
      expect((await machine.orgctl(plan)).exit).toBe(0);
      for (const line of ['scim groups delete IT', 'scim groups create Crew'])
        expect((await machine.orgctl(`-p sandbox ${line} --yes`)).exit).toBe(0);
      const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes ${flags}`);
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(ran.stderr).toContain('IT: the group no longer exists');
      expect(ran.stderr).toContain('Crew: a group with this name exists now');
    });

    it('is refused for a group that was renamed', async () => {
      const machine = freshMachine();
      writeFileSync(machine.path('groups.csv'), 'group,member\nIT,clara.voss\n');
      const plan = `-p sandbox bulk plan ${machine.path('groups.csv')} --out ${machine.path('plan.json')}`;
      expect((await machine.orgctl(plan)).exit).toBe(0);
      await machine.orgctl('-p sandbox scim groups patch IT --name "IT legacy" --yes');
      const ran = await machine.orgctl(
        `-p sandbox bulk apply ${machine.path('plan.json')} --yes --debug ${flags}`,
      );
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(ran.stderr).toContain('groups.csv:2 IT: the group is now named "IT legacy" (stale_plan)');
      expect(ran.stderr).not.toMatch(WRITES);
    });

    it.each<[string, string, string, number]>([
      ['a user who joined since', '--exact', 'add IT mei.tanaka', 7],
      ['a user who joined since without --exact', '', 'add IT mei.tanaka', 0],
      ['a user of the file who joined since', '--exact', 'add IT clara.voss', 0],
      ['a member who leaves and left since', '--exact', 'remove IT walt.finch', 0],
      ['a user who joined another group since', '--exact', 'add "Support desk" mei.tanaka', 0],
    ])('is checked for %s', async (__, exact, command, exit) => {
      const machine = freshMachine();
      writeFileSync(machine.path('groups.csv'), 'group,member\nIT,clara.voss\nIT,samir.aziz\n');
      const plan = `-p sandbox bulk plan ${machine.path('groups.csv')} --out ${machine.path('plan.json')}`;
      expect((await machine.orgctl(`${plan} ${exact}`)).exit).toBe(0);
      expect((await machine.orgctl(`-p sandbox scim groups members ${command} --yes`)).exit).toBe(0);
      const ran = await machine.orgctl(
        `-p sandbox bulk apply ${machine.path('plan.json')} --yes --debug ${flags}`,
      );
      expect(ran.exit).toBe(exit);
      if (exit === 0) return;
      expect(ran.stdout).toBe('');
      expect(ran.stderr).toContain('groups.csv:2 IT: mei.tanaka joined the group since (stale_plan)\n');
      expect(ran.stderr).toMatch(/^hint: orgctl -p sandbox bulk plan \S+ --exact --out \S+ --force$/m);
      expect(ran.stderr).not.toMatch(WRITES);
    });

    it('is refused for a member who was deactivated', async () => {
      const machine = freshMachine();
      writeFileSync(
        machine.path('groups.csv'),
        'group,member,action\nIT,clara.voss,\nIT,samir.aziz,remove\nCrew,walt.finch,\n',
      );
      const plan = `-p sandbox bulk plan ${machine.path('groups.csv')} --out ${machine.path('plan.json')}`;
      expect((await machine.orgctl(plan)).exit).toBe(0);
      const apply = `-p sandbox bulk apply ${machine.path('plan.json')} --yes --debug ${flags}`;
      for (const name of ['samir.aziz', 'clara.voss'])
        expect((await machine.orgctl(`-p sandbox scim users deactivate ${name} --yes`)).exit).toBe(0);
      const ran = await machine.orgctl(apply);
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(ran.stderr).toContain('IT: clara.voss is now deactivated and cannot join');
      expect(ran.stderr).toContain('1 change no longer matches');
      expect(ran.stderr).not.toMatch(WRITES);
    });

    it('is refused for a deactivated user who was reactivated, unless the plan reactivates the user', async () => {
      const machine = freshMachine();
      writeFileSync(machine.path('title.csv'), 'userName,title\nformer.member,Boss\n');
      writeFileSync(machine.path('back.csv'), 'userName,title,active\nformer.member,Boss,true\n');
      for (const name of ['title', 'back'])
        expect(
          await machine.orgctl(
            `-p sandbox bulk plan ${machine.path(`${name}.csv`)} --out ${machine.path(`${name}.json`)}`,
          ),
        ).toMatchObject({ exit: 0 });
      expect((await machine.orgctl('-p sandbox scim users activate former.member --yes')).exit).toBe(0);
      const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('title.json')} --yes ${flags}`);
      expect(ran).toMatchObject({ exit: 7, stdout: '' });
      expect(ran.stderr).toContain('former.member: the user is now active');
      const back = await machine.orgctl(`-p sandbox bulk apply ${machine.path('back.json')} --yes ${flags}`);
      expect(back.exit).toBe(0);
    });

    it('is applied if a user whom it deactivates after a swap of addresses is deactivated already', async () => {
      const machine = freshMachine();
      const at = (name: string) => `${name}@harbour-finch.example`;
      writeFileSync(
        machine.path('swap.csv'),
        `id,email,active\nW12L3NPDN,${at('tomas.rey')},false\nW133PZN96,${at('clara.voss')},true\n`,
      );
      const plan = `-p sandbox bulk plan ${machine.path('swap.csv')} --match id --out ${machine.path('plan.json')}`;
      expect(await machine.orgctl(plan)).toMatchObject({ exit: 0 });
      expect((await machine.orgctl('-p sandbox scim users deactivate clara.voss --yes')).exit).toBe(0);
      const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes ${flags}`);
      expect(ran).toMatchObject({ exit: 0 });
      const left = await machine.orgctl('-p sandbox scim users get W12L3NPDN -o csv --columns email,state');
      expect(left.stdout).toContain(`${at('tomas.rey')},deactivated`);
    });

    it('counts only the members who were not in the group already', async () => {
      const machine = freshMachine();
      const row = (action: string) => `IT,clara.voss,${action}\nIT,tomas.rey,${action}\n`;
      for (const action of ['add', 'remove']) {
        writeFileSync(machine.path('groups.csv'), `group,member,action\n${row(action)}`);
        const plan = `-p sandbox bulk plan ${machine.path('groups.csv')} --out ${machine.path('plan.json')} --force`;
        expect(await machine.orgctl(plan)).toMatchObject({ exit: 0 });
        const meanwhile = await machine.orgctl(`-p sandbox scim groups members ${action} IT clara.voss`);
        expect(meanwhile).toMatchObject({ exit: 0 });
        const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes ${flags}`);
        expect(ran).toMatchObject({ exit: 0 });
        expect(ran.stderr).toContain(action === 'add' ? '\n1 member added\n' : '\n1 member removed\n');
      }
    });

    it('is applied with users, managers and groups', async () => {
      const machine = freshMachine();
      writeFileSync(
        machine.path('all.csv'),
        'email,userName,manager,groups\nclara.voss@harbour-finch.example,clara.voss,walt.finch,IT\nnew@x.example,new,clara.voss,IT\n',
      );
      const plan = `-p sandbox bulk plan ${machine.path('all.csv')} --out ${machine.path('plan.json')}`;
      expect((await machine.orgctl(plan)).exit).toBe(0);
      const apply = `-p sandbox bulk apply ${machine.path('plan.json')} --yes ${flags}`;
      expect(await machine.orgctl(apply)).toMatchObject({ exit: 0 });
      const members = await machine.orgctl('-p sandbox scim groups get IT --query members[].display');
      expect(members.stdout).toMatch(/Clara Voss/);
      expect(members.stdout).toMatch(/"new"/);
    });
  });

  it('are checked without a list of users if they have few changes', async () => {
    const machine = await withPlan();
    const lists = (stderr: string) => stderr.match(/GET \S+\/Users\?(?!\S*filter=)\S*/g) ?? [];
    const share = await machine.orgctl(`${machine.apply} --max-changes 100% --dry-run`);
    expect(lists(share.stderr)).not.toEqual([]);
    const ran = await machine.orgctl(machine.apply);
    expect(ran.exit).toBe(0);
    expect(lists(ran.stderr)).toEqual([]);
  });

  it('are refused for every protected user, including a manager by ID', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('m.csv'), 'userName,manager\nclara.voss,walt.finch\n');
    const plan = `-p sandbox bulk plan ${machine.path('m.csv')} --out ${machine.path('plan.json')}`;
    expect((await machine.orgctl(plan)).exit).toBe(0);
    const apply = `-p sandbox bulk apply ${machine.path('plan.json')} --yes`;
    for (const name of ['walt.finch', 'clara.voss']) {
      const ran = await machine.orgctl(apply, { env: { ORGCTL_PROTECT: name } });
      expect(ran).toMatchObject({ exit: 9, stdout: '' });
      expect(ran.stderr).toContain(`the plan touches protected users or groups: ${name}`);
    }
  });

  it.each([
    ['people.csv', 'hint: run the command in the folder in which the plan was made\n'],
    ['/nowhere/people.csv', ''],
  ])('say where the file with their passwords is missing: %s', async (file, hint) => {
    const machine = freshMachine();
    const source = machine.path('people.csv');
    const saved = machine.path('plan.json');
    writeFileSync(source, 'email,userName,password\nnew@x.example,new,hunter2-secret\n');
    await machine.orgctl(`-p sandbox bulk plan ${source} --out ${saved}`);
    const { digest: _, ...plan } = JSON.parse(readFileSync(saved, 'utf8'));
    writeFileSync(saved, printPlan({ ...plan, source: { ...plan.source, file } }));
    const ran = await machine.orgctl(`-p sandbox bulk apply ${saved} --yes`);
    expect(ran).toEqual({
      exit: 7,
      stdout: '',
      stderr: `error: ${file} does not exist; the password or photo of line 2 is read from it, not from the plan\n${hint}`,
    });
  });

  it('contain no password, and report implied changes and the number of calls', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('people.csv'),
      'email,userName,password,guest\nnew@x.example,new,hunter2-secret,\nclara.voss@harbour-finch.example,clara,,true\n',
    );
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('people.csv')} --out ${machine.path('plan.json')}`,
    );
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('line 3: the nickname changes with the userName');
    expect(ran.stderr).toContain('; 3 calls');
    expect(readFileSync(machine.path('plan.json'), 'utf8')).not.toContain('hunter2');
  });
});
