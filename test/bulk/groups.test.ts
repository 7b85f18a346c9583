import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkWorld } from '../support/bulk-world.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { account, idOf, team } from '../support/organization-world.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';
import { VERSIONS } from '../support/test-sandbox.ts';

const NAMES = ['ann', 'bob', 'cat', 'dan', 'eve'] as const;
const USERS = NAMES.map((name) => account(name));

function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, content] of Object.entries(files)) writeFileSync(machine.path(name), content);
  return machine;
}

const membersOf = async (machine: Machine, group: string) =>
  JSON.parse(
    (await machine.orgctl(`-p sandbox scim groups get ${group} -o json --query 'members[].display'`)).stdout,
  );

describe('group files', () => {
  it('have no findings for rows that are not selected', async () => {
    const machine = machineWith({
      'groups.csv': 'group,member,\nNew team,tomas.rey,\nOld team,clara.voss,x\n',
      'teams.csv': 'Team,member\nN,tomas.rey\nX,clara.voss\n',
      'map.yaml': 'columns: { group: { from: Team, lookup: { N: New team } }, member: member }\n',
    });
    const where = ['--where', 'group eq "New team"', '-o', 'csv', '--columns', 'what'];
    const mapped = ['teams.csv', '--map', machine.path('map.yaml')];
    const chosen = [
      [['groups.csv'], where],
      [mapped, ['--where', 'member eq "tomas.rey"', ...where.slice(2)]],
    ] as const;
    for (const [[file = '', ...flags], selection] of chosen) {
      const words = ['-p', 'sandbox', 'bulk', 'plan', machine.path(file), ...flags];
      expect((await machine.words(words)).exit).toBe(5);
      const ran = await machine.words([...words, ...selection]);
      expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('tomas.rey\n') });
    }
  });

  it.each([
    ['group eq "support"', 5],
    ['not (group eq "support")', 5],
    ['group eq "support" and member eq "clara.voss"', 5],
    ['group eq "support" and member eq "tomas.rey"', 0],
    ['member eq "tomas.rey"', 0],
    ['group eq "support" or member eq "clara.voss"', 5],
  ])('have a finding for a row whose selection depends on a missing value: %s', async (where, exit) => {
    const machine = machineWith({
      'teams.csv': 'Team,member\nENG,tomas.rey\nSUPP,clara.voss\n',
      'map.yaml':
        'columns: { group: { from: Team, lookup: { ENG: engineering, SUP: support } }, member: member }\n',
    });
    const words = ['bulk', 'plan', machine.path('teams.csv'), '--map', machine.path('map.yaml')];
    const ran = await machine.words(['-p', 'sandbox', ...words, '--where', where]);
    expect(ran.exit).toBe(exit);
    expect(ran.stderr.includes('not_in_lookup')).toBe(exit === 5);
  });

  it('are selected by a member with invisible characters', async () => {
    const machine = machineWith({ 'groups.csv': 'group,member\nIT,\u200btomas.rey\u200b\n' });
    const words = ['-p', 'sandbox', 'bulk', 'plan', machine.path('groups.csv')];
    const { stdout } = await machine.words([...words, '--where', 'member eq "tomas.rey"']);
    expect(stdout).toContain('tomas.rey');
  });

  it('have one finding for a missing column, whatever the rows', async () => {
    const machine = machineWith({ 'groups.csv': 'group,membr\nIT,clara.voss\nIT,walt.finch\n,x\n' });
    const { stdout } = await machine.orgctl(`bulk check ${machine.path('groups.csv')} -o csv --columns code`);
    expect(stdout).toBe('code\nunknown_column\nmissing_key_column\n');
  });

  it('name a member with invisible characters', async () => {
    const machine = machineWith({
      'groups.csv':
        'group,member\nNew team,tomas.rey\u200b\nNew team,\ufeffclara.voss@harbour-finch.example\n',
    });
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('groups.csv')} -o csv --columns what`,
    );
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('tomas.rey, clara.voss') });
    writeFileSync(machine.path('groups.csv'), 'group,member\nIT,tomas.rey\u200b\nIT,tomas.rey\n');
    const twice = await machine.orgctl(`bulk check ${machine.path('groups.csv')}`);
    expect(twice.stdout).toContain('same_member');
  });

  it('creates a group, adds members by address, userName or ID, and has nothing to do the second time', async () => {
    const machine = machineWith({
      'groups.csv': 'group,member\nNew team,clara.voss@harbour-finch.example\nNew team,tomas.rey\n',
    });
    const apply = `-p sandbox bulk apply ${machine.path('groups.csv')} --yes -o json`;
    const first = await machine.orgctl(apply);
    expect(first.exit).toBe(0);
    expect(first.stderr).toContain('1 group to create, 2 members to add');
    expect(await membersOf(machine, '"New team"')).toHaveLength(2);
    expect(await machine.orgctl(apply)).toMatchObject({ exit: 0, stdout: '[]\n' });

    const undone = await machine.orgctl('-p sandbox bulk undo latest --yes');
    expect(undone.exit).toBe(9);
    expect(undone.stderr).toContain('--max-delete-groups 1');
    const really = await machine.orgctl('-p sandbox bulk undo latest --yes --max-delete-groups 1');
    expect(really.exit).toBe(0);
    expect(really.stderr).toContain('the group is deleted permanently');
    expect((await machine.orgctl('-p sandbox scim groups get "New team"')).exit).toBe(6);
  });

  it('removes members with the action remove, and with --exact all members not listed', async () => {
    const machine = machineWith({
      'start.csv': 'group,member\nOps,clara.voss\nOps,tomas.rey\nOps,aroha.ngata\n',
      'less.csv': 'group,member,action\nOps,tomas.rey,remove\n',
      'exact.csv': 'group,member\nops,clara.voss\n',
    });
    const apply = (file: string, flags = '') =>
      machine.orgctl(`-p sandbox bulk apply ${machine.path(file)} --yes ${flags}`);
    await apply('start.csv');
    expect((await apply('less.csv')).exit).toBe(0);
    expect(await membersOf(machine, 'Ops')).toHaveLength(2);
    expect((await apply('exact.csv')).stderr).toContain('nothing to do');
    expect((await apply('exact.csv', '--exact')).exit).toBe(0);
    expect(await membersOf(machine, 'Ops')).toHaveLength(1);
  });

  it.each(['--names', '--no-names'])('plans nothing for an unedited export: %s', async (form) => {
    const machine = freshMachine();
    await machine.orgctl(`-p sandbox scim groups export ${form} --out ${machine.path('groups.csv')}`);
    for (const flags of ['', '--exact']) {
      const plan = await machine.orgctl(
        `-p sandbox bulk plan ${machine.path('groups.csv')} --detailed-exitcode -o ndjson ${flags}`,
      );
      expect(plan).toMatchObject({ exit: 0, stdout: '' });
    }
  });

  it('reports every finding of a group file with its place, offline', async () => {
    const machine = machineWith({
      'groups.csv': 'group,member,action\n,ann,\nOps,ann,join\nOps,,remove\nOps,bob,add\nops,BOB,\nOps,x\n',
    });
    const { exit, stdout } = await machine.orgctl(`bulk check ${machine.path('groups.csv')} -o json`);
    const issues: { code: string; at: { line: number; column: number } }[] = JSON.parse(stdout);
    expect(issues.map(({ code, at }) => `${at.line}:${at.column} ${code}`)).toEqual([
      '2:1 missing_key',
      '3:9 invalid_action',
      '4:5 missing_key',
      '6:5 same_member',
      '7:5 wrong_cell_count',
    ]);
    expect(exit).toBe(5);
  });

  it.each([
    ['group,members\nOps,ann\n', 'unknown column "members" (did you mean "member"?)'],
    ['group,member\n', 'the file has no rows'],
    [
      'group,member,action\nIT,clara.voss,\nIT,clara.voss@harbour-finch.example,remove\n',
      'groups.csv:3 member: lines 2 and 3 are the same membership (same_member)',
    ],
    [
      'group,member\nIT,clara.voss\nIT,clara.voss@harbour-finch.example\n',
      'groups.csv:3 member: lines 2 and 3 are the same membership (same_member)',
    ],
    ['group,member\nOps,nobody\n', '"nobody" is neither in the organization nor in this file'],
    [
      'group,member\nOps,former.member\n',
      '"former.member" is deactivated and cannot join; activate the user first (unable',
    ],
  ])('refuses %j and sends nothing', async (content, message) => {
    const machine = machineWith({ 'groups.csv': content });
    const ran = await machine.orgctl(`-p sandbox bulk apply ${machine.path('groups.csv')} --yes --debug`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toMatch(/POST|PATCH/);
  });
});

describe('--mode for a group file', () => {
  const CONTENT = 'group,member\nNew group,clara.voss\n';

  it.each(['bulk check', '-p sandbox bulk plan', '-p sandbox bulk apply --yes'])(
    'is refused by %s',
    async (verb) => {
      const machine = machineWith({
        'groups.csv': CONTENT,
        'groups.ndjson': '{"group":"New group","member":"clara.voss"}\n',
      });
      for (const file of ['groups.csv', 'groups.ndjson'])
        for (const mode of ['create', 'update', 'deactivate']) {
          const ran = await machine.orgctl(`${verb} ${machine.path(file)} --mode ${mode}`);
          expect(ran).toMatchObject({ exit: 2, stdout: '' });
          expect(ran.stderr).toContain(
            `--mode ${mode} applies to users, but ${machine.path(file)} is a group file`,
          );
        }
      expect((await machine.orgctl(`${verb} ${machine.path('groups.csv')} --mode upsert`)).exit).toBe(0);
    },
  );

  it('is refused for a file that a map reads as a group file', async () => {
    const machine = machineWith({
      'teams.csv': 'Team,Login\nNew group,clara.voss\n',
      'map.yaml': 'columns: { group: Team, member: Login }\n',
    });
    const plan = `-p sandbox bulk plan ${machine.path('teams.csv')} --map ${machine.path('map.yaml')}`;
    expect((await machine.orgctl(`${plan} --exact --mode update`)).exit).toBe(2);
    expect((await machine.orgctl(`${plan} --exact`)).exit).toBe(0);
  });
});

describe('flags about users for a group file', () => {
  const CONTENT = 'group,member\nNew group,clara.voss\n';

  it.each([
    ['bulk check', '--match email'],
    ['bulk check', '--match=email'],
    ['-p sandbox bulk plan', '--match email'],
    ['-p sandbox bulk plan', '--accept-identity-change 2'],
    ['-p sandbox bulk apply --yes', '--match userName'],
    ['-p sandbox bulk plan', '--prune'],
    ['-p sandbox bulk apply --yes', '--prune'],
    ['-p sandbox bulk plan', '--prune-groups'],
  ])('are refused: %s %s', async (verb, flag) => {
    const machine = machineWith({ 'groups.csv': CONTENT });
    const file = machine.path('groups.csv');
    const ran = await machine.orgctl(`${verb} ${file} ${flag}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    const name = flag.split(/[ =]/)[0];
    expect(ran.stderr).toMatch(
      new RegExp(
        `^error: ${name} applies to users, but ${file} is a group file\nhint: omit the flag; (a|--exact) `,
      ),
    );
  });

  it('include --prune-groups with a map, too', async () => {
    const machine = machineWith({
      'groups.csv': CONTENT,
      'map.yaml': 'columns: {group: group, member: member}\n',
    });
    const [file, map] = [machine.path('groups.csv'), machine.path('map.yaml')];
    const ran = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} --prune-groups`);
    expect(ran).toMatchObject({
      exit: 2,
      stderr:
        `error: --prune-groups applies to users, but ${file} is a group file\n` +
        'hint: omit the flag; a group file deletes no groups\n',
    });
  });

  it('have no effect from variables, and are not in a command to copy', async () => {
    const machine = machineWith({ 'groups.csv': CONTENT });
    const [file, saved] = [machine.path('groups.csv'), machine.path('plan.json')];
    const env = { ORGCTL_MATCH: 'email', ORGCTL_PRUNE: '1', ORGCTL_CREATE_GROUPS: '1' };
    const made = await machine.orgctl(`-p sandbox bulk plan ${file} --exact --out ${saved}`, { env });
    expect(made.exit).toBe(0);
    expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({ aims: { exact: true } });
    writeFileSync(file, `${CONTENT}\n`);
    const { stderr } = await machine.orgctl(`-p sandbox bulk apply ${saved} --yes`);
    expect(stderr).toContain(`hint: orgctl -p sandbox bulk plan ${file} --exact --out ${saved} --force\n`);
  });

  it('do not include --create-groups, which a group file does anyway', async () => {
    const machine = machineWith({ 'groups.csv': CONTENT });
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('groups.csv')} --create-groups`);
    expect(ran.exit).toBe(0);
  });

  it('are accepted from variables, which apply to many commands', async () => {
    const machine = machineWith({ 'groups.csv': CONTENT });
    const env = { ORGCTL_CREATE_GROUPS: 'true', ORGCTL_MATCH: 'email' };
    const plan = await machine.orgctl(`-p sandbox bulk plan ${machine.path('groups.csv')}`, { env });
    expect(plan.exit).toBe(0);
  });
});

