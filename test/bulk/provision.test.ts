import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const MAP = `columns:
  userName: Login
  email: Mail
  employeeNumber: No
  manager: Boss
  startDate: Start
provision:
  when: 'status eq "Active" and startDate le today+7d'
  otherwise: deactivate
`;
const HEADING = 'Login,Mail,No,Boss,Start,Status\n';

const person = (name: string, start: string, status: string, boss = '') =>
  `${name},${name}@x.example,N-${name},${boss},${start},${status}\n`;

async function machineWith(rows: readonly string[], map = MAP): Promise<Machine> {
  const machine = freshMachine();
  writeFileSync(machine.path('map.yaml'), map);
  writeFileSync(machine.path('hr.csv'), HEADING + rows.join(''));
  return machine;
}

const run = (machine: Machine, words: string) =>
  machine.orgctl(`-p sandbox bulk ${words} ${machine.path('hr.csv')} --map ${machine.path('map.yaml')}`);

async function planned(machine: Machine, flags = '--today 2026-11-02'): Promise<readonly unknown[]> {
  const { stdout } = await run(machine, `plan ${flags} -o json`);
  return JSON.parse(stdout).changes.map(
    ({ kind, name }: { readonly kind: string; readonly name: string }) => [kind, name],
  );
}

describe('provision of a map', () => {
  it('creates active users who start soon, and no others', async () => {
    const machine = await machineWith([
      person('nora', '2020-01-01', 'Active'),
      person('gone', '2019-01-01', 'Terminated'),
      person('soon', '2026-11-09', 'Active'),
      person('later', '2026-11-10', 'Active'),
    ]);
    expect(await planned(machine)).toEqual([
      ['createUser', 'nora'],
      ['createUser', 'soon'],
    ]);
    const { stderr } = await run(machine, 'plan --today 2026-11-02');
    expect(stderr).toContain(
      '2 rows skipped: no account exists, and none is created (inactive, or excluded by provision)',
    );
    expect(stderr).not.toContain('not taken by the map');
    expect(await planned(machine, '--today 2026-11-03')).toHaveLength(3);
  });

  it('deactivates or ignores leavers with an account', async () => {
    for (const [otherwise, kinds] of [
      ['deactivate', [['deactivateUser', 'ann']]],
      ['ignore', []],
    ] as const) {
      const map = MAP.replace('otherwise: deactivate', `otherwise: ${otherwise}`);
      const machine = await machineWith([person('ann', '2020-01-01', 'Active')], map);
      expect((await run(machine, 'apply --yes')).exit).toBe(0);
      writeFileSync(machine.path('hr.csv'), HEADING + person('ann', '2020-01-01', 'Terminated'));
      expect(await planned(machine)).toEqual(kinds);
      // A user with a row counts as listed in the file.
      const pruned = await planned(machine, '--prune --today 2026-11-02');
      expect(pruned.filter((change) => JSON.stringify(change).includes('"ann"'))).toEqual(kinds);
    }
  });

  const DATED = MAP.replace('startDate: Start', 'startDate: { from: Start, date: YYYY-MM-DD }');
  const BY_HEADING = MAP.replace('  startDate: Start\n', '').replace('startDate le', 'start le');

  it.each([
    ['a spreadsheet error in the status', DATED, '2020-01-01', '#N/A', '"#N/A" is a spreadsheet error'],
    [
      'a rounded number in the status',
      DATED,
      '2020-01-01',
      '1.23E+11',
      '"1.23E+11" was rounded by a spreadsheet',
    ],
    [
      'a spreadsheet error instead of a date',
      DATED,
      '#REF!',
      'Active',
      '"#REF!" is not a date like YYYY-MM-DD',
    ],
    ['a serial date', DATED, '43831', 'Active', '"43831" is not a date like YYYY-MM-DD'],
    ['a date in another format', DATED, '01.01.2020', 'Active', '"01.01.2020" is not a date like YYYY-MM-DD'],
    ['a date in another format without a pattern', MAP, '01.01.2020', 'Active', '01.01.2020'],
    [
      'a serial date, compared by heading',
      BY_HEADING,
      '43831',
      'Active',
      '"43831" is not a date like YYYY-MM-DD',
    ],
    [
      'a spreadsheet error, compared by heading',
      BY_HEADING,
      '#REF!',
      'Active',
      '"#REF!" is a spreadsheet error',
    ],
  ])('deactivates no user because of a damaged cell: %s', async (_, map, start, status, message) => {
    const good = person('bob', '2020-01-01', 'Active');
    const machine = await machineWith([person('ann', '2020-01-01', 'Active'), good], map);
    expect((await run(machine, 'apply --yes')).exit).toBe(0);
    writeFileSync(machine.path('hr.csv'), HEADING + person('ann', start, status) + good);
    for (const words of ['check', 'plan']) {
      const ran = await run(machine, words);
      expect(ran.exit).toBe(5);
      expect((ran.stdout + ran.stderr).replaceAll('\\"', '"')).toContain(message);
    }
    const skipped = await run(
      machine,
      'plan --on-bad-row skip --max-bad-rows 1 --prune --max-deactivate 100 -o json',
    );
    expect(skipped.exit).toBe(3);
    expect(JSON.parse(skipped.stdout).rejected).toMatchObject([{ at: { line: 2 } }]);
    expect(
      JSON.parse(skipped.stdout).changes.map(({ name }: { readonly name: string }) => name),
    ).not.toContain('ann');
  });

  it.each(['not (status eq "Terminated")', 'status eq "Active" or status eq "Leave"'])(
    'includes no user because of a damaged cell: %s',
    async (when) => {
      const map = MAP.replace('status eq "Active" and startDate le today+7d', when);
      const machine = await machineWith([person('ann', '2020-01-01', '#N/A')], map);
      expect(await run(machine, 'plan')).toMatchObject({
        exit: 5,
        stderr: expect.stringContaining('hr.csv:2:'),
      });
    },
  );

  it('deactivates no user only because of an empty start date, but for the status', async () => {
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')], DATED);
    expect((await run(machine, 'apply --yes')).exit).toBe(0);
    writeFileSync(
      machine.path('hr.csv'),
      HEADING + person('ann', '', 'Active') + person('new', '', 'Active'),
    );
    expect(await run(machine, 'plan')).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('startDate is empty, so "provision" would deactivate ann'),
    });
    const skipped = await run(machine, 'plan --on-bad-row skip --max-bad-rows 1 -o json');
    expect(JSON.parse(skipped.stdout)).toMatchObject({ changes: [], rejected: [{ at: { line: 2 } }] });
    // Another row of the same user decides.
    writeFileSync(
      machine.path('hr.csv'),
      HEADING + person('ann', '', 'Active') + person('ann', '2020-01-01', 'Active'),
    );
    expect(await planned(machine)).toEqual([]);
    writeFileSync(machine.path('hr.csv'), HEADING + person('ann', '', 'Terminated'));
    expect(await planned(machine)).toEqual([['deactivateUser', 'ann']]);
  });

  it.each([
    ['status eq "Active"', '', true],
    ['status eq "Active" and startDate le today+7d', '', true],
    ['status co "activ" or status sw "leave"', '', true],
    // A different word is enough, and an expression may ask for an empty cell.
    ['status eq "Active"', 'Terminated', false],
    ['status eq "Active" or boss eq "vip"', 'Terminated', false],
    ['status pr', '', false],
    ['not (status ne "Active")', '', true],
    ['status eq "Active" and login eq "nobody"', '', false],
  ])('deactivates no user only because of an empty cell: %s of "%s"', async (when, status, isRefused) => {
    const map = MAP.replace('status eq "Active" and startDate le today+7d', when);
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')]);
    expect((await run(machine, 'apply --yes')).exit).toBe(0);
    writeFileSync(machine.path('map.yaml'), map);
    writeFileSync(
      machine.path('hr.csv'),
      HEADING + person('ann', '2020-01-01', status) + person('new', '2020-01-01', status),
    );
    if (!isRefused) {
      expect(await planned(machine)).toEqual([['deactivateUser', 'ann']]);
      return;
    }
    const ran = await run(machine, 'plan');
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain('Status is empty, so "provision" would deactivate ann (blank_status)');
    const skipped = await run(machine, 'plan --on-bad-row skip --max-bad-rows 1 --prune -o json');
    expect(JSON.parse(skipped.stdout)).toMatchObject({ rejected: [{ at: { line: 2 } }] });
    expect(skipped.stdout).not.toContain('"name": "ann"');
  });

  it.each(['-', 'NULL', 'n/a', '?', 'true'])('does not deactivate for a placeholder: %s', async (status) => {
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')]);
    expect((await run(machine, 'apply --yes')).exit).toBe(0);
    writeFileSync(machine.path('hr.csv'), HEADING + person('ann', '2020-01-01', status));
    const ran = await run(machine, 'plan');
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(`Status is "${status}", so "provision" would deactivate ann (blank_status)`);
  });

  it('reads a placeholder as a value if the expression names it, and false as a value', async () => {
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')]);
    expect((await run(machine, 'apply --yes')).exit).toBe(0);
    writeFileSync(machine.path('map.yaml'), MAP.replace(/when: .*/, `when: 'status ne "-"'`));
    writeFileSync(machine.path('hr.csv'), HEADING + person('ann', '2020-01-01', '-'));
    expect(await planned(machine)).toEqual([['deactivateUser', 'ann']]);
    writeFileSync(machine.path('map.yaml'), MAP.replace(/when: .*/, `when: 'status eq "true"'`));
    writeFileSync(machine.path('hr.csv'), HEADING + person('ann', '2020-01-01', 'false'));
    expect(await planned(machine)).toEqual([['deactivateUser', 'ann']]);
  });

  it('reports no findings in cells of leavers without an account', async () => {
    const machine = await machineWith([
      person('nora', '2020-01-01', 'Active'),
      'gone,broken@,N-1,nobody,31.12.1999,Terminated\n',
      ',,,,,Terminated\n',
    ]);
    expect(await planned(machine)).toEqual([['createUser', 'nora']]);
    expect((await run(machine, 'check')).exit).toBe(0);
  });

  const lookup = MAP.replace('No\n', '{ from: No, lookup: { N-nora: "2" } }\n');
  it.each([
    [
      'a spreadsheet error',
      'x,x@x.example,#N/A',
      MAP,
      'hr.csv:2:15 No → employeeNumber',
      'spreadsheet_damage',
    ],
    [
      'a rounded number',
      'x,x@x.example,1.2E+05',
      MAP,
      'hr.csv:2:15 No → employeeNumber',
      'spreadsheet_damage',
    ],
    ['no valid key', '-,x@,', MAP, 'hr.csv:2:1 Login → userName', 'username_invalid'],
    ['a number that is not in a lookup', '-,,7', lookup, 'hr.csv:2:4 No → employeeNumber', 'not_in_lookup'],
  ])('reports a leaver who may not be found because of %s', async (_, cells, map, place, code) => {
    const rows = [`${cells},,2010-01-01,Terminated\n`, person('nora', '2020-01-01', 'Active')];
    const machine = await machineWith(rows, map);
    const { exit, stdout } = await run(machine, 'check -o table');
    expect(exit).toBe(5);
    const findings = stdout.replaceAll(`${machine.home}/`, '').trim().split('\n');
    const found = findings.find((line) => line.startsWith(`${place}: `));
    expect(found).toContain(`(${code})`);
    const skipped = await run(machine, 'plan --on-bad-row skip -o csv --columns user --no-header');
    expect(skipped).toMatchObject({ exit: 3, stdout: 'nora\n' });
    writeFileSync(machine.path('map.yaml'), map.replace('deactivate', 'ignore'));
    expect((await run(machine, 'check')).exit).toBe(0);
  });

  it('uses the provisioned row of a user with two rows', async () => {
    const rows = [person('ann', '2020-01-01', 'Terminated'), person('ann', '2024-01-01', 'Active')];
    for (const order of [rows, rows.toReversed()]) {
      const machine = await machineWith(order);
      expect(await planned(machine)).toEqual([['createUser', 'ann']]);
      await run(machine, 'apply --yes');
      expect(await planned(machine)).toEqual([]);
    }
  });

  it('never deactivates a user with the address of a leaver', async () => {
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')]);
    await run(machine, 'apply --yes');
    const old = 'old,ann@x.example,N-old,,2010-01-01,Terminated\n';
    writeFileSync(machine.path('hr.csv'), HEADING + old + person('ann', '2020-01-01', 'Active'));
    expect(await planned(machine)).toEqual([]);
  });

  it('reports no conflict for a leaver with values of two users, but deactivates an account without a number', async () => {
    const active = [person('ann', '2020-01-01', 'Active'), person('bob', '2020-01-01', 'Active')];
    const machine = await machineWith(active);
    await run(machine, 'apply --yes');
    const old = 'bob,ann@x.example,N-old,,2010-01-01,Terminated\n';
    writeFileSync(machine.path('hr.csv'), HEADING + active.join('') + old);
    expect(await run(machine, 'plan')).toMatchObject({ exit: 0 });
    expect(await planned(machine)).toEqual([]);
    // An account without a number may belong to the leaver.
    await machine.orgctl("-p sandbox scim users patch ann --employee-number '' --yes");
    writeFileSync(machine.path('hr.csv'), HEADING + old);
    expect(await planned(machine)).toEqual([['deactivateUser', 'ann']]);
  });

  it('omits a manager without an account and sets it later', async () => {
    const machine = await machineWith([
      person('rep', '2020-01-01', 'Active', 'boss@x.example'),
      person('boss', '2026-12-01', 'Active'),
    ]);
    const early = await run(machine, 'plan --today 2026-11-02');
    expect(early.stderr).toContain('1 manager not set: no account yet; a later run sets them');
    await run(machine, 'apply --yes --today 2026-11-02');
    expect(await planned(machine, '--today 2026-12-01')).toEqual([
      ['createUser', 'boss'],
      ['patchUser', 'rep'],
    ]);
  });

  it.each([
    ['without an expression', '{ otherwise: ignore }', '"provision" needs an expression "when"'],
    [
      'with an unknown value',
      `{ when: 'status pr', otherwise: delete }`,
      '"delete" is neither deactivate nor',
    ],
    ['with an unknown key', `{ when: 'status pr', els: ignore }`, '"els" is not a map key'],
    [
      'with a missing column',
      `{ when: 'state eq "A"' }`,
      'hr.csv has no column "state"; expected one of Login, Mail, No, Boss, Start, Status, or a column of the map: email (unknown_column)',
    ],
    [
      'with a misspelled column of the map',
      `{ when: 'ema1l pr' }`,
      'hr.csv has no column "ema1l" (did you mean "email"?); expected one of Login, ',
    ],
  ])('is refused %s', async (_, rule, message) => {
    const map = `columns: { email: Mail }\nprovision: ${rule}\n`;
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')], map);
    const ran = await run(machine, 'plan');
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(message);
  });

  it('names the mapped column to compare if a date under the heading has another format', async () => {
    const map = MAP.replace('startDate: Start', 'startDate: { from: Start, date: DD.MM.YYYY }');
    const rows = Array.from({ length: 12 }, (_, index) => person(`u${index}`, '08.05.2008', 'Active'));
    const machine = await machineWith(rows, map.replace('startDate le', 'start le'));
    const { stderr } = await run(machine, 'plan --today 2026-11-02');
    expect(stderr).toContain(
      'hr.csv:2:23 Start → provision.when: "08.05.2008" is not a date like YYYY-MM-DD; expected startDate instead of start in provision.when (not_a_date)',
    );
    expect(stderr).toContain('hint: write startDate instead of start in provision.when\n');
    writeFileSync(machine.path('map.yaml'), map);
    expect(await planned(machine)).toHaveLength(12);
  });

  it('accepts a column that only some JSON objects have, and refuses one that none has', async () => {
    const machine = await machineWith([]);
    const list = machine.path('hr.json');
    const map = machine.path('json.yaml');
    const rule = (when: string) =>
      writeFileSync(
        map,
        `columns: { userName: Login, email: Mail }\nprovision: { when: '${when}', otherwise: ignore }\n`,
      );
    writeFileSync(
      list,
      '[{"Login":"ann","Mail":"ann@x.example"},{"Login":"bob","Mail":"bob@x.example","Left":"2020-01-01"}]',
    );
    rule('not (left pr)');
    const ran = await machine.orgctl(`-p sandbox bulk plan ${list} --map ${map} -o json`);
    expect(JSON.parse(ran.stdout).changes).toMatchObject([{ name: 'ann' }]);
    rule('not (lift pr)');
    expect(await machine.orgctl(`-p sandbox bulk plan ${list} --map ${map}`)).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('has no column "lift" (did you mean "Left"?)'),
    });
  });

  it('refuses a column that neither the file nor the map has', async () => {
    const machine = await machineWith(
      [person('ann', '2020-01-01', 'Active')],
      `columns: { email: Mail }\nprovision: { when: 'title eq "Cook"', otherwise: deactivate }\n`,
    );
    expect(await run(machine, 'plan')).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('hr.csv has no column "title"'),
    });
  });

  it('refuses an invalid --today', async () => {
    const machine = await machineWith([person('ann', '2020-01-01', 'Active')]);
    for (const day of ['2026-02-30', 'tomorrow'])
      expect((await run(machine, `plan --today ${day}`)).stderr).toContain(
        'It must be a date such as 2026-11-02.',
      );
  });
});

