import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const PEOPLE = Array.from({ length: 130 }, (_, n) => `u${n},u${n}@x.example,Cook\n`).join('');

function machineWith(text: string, name = 'people.csv'): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path(name), text);
  return machine;
}

describe('printed changes of a plan', () => {
  const machine = () => machineWith(`userName,email,title\n${PEOPLE}`);

  it('are limited to 100 on a terminal, with a note', async () => {
    const world = machine();
    const ran = await world.orgctl(`-p sandbox bulk plan ${world.path('people.csv')}`, {
      terminal: 80,
      env: { NO_COLOR: '1' },
    });
    expect(ran.stdout.match(/ create /g)).toHaveLength(100);
    expect(ran.stderr).toContain('100 of 130; --limit 130 or -o ndjson shows all');
  });

  it.each([
    ['plan', ''],
    ['apply', '-n'],
  ])('are limited by --limit: %s %s', async (verb, flags) => {
    const world = machine();
    const ran = await world.orgctl(
      `-p sandbox bulk ${verb} ${world.path('people.csv')} ${flags} -o csv --limit 2`,
    );
    expect(ran.stdout.split('\n')).toHaveLength(4);
    expect(ran.stderr).toContain('2 of 130; ');
  });

  it.each(['--columns nonsense -o csv', '--query [['])(
    'are not sent if the output option is invalid: %s',
    async (flags) => {
      const world = machineWith('userName,email\nada,ada@x.example\n');
      const apply = `-p sandbox bulk apply ${world.path('people.csv')} --yes`;
      expect(await world.orgctl(`${apply} ${flags}`)).toMatchObject({ exit: 2 });
      expect((await world.orgctl('-p sandbox scim users get ada')).exit).toBe(6);
    },
  );

  it('are complete in JSON and for --query', async () => {
    const world = machine();
    const line = `-p sandbox bulk plan ${world.path('people.csv')} -q --limit 2`;
    expect(JSON.parse((await world.orgctl(`${line} -o json`)).stdout).changes).toHaveLength(130);
    expect((await world.orgctl(`${line} -o json --query changes[0].name`)).stdout).toBe('"u0"\n');
    expect((await world.orgctl(`${line} -o yaml --query length(changes)`)).stdout).toBe('130\n');
  });

  it('are shortened if a value is long', async () => {
    const world = machineWith(`userName,email,title\nanna,anna@x.example,${'x'.repeat(5000)}\n`);
    const { stdout } = await world.orgctl(`-p sandbox bulk plan ${world.path('people.csv')} -o table`);
    expect(stdout).toContain(`anna@x.example, ${'x'.repeat(39)}…\n`);
  });
});

describe('output without changes', () => {
  it.each([
    ['junit', /^<\?xml .*tests="0"/s],
    ['md', /^<!-- orgctl-run -->\n### nothing to do: 10 of 10 rows are unchanged\n$/],
    ['github', /^::notice title=orgctl::nothing to do: 10 of 10 rows are unchanged\n$/],
  ])('is a complete report with -o %s', async (format, text) => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes -q');
    const ran = await machine.orgctl(`-p sandbox bulk apply examples/people.csv --yes -q -o ${format}`);
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(text) });
  });

  it('is a Markdown plan for a dry run, which refuses -o junit', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox bulk apply examples/people.csv -n -q -o md');
    expect(ran.stdout).toMatch(/^<!-- orgctl-plan -->\n### Plan for sandbox: 10 to create\n/);
    expect(await machine.orgctl('-p sandbox bulk apply examples/people.csv -n -o junit')).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining('a dry run has no outcomes to print as junit'),
    });
  });
});

describe('pruned users', () => {
  it('have no line number', async () => {
    const machine = machineWith('userName\nines.harbour\nmei.tanaka\n');
    const line = `-p sandbox bulk plan ${machine.path('people.csv')} --prune --max-deactivate 100 -q`;
    expect((await machine.orgctl(`${line} -o csv`)).stdout).toContain('\n,deactivate,clara.voss,');
    expect((await machine.orgctl(`${line} -o md`)).stdout).toContain('|  | deactivate | clara.voss |');
    const applied = await machine.orgctl(
      `${line.replace('plan', 'apply')} --yes -o junit --failed-out ${machine.path('failed.csv')}`,
    );
    // The service keeps its bots and its owners (SCIM §7).
    expect(applied.exit).toBe(3);
    expect(applied.stdout).toMatch(/<testcase name="deactivate clara.voss" classname="\S+" file="[^" ]+"\/>/);
    expect(() => readFileSync(machine.path('failed.csv'))).toThrow();
  });
});