describe('two rows of one user', () => {
  it('are one finding each, whatever groups they leave', async () => {
    const machine = freshMachine();
    const found = await machine.orgctl('-p sandbox scim users get clara.voss -o json --query id');
    const id: string = JSON.parse(found.stdout);
    writeFileSync(
      machine.path('people.csv'),
      `email,id,groups\nclara.voss@harbour-finch.example,,\\clear\n,${id},\\clear\n`,
    );
    await machine.orgctl('-p sandbox scim groups members add IT clara.voss --yes');
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('people.csv')}`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain('is not accepted: 2 findings');
    expect(ran.stderr).not.toContain('same_member');
  });
});

describe('groups column of a user CSV', () => {
  it.each([
    ['a secondary address', '', 'ann.a,ann@x.example,\\clear,0012,\nnew.n,old@x.example,,0014,IT\n'],
    ['an address', ' --match employeeNumber', 'bea.b,bea2@x.example,,0013,\nnew.n,bea@x.example,,0014,IT\n'],
  ])('adds a new user who takes over %s of another, and not that user', async (_, flags, rows) => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const apply = async (text: string) => {
      writeFileSync(file, `userName,email,secondaryEmail,employeeNumber,groups\n${text}`);
      return machine.orgctl(`-p sandbox bulk apply ${file}${flags} --yes`);
    };
    const made = 'ann.a,ann@x.example,old@x.example,0012,\nbea.b,bea@x.example,,0013,\n';
    expect((await apply(made)).exit).toBe(0);
    expect((await apply(rows)).exit).toBe(0);
    const members = '-p sandbox scim groups members list IT -o csv --columns userName --no-header -q';
    expect((await machine.orgctl(members)).stdout.split('\n').toSorted()).toEqual([
      '',
      'new.n',
      'samir.aziz',
      'walt.finch',
    ]);
  });

  const file = 'email,userName,groups\nnew@x.example,new,Ops;R\\;D\nclara.voss@harbour-finch.example,,Ops\n';

  it('adds users to groups that are created by the same plan', async () => {
    const machine = machineWith({ 'people.csv': file });
    const apply = `-p sandbox bulk apply ${machine.path('people.csv')} --yes -o json`;
    const refused = await machine.orgctl(apply.replace(' -o json', ''));
    expect(refused.exit).toBe(5);
    expect(refused.stderr).toContain('no group is named "R;D"');
    const done = await machine.orgctl(`${apply} --create-groups`);
    expect(done.exit).toBe(0);
    expect(await membersOf(machine, 'Ops')).toHaveLength(2);
    expect(await membersOf(machine, '"R;D"')).toHaveLength(1);
    expect(await machine.orgctl(`${apply} --create-groups`)).toMatchObject({ exit: 0, stdout: '[]\n' });
  });

  it.each([
    ['"\\clear "', []],
    ['" \\clear"', []],
    ['" "', []],
    ['"  "', ['bob']],
    [';', ['bob']],
  ])('leaves with the cell %s the members %j', async (cell, members) => {
    const machine = machineWith({ 'people.csv': `userName,groups\nclara.voss,${cell}\n` });
    await machine.orgctl('-p sandbox scim groups create Ops --member clara.voss --yes');
    const ran = await machine.orgctl(
      `-p sandbox bulk apply ${machine.path('people.csv')} --yes --create-groups -o csv`,
    );
    expect(ran).toMatchObject({ exit: 0 });
    expect(await membersOf(machine, 'Ops')).toHaveLength(members.length);
    expect((await machine.orgctl('-p sandbox scim groups get clear')).exit).toBe(6);
  });

  it('refuses \\clear beside the name of a group', async () => {
    const machine = machineWith({ 'people.csv': 'userName,groups\nclara.voss,Ops; \\clear\n' });
    const ran = await machine.orgctl(`bulk check ${machine.path('people.csv')}`);
    expect(ran).toMatchObject({ exit: 5 });
    expect(ran.stdout).toContain(
      'people.csv:2:12 groups: the cell has \\clear and groups; \\clear must be alone (groups_invalid)',
    );
  });

  it('reactivates a user before adding it, and removes it from all groups on \\clear', async () => {
    const world = await bulkWorld({
      users: [account('ann', { active: false }), account('bob')],
      groups: [team('bob')],
    });
    const changes = await world.plan('userName,active,groups\nann,true,Team\nbob,,\\clear\n');
    const result = await world.complete(world.begin(changes));
    expect([...result.outcomes.values()].map(({ state }) => state)).toEqual(changes.map(() => 'succeeded'));
    expect([...((await world.groups()).groups.get('S1')?.members ?? [])]).toEqual([idOf('ann')]);
  });
});

describe('SCIM §8, calls of the recommended size', () => {
  it('adds 12,000 users to a group in calls of at most 5,000, removals first', async () => {
    const users = Array.from({ length: 12_001 }, (_, n) => account(`u${n}`));
    const world = await bulkWorld({ users, groups: [team('u0')] });
    const rows = users
      .slice(1)
      .map(({ id }) => `Team,${id}\n`)
      .join('');
    const changes = await world.plan(`group,member\n${rows}`, { exact: true });
    expect(changes.map((change) => [change.kind, 'members' in change ? change.members.length : 0])).toEqual([
      ['removeMembers', 1],
      ['addMembers', 5000],
      ['addMembers', 5000],
      ['addMembers', 2000],
    ]);
    const run = world.begin(changes);
    await world.complete(run);
    expect((await world.groups()).groups.get('S1')?.members.size).toBe(12_000);
  });
});

describe('resume and undo of groups', () => {
  const membership = fc.record({
    group: fc.constantFrom('Team', 'S1', 'Second', 'Third'),
    member: fc.constantFrom(...NAMES),
    action: fc.constantFrom('', 'add', 'remove'),
  });
  const files = fc
    .uniqueArray(membership, {
      selector: ({ group, member }) => `${group.replace('S1', 'Team')} ${member}`,
      minLength: 1,
      maxLength: 12,
    })
    // A group that does not exist cannot lose a member, unless another row creates it.
    .map((rows) => {
      const created = new Set(rows.flatMap(({ group, action }) => (action === 'remove' ? [] : group)));
      return rows.filter(({ group }) => ['Team', 'S1'].includes(group) || created.has(group));
    })
    .filter((rows) => rows.length > 0)
    .map(
      (rows) =>
        `group,member,action\n${rows.map(({ group, member, action }) => `${group},${member},${action}\n`).join('')}`,
    );
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 });
  const runs = runsOf(30);

  it('create each group at most once and lose no membership despite power cuts, and restore the old state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...NAMES]),
        files,
        fc.boolean(),
        fc.constantFrom(...VERSIONS),
        cuts,
        cuts,
        async (members, csv, exact, version, applyCuts, undoCuts) => {
          const world = await bulkWorld({ users: USERS, groups: [team(...members)], version });
          const state = async () =>
            [...(await world.groups()).groups.values()]
              .map(({ displayName, members: ids }) => `${displayName}: ${[...ids].sort().join(' ')}`)
              .sort();
          const before = await state();
          // An exact list without a member to add is refused.
          const isOnlyLeft = !/^(?:Team|S1),\w+,(?:add)?$/m.test(csv) && /^(?:Team|S1),/m.test(csv);
          const aims = exact && !isOnlyLeft ? { exact: true as const } : {};
          const run = world.begin(await world.plan(csv, aims));
          const applied = await world.complete(run, applyCuts);
          expect([...applied.outcomes.values()].filter(({ state: one }) => one !== 'succeeded')).toEqual([]);
          expect(await world.plan(csv, aims)).toEqual([]);
          const names = [...(await world.groups()).groups.values()].map(({ displayName }) => displayName);
          expect(new Set(names).size).toBe(names.length);

          const undo = await world.planUndo(run);
          expect(undo.kept).toEqual([]);
          await world.complete(world.begin(undo.changes), undoCuts);
          expect(await state()).toEqual(before);
        },
      ),
      { numRuns: runs },
    );
  });

  it('keep earlier members, and a group that other users joined since', async () => {
    const world = await bulkWorld({ users: USERS, groups: [team()], version: '2.0' });
    const changes = await world.plan('group,member\nTeam,ann\nTeam,bob\nOther,cat\n');
    const add = (group: string, name: string) =>
      world.service.patch(`/Groups/${group}`, {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'add', path: 'members', value: [{ value: idOf(name) }] }],
      });
    await add('S1', 'ann');
    const run = world.begin(changes);
    await world.complete(run);
    const other = [...(await world.groups()).groups.values()].find(
      ({ displayName }) => displayName === 'Other',
    );
    await add(other?.id ?? '', 'dan');
    const undo = await world.planUndo(run);
    expect(undo.kept.map(({ message }) => message)).toEqual([
      'Other: the group has 1 other member now; not deleted',
    ]);
    await world.complete(world.begin(undo.changes));
    const groups = (await world.groups()).groups;
    expect([...(groups.get('S1')?.members ?? [])]).toEqual([idOf('ann')]);
    expect([...(groups.get(other?.id ?? '')?.members ?? [])]).toEqual([idOf('dan')]);
  });
});