describe('rows of leavers without an account', () => {
  it('create no user except in create mode, and are counted', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    writeFileSync(file, 'userName,email,active\nann,ann@x.example,true\nghost,ghost@x.example,false\n');
    const ran = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain(
      '1 row skipped: no account exists, and none is created (inactive, or excluded by provision)',
    );
    const list = await machine.orgctl('-p sandbox scim users list -o json --limit 1000');
    expect(list.stdout).not.toContain('ghost');
    writeFileSync(file, 'userName,email,active\nghost,ghost@x.example,false\n');
    const created = await machine.orgctl(`-p sandbox bulk plan ${file} --mode create -o table`);
    expect(created.stdout).toContain('create  ghost');
  });
});

describe('--where with not and ne', () => {
  const FILE =
    'userName,email,department,startDate\na,a@x.example,Support,2026-11-02\nb,b@x.example,Sales,2026-12-01\nc,c@x.example,,\n';

  it.each([
    ['department ne "Support"', ['b', 'c']],
    ['not (department eq "Support")', ['b', 'c']],
    ['not(department pr)', ['c']],
    ['not (department eq "Support" or department eq "Sales")', ['c']],
    ['department pr and not (userName eq "a")', ['b']],
    ['not (not (userName eq "a"))', ['a']],
    ['startDate le today', ['a']],
    ['startDate gt today', ['b']],
    ['startDate eq today', ['a']],
    ['startDate ne today', ['b', 'c']],
    ['startDate le today+29d', ['a', 'b']],
    ['startDate le today+28d', ['a']],
    ['startDate ge today-1d', ['a', 'b']],
  ])('selects rows: %s', async (where, expected) => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), FILE);
    const ran = await machine.words([
      ...['-p', 'sandbox', 'bulk', 'plan', machine.path('in.csv'), '-o', 'json'],
      ...['--where', where, '--today', '2026-11-02'],
    ]);
    expect(JSON.parse(ran.stdout).changes.map(({ name }: { readonly name: string }) => name)).toEqual(
      expected,
    );
  });

  it('is not available in filters of the service', async () => {
    const ran = await freshMachine().orgctl(`-p sandbox scim users list --filter 'userName ne "a"'`);
    expect(ran).toMatchObject({ exit: 5, stderr: expect.stringContaining('"ne" is not an operator') });
  });
});

