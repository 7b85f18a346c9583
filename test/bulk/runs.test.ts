import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const ids = async (machine: Machine) =>
  JSON.parse((await machine.orgctl("bulk runs list -o json --query '[].id'")).stdout) as string[];

async function machineWithPeople(csv: string): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), csv);
  return machine;
}

const THREE = `email,userName,title
clara.voss@harbour-finch.example,,VP
ann@x.example,ann,Cook
bob@x.example,bob,
`;

/** Stops the run as soon as its journal exists. @returns its ID */
async function stoppedRun(machine: Machine): Promise<string> {
  let deliver = (_: 'SIGINT') => {};
  const running = machine.orgctl(
    `-p sandbox bulk apply ${machine.path('people.csv')} --yes --concurrency 1`,
    {
      onStart: (given) => {
        deliver = given;
      },
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  const timer = setInterval(() => {
    if (
      readdirSync(machine.home, { recursive: true }).some((path) => String(path).endsWith('journal.ndjson'))
    ) {
      deliver('SIGINT');
      clearInterval(timer);
    }
  }, 1);
  const ran = await running;
  clearInterval(timer);
  expect(ran.exit).toBe(130);
  const hint = /resume: orgctl -p sandbox .*bulk resume (\S+)/.exec(ran.stderr)?.[1];
  return hint ?? '';
}

describe('bulk runs and bulk resume', () => {
  it('list nothing on a fresh machine', async () => {
    expect(await freshMachine().orgctl('bulk runs list -o json')).toMatchObject({ exit: 0, stdout: '[]\n' });
  });

  it('resume a run by ID after a signal, and report when it is complete', async () => {
    const many = `email,userName\n${Array.from({ length: 200 }, (_, n) => `u${n}@x.example,u${n}\n`).join('')}`;
    const machine = await machineWithPeople(many);
    const id = await stoppedRun(machine);
    expect(await ids(machine)).toEqual([id]);
    const shown = await machine.orgctl(`bulk runs show ${id} -o json`);
    expect(shown.stderr).toContain(`run ${id}, paused`);
    expect(shown.stderr).toContain(`bulk resume ${id}`);

    const resumed = await machine.orgctl(`-p sandbox bulk resume ${id} --yes -o json`);
    expect(resumed.exit).toBe(0);
    expect(resumed.stderr).toContain('200 created');
    const users = await machine.orgctl(
      '-p sandbox scim users list --filter \'email co "@x.example"\' -o json',
    );
    expect(JSON.parse(users.stdout)).toHaveLength(200);
    const again = await machine.orgctl(`-p sandbox bulk resume ${id} --yes -o json`);
    expect(again).toMatchObject({ exit: 0, stdout: '[]\n' });
    expect(again.stderr).toContain(`run ${id} is already complete`);
  });

  it('retry only failed changes with --retry-failed', async () => {
    // A channel has the name, which no list of users shows (SCIM §7 username_taken).
    const machine = await machineWithPeople('email,userName\nann@x.example,ann\ngen@x.example,general\n');
    const failed = await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json`);
    expect(failed.exit).toBe(3);
    expect(failed.stderr).toContain('1 created, 1 failed');
    const complete = await machine.orgctl('-p sandbox bulk resume latest --yes');
    expect(complete).toMatchObject({ exit: 3 });
    expect(complete.stderr).toMatch(
      /^run \S+ is complete; 1 of 2 changes failed\nerror: 1 failed change not retried\nhint: /,
    );
    expect(await machine.orgctl('-p sandbox bulk resume latest -n')).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('1 done, 1 failed, 0 left; '),
    });
    const retried = await machine.orgctl('-p sandbox bulk resume latest --retry-failed --yes --debug');
    expect(retried.exit).toBe(3);
    expect(retried.stderr.match(/POST/g)).toHaveLength(1);
  });

  it('remove old runs and incomplete folders on prune, and keep recent runs', async () => {
    const machine = await machineWithPeople(THREE);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
    const [id = ''] = await ids(machine);
    const folder = readdirSync(machine.home, { recursive: true }).find((path) => String(path).endsWith(id));
    const left = join(machine.home, String(folder), '..', '20260101-000000-00abc');
    mkdirSync(left);
    expect((await machine.orgctl('bulk runs prune --yes')).stderr).toContain('0 runs removed');
    expect(await ids(machine)).toEqual([id]);
    expect(readdirSync(join(left, '..'))).toEqual([id]);
    expect((await machine.orgctl('bulk runs prune --older-than 0s --dry-run')).stderr).toContain(
      '1 run would be',
    );
    expect(await ids(machine)).toEqual([id]);
    expect((await machine.orgctl('bulk runs prune --older-than 0s')).exit).toBe(2);
    expect((await machine.orgctl('bulk runs prune --older-than 0s --yes')).exit).toBe(0);
    expect(await ids(machine)).toEqual([]);
  });

  it.each(['show', 'x/../y'])('refuse an unknown run: %s', async (id) => {
    const ran = await freshMachine().orgctl(`bulk runs show ${id}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(`there is no run "${id}"`);
  });
});

describe('damaged or incomplete journal', () => {
  /** The journal of the newest run. */
  const journalOf = (machine: Machine): string =>
    readdirSync(machine.home, { recursive: true })
      .map((path) => join(machine.home, String(path)))
      .filter((path) => path.endsWith('journal.ndjson'))
      .sort()
      .at(-1) ?? '';

  it('does not hide other runs', async () => {
    const machine = await machineWithPeople(THREE);
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -q`;
    await machine.orgctl(`${apply} --first 1`);
    await machine.orgctl(`${apply} --skip 1`);
    const journal = journalOf(machine);
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.replace('"type":"intent"', '"type":"intant"'));
    const listed = await machine.orgctl('bulk runs list -o json');
    expect(listed.exit).toBe(0);
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
    const id = basename(dirname(journal));
    const wayOut = `remove the record of the run: orgctl runs prune ${id}`;
    expect(listed.stderr).toBe(
      `warning: the journal ${journal} is damaged: line 2 does not follow line 1; ${wayOut}\n`,
    );
    const pruned = await machine.orgctl('bulk runs prune --older-than 0s --yes');
    expect(pruned.stderr).toContain(
      `is damaged: line 2 does not follow line 1; not removed; ${wayOut}\n1 run removed\n`,
    );
    expect((await machine.orgctl('bulk runs show latest')).exit).toBe(12);
  });

  it('is completed by resume if only its last record is missing', async () => {
    const machine = await machineWithPeople(THREE);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes -q`);
    const journal = journalOf(machine);
    writeFileSync(journal, readFileSync(journal, 'utf8').slice(0, -20));
    const state = async () =>
      JSON.parse((await machine.orgctl("bulk runs list -o json --query '[0].state'")).stdout);
    expect(await state()).toBe('interrupted');
    expect(await machine.orgctl('-p sandbox bulk resume latest --yes -q')).toMatchObject({ exit: 0 });
    expect(await state()).toBe('finished');
  });
});

it('bulk apply with a read-only profile refuses before it prompts', async () => {
  const machine = await machineWithPeople('userName,title\nclara.voss,Cook\n');
  const service = await listeningSandbox({ token: 'owner-token-1234567890' });
  await machine.orgctl(
    `profile add audit --scim-url ${service.origin} --read-only --token-stdin --no-check`,
    {
      stdin: 'owner-token-1234567890',
    },
  );
  const line = `-p audit bulk apply ${machine.path('people.csv')}`;
  const refused = await machine.orgctl(line);
  expect(refused).toMatchObject({ exit: 9, stdout: '' });
  expect(refused.stderr).toContain('the profile "audit" is read-only; nothing was sent');
  const shown = await machine.orgctl(`${line} --dry-run -o json`);
  expect(shown.exit).toBe(9);
  expect(JSON.parse(shown.stdout)).toHaveLength(1);
  expect(shown.stderr).toContain('is read-only; nothing was sent');
});

describe('bulk undo', () => {
  it('restores the state before a run, and can itself be undone', async () => {
    const machine = await machineWithPeople(THREE);
    const titles = async () =>
      (await machine.orgctl("-p sandbox scim users list -o json --query '[].[userName, title, active]'"))
        .stdout;
    const before = await titles();
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
    const after = await titles();
    const undone = await machine.orgctl('-p sandbox bulk undo latest --yes -o json');
    expect(undone.exit).toBe(0);
    expect(undone.stderr).toContain('the account is deactivated, not deleted');
    expect(JSON.parse(await titles())).toEqual([
      ...(JSON.parse(before) as unknown[]),
      ['ann', 'Cook', false],
      ['bob', '', false],
    ]);
    const [undo = '', run = ''] = await ids(machine);
    expect((await machine.orgctl(`bulk runs show ${run}`)).stderr).toContain(`undone by run ${undo}`);
    const twice = await machine.orgctl(`-p sandbox bulk undo ${run} --yes -o json`);
    expect(twice).toMatchObject({ exit: 0, stdout: '[]\n' });
    await machine.orgctl(`-p sandbox bulk undo ${undo} --yes`);
    expect(await titles()).toBe(after);
  });

  it('keeps values that were changed since, reports them first, and exits with 3', async () => {
    const machine = await machineWithPeople(
      'email,title,department\nmagnus.dahl@harbour-finch.example,VP,Ops\n',
    );
    await machine.orgctl(`-p sandbox bulk apply examples/people.csv --yes`);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
    await machine.orgctl("-p sandbox scim users patch magnus.dahl --title 'CEO'");
    const undone = await machine.orgctl('-p sandbox bulk undo latest --yes -o json');
    expect(undone.exit).toBe(3);
    expect(undone.stderr).toContain('magnus.dahl: title is now "CEO"; the run set it to "VP"');
    const user = JSON.parse((await machine.orgctl('-p sandbox scim users get magnus.dahl -o json')).stdout);
    expect(user).toMatchObject({ title: 'CEO' });
    expect(JSON.stringify(user)).toContain('"department":"Support"');
  });

  it('ends the undone run even if the undo was killed and bulk resume completes it', async () => {
    const machine = await machineWithPeople(THREE);
    const keep = (id: string, isKept: (line: string) => boolean) => {
      const journal = machine.path(join('state', 'runs', id, 'journal.ndjson'));
      const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
      writeFileSync(
        journal,
        lines
          .filter(isKept)
          .map((line) => `${line}\n`)
          .join(''),
      );
    };
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes`;
    await machine.orgctl(apply);
    const [run = ''] = await ids(machine);
    keep(run, (line) => !line.includes('run.end'));
    await machine.orgctl(`-p sandbox bulk undo ${run} --yes`);
    const [undo = ''] = await ids(machine);
    expect(undo).not.toBe(run);
    // The state after a kill between the writes to the two journals.
    keep(undo, (line) => line.includes('run.start'));
    keep(run, (line) => !line.includes('undoneBy'));

    expect((await machine.orgctl(`-p sandbox bulk resume ${undo} --yes`)).exit).toBe(0);
    const again = await machine.orgctl(apply);
    expect(again.exit).toBe(0);
    expect(again.stderr).not.toMatch(/resuming run|was interrupted/);
    expect(again.stderr).toMatch(/^\d changed/m);
  });

  it('is subject to the limits of a plan', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `u${n}@x.example,u${n}\n`).join('');
    const machine = await machineWithPeople(`email,userName\n${rows}`);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes`);
    const refused = await machine.orgctl('-p sandbox bulk undo latest --yes');
    expect(refused.exit).toBe(9);
    expect(refused.stderr).toContain('--max-deactivate 12');
    expect((await machine.orgctl('-p sandbox bulk undo latest --yes --max-deactivate 12')).exit).toBe(0);
  });
});

