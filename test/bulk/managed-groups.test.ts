import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectToMatchSchema } from '../support/published-schemas.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const COLUMNS = `columns:
  email: Mail
  userName: { from: Mail, steps: [localPart, lower] }
  department: Dept
  active: Active
`;
const GROUPS = `groups:
  manage: ['dept-*', All staff, 'site-*']
  rules:
    - 'dept-{department|slug}'
    - All staff
    - { from: Site, lookup: sites }
    - { group: dept-leads, when: 'Lead eq "yes"' }
lookups: { sites: { L: site-lund, N: site-nantes } }
`;
const HEADING = 'Mail,Dept,Active,Site,Lead\n';

/** A machine with a map, and a command for a file with that map. */
function companyWith(map = COLUMNS + GROUPS) {
  const machine = freshMachine();
  writeFileSync(machine.path('map.yaml'), map);
  const run = (verb: string, csv: string, flags = '', options = {}) => {
    writeFileSync(machine.path('hr.csv'), HEADING + csv);
    const line = `${verb} ${machine.path('hr.csv')} --map ${machine.path('map.yaml')} ${flags}`;
    return machine.orgctl(verb === 'bulk check' ? line : `-p sandbox ${line}`, options);
  };
  return { machine, run };
}

/** Group names with the userNames of their members. */
async function groupsOf(machine: Machine): Promise<Readonly<Record<string, readonly string[]>>> {
  const { stdout } = await machine.orgctl('-p sandbox scim groups list -o json');
  const groups: { displayName: string; members: { display: string }[] }[] = JSON.parse(stdout);
  return Object.fromEntries(
    groups.map(({ displayName, members }) => [displayName, members.map(({ display }) => display).sort()]),
  );
}

describe('groups managed by a map', () => {
  it('are created and filled, follow moves, and are deleted when empty only with --prune-groups', async () => {
    const { machine, run } = companyWith();
    const before = await groupsOf(machine);
    const first =
      'ann@k.example,R&D Labs,true,L,yes\nbo@k.example,Sales,true,N,\ncai@k.example,Sales,false,L,\n';
    expect((await run('bulk apply', first, '--yes')).exit).toBe(0);
    expect(await groupsOf(machine)).toEqual({
      ...before,
      'All staff': ['ann', 'bo'],
      'dept-leads': ['ann'],
      'dept-r-d-labs': ['ann'],
      'dept-sales': ['bo'],
      'site-lund': ['ann'],
      'site-nantes': ['bo'],
    });
    expect((await run('bulk plan', first)).stderr).toContain('nothing to change; 2 unchanged\n');
    const moved = 'ann@k.example,Sales,true,L,\nbo@k.example,Sales,true,N,\n';
    expect((await run('bulk plan', moved)).stderr).toContain(
      '2 managed groups without members: dept-r-d-labs, dept-leads; --prune-groups deletes them\n',
    );
    expect((await run('bulk plan', moved, '--prune-groups')).stderr).toContain(
      'dept-r-d-labs and 1 more: the group is deleted permanently',
    );
    expect(await run('bulk apply', moved, '--yes --prune-groups')).toMatchObject({
      exit: 9,
      stderr: expect.stringContaining('hint: to allow this: --max-delete-groups 2\n'),
    });
    expect((await run('bulk apply', moved, '--yes --prune-groups --max-delete-groups 2')).exit).toBe(0);
    expect(await groupsOf(machine)).toEqual({
      ...before,
      'All staff': ['ann', 'bo'],
      'dept-sales': ['ann', 'bo'],
      'site-lund': ['ann'],
      'site-nantes': ['bo'],
    });
  });

  it.each(['--first 1', '--skip 1', `--where 'department eq "Labs"'`])(
    'are not deleted by a part of the file, whose other rows may name them: %s',
    async (part) => {
      const { run } = companyWith();
      const rows = 'ann@k.example,Labs,true,L,\nbo@k.example,Sales,true,L,\n';
      const flags = `--prune-groups --max-delete-groups 1 ${part}`;
      for (const verb of ['bulk plan', 'bulk apply'])
        expect(await run(verb, rows, `${flags} ${verb === 'bulk apply' ? '--yes' : ''}`)).toEqual({
          exit: 2,
          stdout: '',
          stderr:
            'error: --prune-groups needs the whole file: groups of other rows would be deleted\n' +
            'hint: omit --where, --first and --skip; --shard keeps groups whole\n',
        });
    },
  );

  it.each([
    ['names no user', ',Sales,true,L,', true],
    ['is complete', 'bo@k.example,Labs,true,L,', false],
  ])('are not deleted if a skipped row may name them: one that %s', async (_, row, isKept) => {
    const { machine, run } = companyWith();
    await machine.orgctl('-p sandbox scim groups create dept-sales --yes');
    const flags = '--prune-groups --max-delete-groups 1 --on-bad-row skip --max-bad-rows 1';
    const { stderr } = await run('bulk apply', `ann@k.example,Labs,true,L,\n${row}\n`, `${flags} --yes`);
    expect(Object.hasOwn(await groupsOf(machine), 'dept-sales')).toBe(isKept);
    const told =
      'warning: 1 managed group without members: dept-sales; --prune-groups deletes none: some skipped rows may name them\n';
    expect(stderr.includes(told)).toBe(isKept);
  });

  it.each([
    ['that a lookup does not know', 'hrx', ''],
    ['that no rule assigns', 'eng', 'dept-hr'],
    ['whose column cannot be built', 'hr', ''],
  ])('are not deleted if a skipped row may name one %s', async (what, dept, groups) => {
    const isBuilt = what !== 'whose column cannot be built';
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim groups create dept-hr --yes');
    const department = isBuilt ? 'department: Dept' : 'department: {from: Dept, lookup: {eng: dept-eng}}';
    const rule = isBuilt ? '{from: Dept, lookup: {eng: dept-eng, hr: dept-hr}}' : "'{department}'";
    const map = machine.path('map.yaml');
    writeFileSync(
      map,
      `columns: {email: email, groups: groups, ${department}}\ngroups: {manage: [dept-*], rules: [${rule}]}\n`,
    );
    const file = machine.path('people.csv');
    writeFileSync(file, `email,Dept,groups\nmei.tanaka@harbour-finch.example,${dept},${groups}\n`);
    const flags = '--prune-groups --max-delete-groups 1 --on-bad-row skip --max-bad-rows 100% --yes';
    const { stderr } = await machine.orgctl(`-p sandbox bulk apply ${file} --map ${map} ${flags}`);
    expect(stderr).toContain('dept-hr; --prune-groups deletes none: some skipped rows may name them\n');
    expect(await groupsOf(machine)).toHaveProperty('dept-hr');
  });

  it.each<[string, string, number]>([
    ['complete', '', 7],
    ['complete and deletes the group', '--prune-groups --max-delete-groups 1', 7],
    ['partial', '--first 1', 0],
  ])('make a saved plan stale if a user joined one since and the file is %s', async (_, flags, exit) => {
    const { machine, run } = companyWith();
    const file = (dept: string) => `ann@k.example,${dept},true,L,\nbo@k.example,Labs,true,L,\n`;
    await run('bulk apply', file('Sales'), '--yes');
    const plan = machine.path('plan.json');
    expect((await run('bulk plan', file('Labs'), `--out ${plan} ${flags}`)).exit).toBe(0);
    await machine.orgctl("-p sandbox scim groups members add 'dept-sales' mei.tanaka --yes");
    const ran = await machine.orgctl(`-p sandbox bulk apply ${plan} --yes --max-delete-groups 1`);
    expect(ran.exit).toBe(exit);
    // The deletion of the group has no line; the removal of a member has that of the member's row.
    const where = flags.includes('--prune-groups') ? '' : `${machine.path('hr.csv')}:2 `;
    const stale = `${where}dept-sales: mei.tanaka joined the group since (stale_plan)\n`;
    expect(ran.stderr.startsWith(stale)).toBe(exit === 7);
  });

  it.each<[string, string, number]>([
    ['the former name', 'Sales', 0],
    ['another group', 'Labs', 7],
  ])('are renamed by a saved plan, unless another group has the name now: %s', async (_, dept, exit) => {
    const { machine, run } = companyWith(
      COLUMNS + GROUPS.replace('lookups:', '  rename: { dept-sales: dept-trade }\nlookups:'),
    );
    await machine.orgctl('-p sandbox scim groups create dept-sales --yes');
    const plan = machine.path('plan.json');
    const rows = `ann@k.example,${dept},true,L,\nbo@k.example,Trade,true,L,\n`;
    expect((await run('bulk plan', rows, `--out ${plan}`)).exit).toBe(0);
    if (exit !== 0) await machine.orgctl('-p sandbox scim groups create dept-trade --yes');
    for (const flags of ['--max-changes 100%', '']) {
      const ran = await machine.orgctl(`-p sandbox bulk apply ${plan} --yes ${flags} --dry-run`);
      expect(ran.exit).toBe(exit);
      const stale = 'dept-trade: a group with this name exists now (stale_plan)\n';
      expect(ran.stderr.startsWith(stale)).toBe(exit === 7);
    }
  });

  it.each([
    // The members of a deleted group count as removed, and those without a row as missing in the file.
    ['', 'removes 3 of 3 members of dept-sales who are not in the file'],
    [' --max-remove-members 2', 'removes 3 members from dept-sales, but only 2 are allowed: '],
    [' --max-remove-members 3', undefined],
  ])('with --prune-groups keep the limits of removals:%s', async (limit, excess) => {
    const { machine, run } = companyWith();
    const members = ['clara.voss', 'tomas.rey', 'mei.tanaka'].map((name) => ` --member ${name}`).join('');
    await machine.orgctl(`-p sandbox scim groups create dept-sales${members} --yes`);
    const file = 'ann@k.example,Labs,true,L,\n';
    const flags = `--yes --prune-groups --max-delete-groups 1${limit}`;
    const { exit, stderr } = await run('bulk apply', file, flags);
    expect({ exit, stderr }).toEqual({
      exit: excess === undefined ? 0 : 9,
      stderr: expect.stringContaining(excess ?? ''),
    });
    expect(Object.hasOwn(await groupsOf(machine), 'dept-sales')).toBe(excess !== undefined);
  });

  it('lose members added by hand or missing in the file; other groups do not', async () => {
    const { machine, run } = companyWith();
    const rows = 'ann@k.example,Sales,true,L,\nbo@k.example,Sales,true,N,\n';
    await run('bulk apply', rows, '--yes');
    for (const group of ['dept-sales', 'IT']) {
      await machine.orgctl(`-p sandbox scim groups members add '${group}' clara.voss --yes`);
    }
    await machine.orgctl("-p sandbox scim groups members add 'dept-sales' ann --yes");
    const it = (await groupsOf(machine))['IT'] ?? [];
    expect(await run('bulk plan', rows, '--first 1')).toMatchObject({
      stderr: expect.stringContaining('nothing to change'),
    });
    expect((await run('bulk apply', rows, '--yes')).exit).toBe(0);
    const after = await groupsOf(machine);
    expect(after['dept-sales']).toEqual(['ann', 'bo']);
    expect(after['IT']).toEqual(it);
  });

  it('are left unchanged if they are protected, with a message', async () => {
    const { machine, run } = companyWith();
    await run('bulk apply', 'ann@k.example,Sales,true,L,\n', '--yes');
    const env = { ORGCTL_PROTECT: 'dept-sales' };
    const planned = await run('bulk apply', 'ann@k.example,Legal,true,L,\n', '--yes', { env });
    expect(planned).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('protected groups are left unchanged: dept-sales\n'),
    });
    expect(await groupsOf(machine)).toMatchObject({ 'dept-sales': ['ann'], 'dept-legal': ['ann'] });
  });

  it('keep protected users, with a message that names them and their groups', async () => {
    const { machine, run } = companyWith();
    const rows = 'ann@k.example,Sales,true,L,\nbo@k.example,Sales,true,N,\n';
    await run('bulk apply', rows, '--yes');
    await machine.orgctl("-p sandbox scim groups members add 'dept-sales' clara.voss --yes");
    const env = { ORGCTL_PROTECT: 'clara.voss' };
    const planned = await run('bulk plan', rows, '-o json', { env });
    expect(planned).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('protected users stay in managed groups: clara.voss (dept-sales)\n'),
    });
    const { spared, changes } = JSON.parse(planned.stdout);
    expect(spared).toEqual({ groups: [], members: [{ user: 'clara.voss', group: 'dept-sales' }] });
    expect(changes).toEqual([]);
    expectToMatchSchema('plan', JSON.parse(planned.stdout));
    const free = await run('bulk plan', rows);
    expect(free.stdout).toContain('clara.voss');
    expect(free.stderr).not.toContain('protected users');
  });

  it.each<[what: string, departments: readonly string[], warning: string | undefined]>([
    ['all of its members move', ['Revenue', 'Revenue', 'Revenue', 'Revenue'], '4 of its 4 members'],
    ['half of its members move', ['Revenue', 'Revenue', 'Legal', 'Labs'], '2 of its 4 members'],
    ['fewer than half move', ['Revenue', 'Labs', 'Legal', 'Ops'], undefined],
    ['one member stays', ['Revenue', 'Revenue', 'Revenue', 'Sales'], undefined],
    ['its members join an existing group', ['Support', 'Support', 'Support', 'Support'], undefined],
  ])('are reported as likely renamed if no members are left and %s', async (_, departments, warning) => {
    const { run } = companyWith();
    const rows = (names: readonly string[]) =>
      [...names, 'Support'].map((name, at) => `p${at}@k.example,${name},true,L,\n`).join('');
    expect((await run('bulk apply', rows(Array(4).fill('Sales')), '--yes')).exit).toBe(0);
    const { stderr } = await run('bulk plan', rows(departments));
    if (warning === undefined) expect(stderr).not.toContain('looks renamed');
    else
      expect(stderr).toContain(
        `warning: dept-sales looks renamed: ${warning} move to dept-revenue, which is new; to keep the group, add to the map under groups: rename: { 'dept-sales': 'dept-revenue' }\n`,
      );
  });

  it('are not reported as likely renamed if a single member moves', async () => {
    const { run } = companyWith();
    await run('bulk apply', 'ann@k.example,Sales,true,L,\n', '--yes');
    const { stderr } = await run('bulk plan', 'ann@k.example,Legal,true,L,\n');
    expect(stderr).toContain('1 managed group without members: dept-sales');
    expect(stderr).not.toContain('looks renamed');
  });

  it.each([
    ['  owners: [ann]\n', 'groups.owners: groups of this service have no owners, only members (SCIM §2.2)'],
    ['  owner: ann\n', 'groups.owner: groups of this service have no owners, only members (SCIM §2.2)'],
    ['  members: ann\n', 'groups.members: "members" is not a map key'],
    ['  rename: { dept-sales: sales }\n', 'groups.rename.dept-sales: "sales" is not managed by the map'],
    ['  rename: { Sales: dept-sales }\n', 'groups.rename.Sales: "Sales" is not managed by the map'],
    ['  rename: dept-sales\n', 'groups.rename: "rename" maps each group to its new name'],
  ])('cannot be described by %j', async (more, finding) => {
    const { run } = companyWith(`${COLUMNS}${GROUPS.replace('  rules:', `${more}  rules:`)}`);
    const { exit, stderr } = await run('bulk plan', 'ann@k.example,Sales,true,L,\n');
    expect(exit).toBe(5);
    expect(stderr).toContain(finding);
  });

  it('are renamed instead of replaced with groups.rename', async () => {
    const { machine, run } = companyWith();
    await run('bulk apply', 'ann@k.example,Sales,true,L,\n', '--yes');
    const id = async (name: string) =>
      JSON.parse((await machine.orgctl('-p sandbox scim groups list -o json')).stdout).find(
        ({ displayName }: { displayName: string }) => displayName === name,
      )?.id;
    const old = await id('dept-sales');
    writeFileSync(
      machine.path('map.yaml'),
      `${COLUMNS}${GROUPS.replace('  rules:', '  rename: { dept-sales: dept-revenue }\n  rules:')}`,
    );
    expect((await run('bulk apply', 'ann@k.example,Revenue,true,L,\n', '--yes')).exit).toBe(0);
    expect(await id('dept-revenue')).toBe(old);
    expect((await run('bulk plan', 'ann@k.example,Revenue,true,L,\n')).stderr).toContain('nothing to change');
  });

  it('keep members who are no longer provisioned, and members in rows with a finding', async () => {
    const { machine, run } = companyWith(
      `${COLUMNS}${GROUPS}provision: { when: 'Dept ne "Gone"', otherwise: ignore }\n`,
    );
    const rows = 'ann@k.example,Sales,true,L,\nbo@k.example,Sales,true,N,\n';
    await run('bulk apply', rows, '--yes');
    const wrong = 'ann@k.example,Gone,true,L,\nbo@k.example,Legal,true,X,\n';
    expect((await run('bulk apply', wrong, '--yes --on-bad-row skip --max-bad-rows 1')).exit).toBe(3);
    expect((await groupsOf(machine))['dept-sales']).toEqual(['ann', 'bo']);
  });

  it('are checked offline for scope, lookups and headings', async () => {
    const { machine, run } = companyWith();
    const own = (text: string) => text.replaceAll(`${machine.home}/`, '').split('\n').slice(0, -1);
    const checked = await run('bulk check', 'ann@k.example,Sales,true,X,\n', '-o table');
    expect(own(checked.stdout)).toEqual([
      'hr.csv:2 groups.rules.2: no value in the lookup "sites" for "X" (did you mean "L"?) (not_in_lookup)',
    ]);
    writeFileSync(
      machine.path('map.yaml'),
      `${COLUMNS}groups: { manage: ['dept-*'], rules: ['team-{department}', 'dept-{Nope}'] }\n`,
    );
    expect(own((await run('bulk check', 'ann@k.example,Sales,true,L,\n', '-o table')).stdout)).toEqual([
      'hr.csv:2 groups.rules.0: "team-Sales" is not managed by the map; expected a managed group: dept-* (outside_scope)',
      'map.yaml:6:60 groups.rules.1: hr.csv has no column "Nope"; expected one of Mail, Dept, Active, Site, Lead, or a column of the map: email, userName, department (unknown_column)',
    ]);
  });

  it('have members by rules only, even if a column names groups or with --exact', async () => {
    const { machine, run } = companyWith(
      `${COLUMNS}  groups: Lead\n${GROUPS.replace(/ {4}- \{ group: dept-leads.*\n/, '')}`,
    );
    const rows = (bo: string) => `ann@k.example,Sales,true,L,IT\nbo@k.example,Sales,true,N,${bo}\n`;
    const refused = await run('bulk plan', rows('site-other'));
    expect(refused.exit).toBe(5);
    expect(refused.stderr).toContain(
      'hr.csv:3:27 Lead → groups: the map manages "site-other", but no rule assigns it to this user (outside_scope)\n',
    );
    const given = rows('Site-Nantes');
    expect((await run('bulk apply', given, '--yes')).exit).toBe(0);
    for (const flags of ['', '--exact']) {
      expect((await run('bulk apply', given, `--yes ${flags}`)).exit).toBe(0);
      expect((await run('bulk plan', given, flags)).stderr).toContain('nothing to change; 2 unchanged\n');
      const { 'site-nantes': nantes, 'site-lund': lund, IT: it = [] } = await groupsOf(machine);
      expect({ nantes, lund }).toEqual({ nantes: ['bo'], lund: ['ann'] });
      expect(it).toContain('ann');
    }
    const cleared = rows('\\clear');
    await run('bulk apply', cleared, '--yes');
    expect((await groupsOf(machine))['site-nantes']).toEqual(['bo']);
    expect((await run('bulk plan', cleared)).stderr).toContain('nothing to change; 2 unchanged\n');
    // An inactive user is in no managed group, whatever the cell says.
    const left = rows('site-nantes').replace('bo@k.example,Sales,true', 'bo@k.example,Sales,false');
    expect((await run('bulk apply', left, '--yes')).exit).toBe(0);
    expect((await run('bulk plan', left)).stderr).toContain('nothing to change; 2 unchanged\n');
  });

  it('are refused with a place if the map is wrong', async () => {
    const { machine, run } = companyWith(`${COLUMNS}groups:
  manages: [x]
  rules: [{ group: a, from: b }, { grop: a }, 'x{']
`);
    const { stderr } = await run('bulk check', 'ann@k.example,Sales,true,L,\n');
    expect(stderr.replaceAll(`${machine.home}/`, '').split('\n').slice(0, 2)).toEqual([
      'map.yaml:7:3 groups.manages: "manages" is not a map key (did you mean "manage"?) (invalid_map)',
      expect.stringMatching(
        /^map\.yaml:\d+:\d+ groups\.manage: "manage" needs the names of the groups to manage/,
      ),
    ]);
    writeFileSync(
      machine.path('map.yaml'),
      `${COLUMNS}groups:
  manage: ['*']
  rules: [{ group: a, from: b }, { grop: a }, 'x{', { group: a, when: 'b' }, { from: Dept, lookup: none },
    { from: Dept, lookup: {} }]
`,
    );
    const again = await run('bulk check', 'ann@k.example,Sales,true,L,\n');
    expect(
      again.stderr
        .replaceAll(`${machine.home}/`, '')
        .split('\n')
        .map((line) => line.split(':').slice(3).join(':').trim()),
    ).toEqual(
      expect.arrayContaining([
        'a group rule needs either "group" or "from"; for example {group: All staff, when: \'active eq "true"\'} (invalid_map)',
        '"grop" is not a map key (did you mean "group"?) (invalid_map)',
        expect.stringContaining('unmatched "{"'),
        expect.stringContaining('"b" is not a complete expression'),
        '"none" is not a lookup (invalid_map)',
        expect.stringContaining('the lookup is empty'),
      ]),
    );
  });
});

it.each(['plan', 'apply --yes'])('--prune-groups needs --map: bulk %s', async (verb) => {
  const machine = freshMachine();
  const file = machine.path('people.csv');
  writeFileSync(file, 'userName,title\nclara.voss,Cook\n');
  const ran = await machine.orgctl(`-p sandbox bulk ${verb} ${file} --prune-groups`);
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(ran.stderr).toContain('error: --prune-groups needs --map FILE\n');
});