describe('a heading that two columns have', () => {
  const columns = 'columns:\n  userName: Login\n  email: Mail\n';
  const double = (user: string) =>
    `hr.csv:1:19 Status: ${user} uses "Status", but two columns have this heading (duplicate_column)`;

  it.each([
    ['Status', 'provision: { when: \'status eq "Active"\', otherwise: deactivate }', '', double('the map')],
    ['STATUS ', 'provision: { when: \'status eq "Active"\', otherwise: deactivate }', '', double('the map')],
    ['Status', '  title: { when: \'status eq "Active"\', value: Cook }', '', double('the map')],
    [
      'Status',
      'groups: { manage: ["d-*"], rules: [{ group: d-all, when: \'status eq "Active"\' }] }',
      '',
      double('the map'),
    ],
    ['Status', 'groups: { manage: ["d-*"], rules: ["d-{status|slug}"] }', '', double('the map')],
    ['Status', '', `--where 'status eq "Active"'`, double('--where')],
    ['Status', '  title: { from: Status, when: \'status eq "Active"\' }', '', double('the map')],
  ])('%s is refused if the map has %s and the flags are %s', async (second, rule, flags, finding) => {
    const machine = freshMachine();
    writeFileSync(machine.path('map.yaml'), `${columns}${rule}\n`);
    writeFileSync(
      machine.path('hr.csv'),
      `Login,Mail,Status,${second}\nclara.voss,clara.voss@harbour-finch.example,Left,Active\n`,
    );
    const ran = await run(machine, `plan ${flags}`);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr.split(machine.home).join('')).toContain(finding);
    expect(ran.stderr).toContain('1 finding;');
  });

  it('is refused if only expressions spell two headings the same', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('map.yaml'),
      `${columns}provision: { when: 'last_day gt today', otherwise: deactivate }\n`,
    );
    writeFileSync(
      machine.path('hr.csv'),
      'Login,Mail,Last day,last_day\nclara.voss,clara.voss@harbour-finch.example,2020-01-01,2030-01-01\n',
    );
    const ran = await run(machine, 'plan');
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(
      'Last day: the map uses "Last day", which an expression cannot distinguish from "last_day" (duplicate_column)',
    );
  });

  it('is accepted if nothing uses it', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('map.yaml'), columns);
    writeFileSync(
      machine.path('hr.csv'),
      'Login,Mail,Status,Status\nclara.voss,clara.voss@harbour-finch.example,Left,Active\n',
    );
    expect((await run(machine, 'plan')).exit).toBe(0);
  });
});