it('prints the same outcome of a change in JSON and CSV', async () => {
  const machine = freshMachine();
  const [file, plan] = [machine.path('some.csv'), machine.path('plan.json')];
  writeFileSync(
    file,
    'userName,email,title,active\nnew,new@x.example,Cook,\nclara.voss,,Cook,\ntomas.rey,,Chef,\n' +
      'samir.aziz,,,false\nmei.tanaka,,,false\naroha.ngata,,Lead,\n',
  );
  expect(await machine.orgctl(`-p sandbox bulk plan ${file} --out ${plan}`)).toMatchObject({ exit: 0 });
  expect(await machine.orgctl('-p sandbox scim users patch tomas.rey --title Chef')).toMatchObject({
    exit: 0,
  });
  await machine.orgctl(
    `-p sandbox bulk apply ${plan} --stop-on primary_owner_check_failure --concurrency 1 --yes`,
  );
  const csv = await machine.orgctl('runs show latest --no-header -o csv --columns user,outcome');
  const json = await machine.orgctl('runs show latest -o json');
  const rows: readonly Record<'user' | 'outcome' | 'state', string>[] = JSON.parse(json.stdout);
  expect(rows.map(({ user, outcome }) => `${user},${outcome}\n`).join('')).toBe(csv.stdout);
  expect(rows.map(({ outcome, state }) => `${outcome} ${state}`)).toEqual([
    'failed failed',
    'open open',
    'created succeeded',
    'changed succeeded',
    'unchanged succeeded',
    'deactivated succeeded',
  ]);
});

it('a dry run of an import stores nothing', async () => {
  const machine = freshMachine();
  const file = machine.path('run.ndjson');
  await machine.orgctl('-p sandbox scim users patch clara.voss --title Cook');
  const [id] = await ids(machine);
  expect(await machine.orgctl(`runs export latest --out ${file}`)).toMatchObject({ exit: 0 });
  const other = freshMachine();
  const dry = await other.orgctl(`runs import ${file} --dry-run -o json`);
  expect(dry).toMatchObject({ exit: 0, stderr: `run ${id} would be imported\n` });
  expect(JSON.parse(dry.stdout)).toMatchObject([{ id, state: 'finished', succeeded: 1 }]);
  expect(await ids(other)).toEqual([]);
  expect(await other.orgctl(`runs import ${file}`)).toMatchObject({ stderr: `run ${id} imported\n` });
  expect(await other.orgctl(`runs import ${file} --dry-run`)).toMatchObject({
    stderr: `run ${id} is already up to date\n`,
  });
  expect(await ids(other)).toEqual([id]);
});