it('bulk plan reports rows of deactivated users who stay deactivated', async () => {
  const machine = machineWith('userName,title\nformer.member,Cook\nclara.voss,Cook\n');
  const line = `-p sandbox bulk plan ${machine.path('people.csv')}`;
  expect((await machine.orgctl(line)).stderr).toContain(
    '1 row of deactivated users, who stay deactivated; to reactivate one, set "active" to true\n',
  );
  writeFileSync(machine.path('people.csv'), 'userName,active\nformer.member,true\nclara.voss,\n');
  expect((await machine.orgctl(line)).stderr).not.toContain('stay deactivated');
});

describe('bulk plan --out with limits', () => {
  const twelve = () => {
    const rows = Array.from({ length: 12 }, (_, index) => `u${index},u${index}@x.example\n`);
    const machine = machineWith(`userName,email\n${rows.join('')}`);
    const out = machine.path('plan.json');
    return { machine, out, line: `-p sandbox bulk plan ${machine.path('people.csv')} --out ${out}` };
  };

  it('prints the command that applies the plan under the same limits', async () => {
    const { machine, out, line } = twelve();
    const limits = '--max-deactivate 2 --max-changes 40 --max-blanked 10%';
    const saved = await machine.orgctl(`${line} ${limits}`);
    expect(saved.stderr).toContain(`saved; apply it with: orgctl -p sandbox bulk apply ${out} ${limits}\n`);
    const command = /apply it with: orgctl (.*)$/m.exec(saved.stderr)?.[1] ?? '';
    const refused = await machine.orgctl(`${command.replace('--max-changes 40', '--max-changes 3')} --yes`);
    expect(refused.exit).toBe(9);
    expect(await machine.orgctl(`${command} --yes`)).toMatchObject({ exit: 0 });
  });

  it('prints no such command for a plan that exceeds one, and saves it', async () => {
    const { machine, out, line } = twelve();
    const saved = await machine.orgctl(`${line} --max-changes 3`);
    expect(saved.exit).toBe(9);
    expect(saved.stderr).toContain(`\nsaved: ${out}\nerror: `);
    expect(saved.stderr).not.toContain('apply it with');
    expect(JSON.parse(readFileSync(out, 'utf8')).changes).toHaveLength(12);
  });
});

