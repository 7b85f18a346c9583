import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../support/faulty-sandbox.ts';
import { faultyWorld } from '../support/faulty-world.ts';
import { account, idOf } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const events = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function machineWithRun() {
  const machine = freshMachine();
  writeFileSync(machine.path('p.csv'), 'userName,title\nclara.voss,Cook\ntomas.rey,Cook\nmei.tanaka,Cook\n');
  expect(await machine.orgctl(`-p sandbox bulk apply ${machine.path('p.csv')} --yes`)).toMatchObject({
    exit: 0,
  });
  return machine;
}

describe('options of bulk undo', () => {
  it('--events writes the start, each change and the end', async () => {
    const machine = await machineWithRun();
    const path = machine.path('events.ndjson');
    expect(await machine.orgctl(`-p sandbox bulk undo latest --yes --events ${path}`)).toMatchObject({
      exit: 0,
    });
    expect(events(path).map(({ type }) => type)).toEqual([
      'run.start',
      ...Array(3).fill('change.end'),
      'run.end',
    ]);
    expect(events(path)[0]).toMatchObject({ mode: 'undo', changes: 3, file: /^run / });
  });

  it.each([
    ['junit', /<testsuite name="orgctl run \S+" tests="3" failures="0"/],
    ['md', /^### Run \S+: 3 changed$/m],
    ['github', /^::notice title=orgctl run \S+::3 changed$/m],
  ])('-o %s prints a report', async (format, text) => {
    const machine = await machineWithRun();
    const ran = await machine.orgctl(`-p sandbox bulk undo latest --yes -q -o ${format}`);
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    expect(ran.stdout).toMatch(text);
  });
});

describe('the lines of memberships', () => {
  const MEMBERS = 'group,member,action\nIT,clara.voss,\nIT,tomas.rey,add\nIT,samir.aziz,remove\n';

  async function appliedTo(text: string) {
    const machine = freshMachine();
    writeFileSync(machine.path('g.csv'), text);
    const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('g.csv')} --yes -o table`);
    expect(ran.exit).toBe(0);
    const table = async (line: string) =>
      (await machine.orgctl(`-p sandbox ${line}`)).stdout.split('\n').slice(0, -1);
    return { ran, table, machine };
  }

  it('are shown by a run and its undo', async () => {
    const { ran, table, machine } = await appliedTo(MEMBERS);
    const run = [
      'Line  Outcome          Name  ID',
      '   4  members removed  IT    S1118NVR2',
      ' 2,3  members added    IT    S1118NVR2',
    ];
    expect(ran.stdout.split('\n').slice(-4, -1)).toEqual(run);
    expect(await table('runs show latest -o table')).toEqual(run);
    expect(await table('undo latest -n -o table')).toEqual([
      'Line  Action          Name  What',
      ' 2,3  remove members  IT    clara.voss, tomas.rey',
      '   4  add members     IT    samir.aziz',
    ]);
    expect(await table('runs show latest -o csv --columns line,outcome')).toEqual([
      'line,outcome',
      '4,members removed',
      '2,members added',
    ]);
    const { stdout } = await machine.orgctl('runs show latest -o json --query "[].[line, lines]"');
    expect(JSON.parse(stdout)).toEqual([
      [4, null],
      [2, [2, 3]],
    ]);
  });

  it('select the members of their own lines', async () => {
    const { table } = await appliedTo(MEMBERS);
    expect(await table('undo latest -n -o table --line 3,4')).toEqual([
      'Line  Action          Name  What',
      '   3  remove members  IT    tomas.rey',
      '   4  add members     IT    samir.aziz',
    ]);
    expect(await table('undo latest -o table --line 2 --yes -q')).toEqual([
      'Line  Outcome          Name  ID',
      '   2  members removed  IT    S1118NVR2',
    ]);
    expect(await table('undo latest -n -o table')).toEqual([
      'Line  Action          Name  What',
      '   3  remove members  IT    tomas.rey',
      '   4  add members     IT    samir.aziz',
    ]);
  });

  it('name the line of a member who cannot join again', async () => {
    const { machine } = await appliedTo(MEMBERS);
    await machine.orgctl('-p sandbox scim users deactivate samir.aziz --yes');
    const [, apply] = JSON.parse((await machine.orgctl('runs list --query [].id')).stdout);
    const { stderr } = await machine.orgctl(`-p sandbox undo ${apply} -n`);
    expect(stderr).toContain('g.csv:4: IT: samir.aziz is deactivated and cannot join again');
  });
});

/** Faults that refuse every change of a resource. */
const refusing = (id: string, method = 'PATCH') =>
  faultsOf({
    method,
    path: `/scim/*/${id}`,
    do: 'answer',
    status: 403,
    body: { Errors: { description: 'permission_denied', code: 403 } },
    times: 'always',
  });

/** The ID of the run of a command; the clock does not advance, so "latest" would be ambiguous. */
const runOf = ({ stderr }: { readonly stderr: string }) => /(?:^run| undo) (\d\S+)$/m.exec(stderr)?.[1] ?? '';

const PEOPLE = ['ada', 'bea', 'cai'].map((name) => account(name, { title: 'Engineer' }));
const RETITLED = `userName,title,department\n${PEOPLE.map(({ values }) => `${values.userName},Cook,=Ops\n`).join('')}`;

describe('undo that the service refuses in part', () => {
  const world = async () => {
    const made = await faultyWorld({ users: PEOPLE });
    const { machine, orgctl } = made;
    const file = machine.path('people.csv');
    writeFileSync(file, RETITLED);
    expect(await orgctl(`bulk apply ${file} --yes`)).toMatchObject({ exit: 0 });
    return { ...made, queue: made.sandbox.queue };
  };

  it('is stopped by --stop-on and can be resumed', async () => {
    const { orgctl, queue } = await world();
    queue.add(refusing(idOf('cai')));
    const stopped = await orgctl('bulk undo latest --yes --concurrency 1 --stop-on 1');
    expect(stopped).toMatchObject({ exit: 9 });
    expect(stopped.stderr).toMatch(
      /error: stopped: a change failed\nhint: 0 done, 1 failed, 2 left; resume: orgctl /,
    );
    queue.clear();
    expect(await orgctl(`bulk resume ${runOf(stopped)} --retry-failed --yes`)).toMatchObject({ exit: 0 });
  });

  it('is stopped by --canary', async () => {
    const { orgctl, queue } = await world();
    queue.add(refusing(idOf('cai')));
    const stopped = await orgctl('bulk undo latest --yes --canary 1');
    expect(stopped.stderr).toContain('stopped: a canary change failed');
  });

  it('writes rows with --failed-out that restore the remaining values', async () => {
    const { machine, orgctl, queue, organization } = await world();
    queue.add(refusing(idOf('bea')));
    const out = machine.path('failed.csv');
    const undone = await orgctl(`bulk undo latest --yes --failed-out ${out}`);
    expect(undone).toMatchObject({ exit: 3 });
    expect(undone.stderr).toMatch(
      /^1 failed row in (\S+); correct and apply: orgctl --scim-url \S+ --scim-version 1\.1 bulk apply \1$/m,
    );
    expect(readFileSync(out, 'utf8')).toBe(
      'id,title,department,orgctl.code,orgctl.message\n' +
        `${idOf('bea')},Engineer,\\clear,permission_denied,the token lacks permission for this action\n`,
    );
    queue.clear();
    const corrected = await orgctl(`bulk apply ${out} --yes`);
    expect(corrected).toMatchObject({ exit: 0 });
    const titles = [...organization.users()].map(({ values }) => values.title);
    expect(titles.filter((title) => title === 'Cook')).toEqual([]);
    const again = machine.path('again.csv');
    expect(await orgctl(`bulk report ${runOf(corrected)} --failed-out ${again}`)).toMatchObject({ exit: 0 });
    expect(existsSync(again)).toBe(false);
  });

  it('writes memberships with --failed-out as a group file', async () => {
    const { machine, orgctl, queue, organization } = await world();
    await orgctl('scim groups create Crew --member ada');
    const [crew] = [...organization.groups()];
    writeFileSync(machine.path('g.csv'), 'group,member,action\nCrew,bea,add\nCrew,ada,remove\n');
    const applied = await orgctl(`bulk apply ${machine.path('g.csv')} --yes`);
    expect(applied).toMatchObject({ exit: 0 });
    queue.add(refusing(crew?.id ?? ''));
    const out = machine.path('failed.csv');
    const undone = await orgctl(`bulk undo ${runOf(applied)} --yes --failed-out ${out}`);
    expect(undone).toMatchObject({ exit: 3 });
    const rows = readFileSync(out, 'utf8').trim().split('\n').sort();
    expect(rows.map((row) => row.split(',').slice(0, 3).join())).toEqual([
      `${crew?.id},${idOf('ada')},add`,
      `${crew?.id},${idOf('bea')},remove`,
      'group,member,action',
    ]);
    queue.clear();
    expect(await orgctl(`bulk apply ${out} --yes`)).toMatchObject({ exit: 0 });
    expect([...organization.groups()].map(({ members }) => members)).toEqual([[idOf('ada')]]);
  });

  it('removes the rows of an earlier run if what failed now cannot be rows', async () => {
    const { machine, orgctl, queue, organization } = await world();
    writeFileSync(machine.path('g.csv'), 'group,member\nCrew,\n');
    const created = await orgctl(`bulk apply ${machine.path('g.csv')} --create-groups --yes`);
    queue.add(refusing([...organization.groups()][0]?.id ?? '', 'DELETE'));
    const out = machine.path('failed.csv');
    writeFileSync(out, 'id,title,orgctl.code,orgctl.message\n');
    const undo = `undo ${runOf(created)} --yes --max-delete-groups 1 --failed-out ${out} --force`;
    expect(await orgctl(undo)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('1 failed change of groups cannot be written as rows'),
    });
    expect(existsSync(out)).toBe(false);
  });

  it('prints the retry command with --failed-out for group changes that cannot be rows', async () => {
    const { machine, orgctl, queue, organization } = await world();
    await orgctl('scim groups create Crew --member bea');
    const [crew] = [...organization.groups()];
    const left = await orgctl('offboard bea --leave-groups --yes');
    expect(left).toMatchObject({ exit: 0 });
    queue.add([...refusing(idOf('bea')), ...refusing(crew?.id ?? '')]);
    const undone = await orgctl(`undo ${runOf(left)} --yes --failed-out ${machine.path('failed.csv')}`);
    expect(undone).toMatchObject({ exit: 3 });
    const again = /^1 failed change of groups cannot be written as rows; retry: orgctl (.*)$/m;
    const words = again.exec(undone.stderr)?.[1] ?? '';
    queue.clear();
    expect(await orgctl(words.replace(/^--scim-url \S+ /, ''))).toMatchObject({ exit: 0 });
    const members = await orgctl('scim groups members list Crew -o csv --columns value --no-header');
    expect(members.stdout).toBe(`${idOf('bea')}\n`);
  });
});