describe('bulk commands and their messages', () => {
  it('include the profile, and the command that makes an edited plan again', async () => {
    const machine = freshMachine();
    const plan = machine.path('plan.json');
    const saved = await machine.orgctl(`-p sandbox bulk plan examples/people.csv --out ${plan} -o table`);
    expect(saved.stderr).toContain(`saved; apply it with: orgctl -p sandbox bulk apply ${plan}\n`);
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('Head of Support', 'Boss'));
    const edited = await machine.orgctl(`-p sandbox bulk apply ${plan} --yes`);
    expect(edited).toMatchObject({ exit: 5, stdout: '' });
    expect(edited.stderr).toContain(
      `hint: create it again: orgctl -p sandbox bulk plan examples/people.csv --out ${plan} --force\n`,
    );
  });

  it('report a stale plan even if its file is invalid now', async () => {
    const machine = machineWith('userName,email\nanna,anna@x.example\n');
    const [file, plan] = [machine.path('people.csv'), machine.path('plan.json')];
    await machine.orgctl(`-p sandbox bulk plan ${file} --out ${plan} -q`);
    writeFileSync(file, 'userName,email\nanna,anna@\n');
    const ran = await machine.orgctl(`-p sandbox bulk apply ${plan} --yes`);
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toBe(
      `error: the plan is stale: ${file} has changed\nhint: orgctl -p sandbox bulk plan ${file} --out ${plan} --force\n`,
    );
  });

  it.each([
    ['the file changed', 'feed'],
    ['the organization changed', 'organization'],
    ['the plan was edited', 'plan'],
  ])('remake a plan with the same flags if %s', async (_, what) => {
    const machine = machineWith('Login;Mail;Rank\nclara.voss;clara.voss@harbour-finch.example;VP\n');
    const [file, map, plan] = [
      machine.path('people.csv'),
      machine.path('feed.yaml'),
      machine.path('the plan.json'),
    ];
    writeFileSync(map, 'columns:\n  userName: Login\n  email: Mail\n  title: Rank\n');
    const flags = `--mode update --map ${map} --where 'title ne "Cook"' --match email --delimiter ';' --feed nightly`;
    const line = `-p sandbox bulk plan ${file} ${flags} --out '${plan}'`;
    const made = await machine.orgctl(`${line} --max-deactivate 100%`);
    expect(made.exit).toBe(0);
    expect(made.stderr).toContain(
      `saved; apply it with: orgctl -p sandbox bulk apply '${plan}' --max-deactivate 100%\n`,
    );
    if (what === 'feed') writeFileSync(file, readFileSync(file, 'utf8').replace('VP', 'CEO'));
    if (what === 'organization') await machine.orgctl('-p sandbox scim users patch clara.voss --title CTO');
    if (what === 'plan') writeFileSync(plan, readFileSync(plan, 'utf8').replace('"VP"', '"CEO"'));
    const refused = await machine.orgctl(`-p sandbox bulk apply '${plan}' --yes`);
    expect(refused.exit).not.toBe(0);
    const hint = /^hint: (?:create it again: )?orgctl (.*)$/m.exec(refused.stderr)?.[1] ?? '';
    for (const flag of flags.split(' --').map((words) => words.replace(/^--/, '')))
      expect(hint).toContain(`--${flag}`);
    expect((await machine.orgctl(`${hint} --max-deactivate 100%`)).exit).toBe(0);
    const again = JSON.parse(readFileSync(plan, 'utf8')) as Record<string, unknown>;
    expect(again).toMatchObject({ mode: 'update' });
    expect(
      (await machine.orgctl(`-p sandbox bulk apply '${plan}' --dry-run --max-deactivate 100%`)).exit,
    ).toBe(0);
  });

  it('resume a run whose file changed, if the file is not needed', async () => {
    const machine = machineWith('userName,email\ngeneral,gen@x.example\nbo,bo@x.example\n');
    const file = machine.path('people.csv');
    const stopped = await machine.orgctl(
      `-p sandbox bulk apply ${file} --yes --canary 1 --concurrency 1 -q -o json`,
    );
    expect(stopped.exit).toBe(9);
    writeFileSync(file, 'userName,email\ncorrected,gen@x.example\n');
    const resumed = await machine.orgctl('-p sandbox bulk resume latest --yes -o json');
    expect(resumed).toMatchObject({ exit: 3 });
    expect(resumed.stderr).toContain('1 created, 1 failed');
  });

  it('accept NDJSON in a file named .json', async () => {
    const machine = machineWith('{"userName":"anna","email":"anna@x.example"}\n', 'one.json');
    expect(await machine.orgctl(`-p sandbox bulk apply ${machine.path('one.json')} --yes -q`)).toMatchObject({
      exit: 0,
    });
  });

  it('use the newest run of any kind for "latest", and under bulk the newest bulk run', async () => {
    const machine = machineWith('userName,title\nclara.voss,Cook\ntomas.rey,Cook\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes -q`);
    await machine.orgctl('-p sandbox scim users patch walt.finch --title Chef -q');
    const who = async (line: string) => {
      const { stdout } = await machine.orgctl(`${line} -o json`);
      return (JSON.parse(stdout) as { user: string }[]).map(({ user }) => user);
    };
    expect(await who('runs show latest')).toEqual(['walt.finch']);
    expect(await who('bulk runs show latest')).toEqual(['clara.voss', 'tomas.rey']);
    expect((await machine.orgctl('-p sandbox resume latest')).stderr).toMatch(
      /run \S+ is already complete\n$/,
    );
    const undone = await machine.orgctl('-p sandbox undo latest -n -o json');
    expect(JSON.parse(undone.stdout)).toMatchObject([{ name: 'walt.finch' }]);
    const bulk = await machine.orgctl('-p sandbox bulk undo latest -n -o json');
    expect(JSON.parse(bulk.stdout)).toMatchObject([{ name: 'tomas.rey' }, { name: 'clara.voss' }]);
  });

  it('of a resume dry run name the remaining changes, and refuse a read-only connection', async () => {
    const machine = machineWith('userName,email\ngeneral,gen@x.example\nbo,bo@x.example\n');
    const stopped = `-p sandbox bulk apply ${machine.path('people.csv')} --yes --canary 1 --concurrency 1 -q`;
    expect((await machine.orgctl(stopped)).exit).toBe(9);
    const dry = await machine.orgctl('-p sandbox resume latest -n');
    expect(dry.stderr).toContain('dry run: 1 to create in "sandbox" (sandbox.localhost); nothing was sent\n');
    const readOnly = await machine.orgctl('-p sandbox resume latest -n', { env: { ORGCTL_READ_ONLY: '1' } });
    expect(readOnly.exit).toBe(9);
  });

  it('of an undo name the line of a change that is left unchanged', async () => {
    const machine = machineWith('userName,title\nclara.voss,Cook\ntomas.rey,Cook\n');
    const file = machine.path('people.csv');
    await machine.orgctl(`-p sandbox bulk apply ${file} --yes -q`);
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Chef -q');
    const failed = machine.path('failed.csv');
    const undone = await machine.orgctl(`-p sandbox bulk undo latest --failed-out ${failed} --yes`);
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain(`warning: ${file}:2: clara.voss: title is now "Chef"`);
    expect(undone.stderr).toContain(
      `${failed} was not written: no change failed, items were left unchanged\n`,
    );
    expect(undone.stderr).toMatch(/error: 1 item of run \S+ was left unchanged\n/);
  });
});
