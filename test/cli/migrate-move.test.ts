import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { organizationHome } from '../support/organization-home.ts';
import { group, idOf } from '../support/organization-world.ts';
import { account, B, twoHomes } from '../support/two-organizations.ts';

describe('migrate plan and apply', () => {
  it('plans all changes that make B equal to A, in an applicable order', async () => {
    const { orgctl } = await twoHomes();
    const { stdout, stderr, exit } = await orgctl(
      'migrate plan OLD sandbox -o csv --columns line,action,user,what',
    );
    expect(exit).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'line,action,user,what',
      '2,change,ada,title: Old → empty; phone: 2 → 1',
      '3,create,bob,bob@example.com and 5 more',
      ...stdout.split('\n').slice(3),
    ]);
    expect(stderr).toContain('4 to change');
    expect(stderr).toContain('3 to create');
  });

  it('applies the plan, and finds nothing to do the second time', async () => {
    const { orgctl, machine } = await twoHomes();
    const applied = await orgctl('migrate apply OLD sandbox --yes -o csv --columns outcome,user');
    expect(applied.exit).toBe(0);
    expect(await orgctl('compare OLD sandbox --ignore only-in-b')).toMatchObject({ exit: 0, stdout: '' });
    const again = await orgctl('migrate apply OLD sandbox --yes');
    expect(again).toMatchObject({ exit: 0, stdout: '', stderr: 'nothing to do: 4 users unchanged\n' });
    const failed = machine.path('failed.csv');
    writeFileSync(failed, 'id,orgctl.code,orgctl.message\n');
    const withFile = `migrate apply OLD sandbox --failed-out ${failed} --force -q`;
    expect((await orgctl(`${withFile} -n`)).exit).toBe(0);
    expect(existsSync(failed)).toBe(true);
    expect((await orgctl(`${withFile} --yes`)).exit).toBe(0);
    expect(existsSync(failed)).toBe(false);
    // A script that reads columns gets them even if there is nothing to do.
    expect(await orgctl('migrate apply OLD sandbox --yes -q -o csv --columns outcome,user')).toMatchObject({
      exit: 0,
      stdout: 'outcome,user\n',
    });
    expect(await orgctl('migrate apply OLD sandbox -n -q -o csv --columns action,user')).toMatchObject({
      exit: 0,
      stdout: 'action,user\n',
    });
    expect((await orgctl('migrate plan OLD sandbox --detailed-exitcode -q')).exit).toBe(0);
    expect((await orgctl('compare OLD sandbox -o csv --no-header -q')).stdout).toBe(
      'only-in-b,user,own,,,own@example.com\n',
    );
  });

  it('keeps users that only B has, unless --prune is set', async () => {
    const { orgctl } = await twoHomes();
    const { exit } = await orgctl('migrate apply OLD sandbox --yes -q --prune');
    expect(exit).toBe(0);
    expect(await orgctl('compare OLD sandbox --ignore leavers')).toMatchObject({ exit: 0 });
    expect(
      (await orgctl('-p sandbox scim groups members list Team -o csv --columns id --no-header')).stdout,
    ).not.toContain(idOf('own'));
    expect((await orgctl('migrate plan OLD sandbox --prune --wave 1/2')).stderr).toContain(
      'error: --prune needs all of A: omit --wave, --where and --except',
    );
  });

  it('removes users of A from groups in B they do not belong to, even without --prune', async () => {
    const { orgctl } = await twoHomes({
      users: [account('cat'), account('own')],
      groups: [group(['cat', 'own'], { displayName: 'Team' })],
    });
    const { stdout } = await orgctl(
      'migrate plan OLD sandbox -o csv --columns action,user,what --no-header -q',
    );
    expect(stdout.split('\n').filter((line) => line.startsWith('remove members'))).toEqual([
      'remove members,Team,cat',
    ]);
  });

  it('moves only changes since the last run', async () => {
    const { orgctl } = await twoHomes();
    await orgctl('migrate apply OLD sandbox --yes -q');
    await orgctl('-p sandbox scim users patch bob --title Chief --yes -q');
    const { stdout } = await orgctl('migrate plan OLD sandbox -o csv --no-header -q');
    expect(stdout).toBe('3,change,bob,title: Chief → empty\n');
  });

  it('moves in waves with a fixed wave per user, and shows the progress of each', async () => {
    const { orgctl } = await twoHomes();
    const created: string[] = [];
    for (const wave of ['1/2', '2/2']) {
      const { exit, stdout } = await orgctl(
        `migrate apply OLD sandbox --yes -q --wave ${wave} -o csv --no-header`,
      );
      expect(exit).toBe(0);
      created.push(...stdout.split('\n').filter((line) => /,created,/.test(line)));
    }
    expect(created).toHaveLength(3);
    const status = await orgctl('migrate status -o csv --columns to,wave,state,left --no-header');
    expect(status.stdout).toBe('sandbox,2/2,finished,0\nsandbox,1/2,finished,0\n');
    // A manager of a later wave is set once that user exists.
    await orgctl('migrate apply OLD sandbox --yes -q');
    expect(await orgctl('compare OLD sandbox --ignore only-in-b')).toMatchObject({ exit: 0 });
  });

  it('status reports that there are no migrations yet', async () => {
    const { orgctl } = await twoHomes();
    expect(await orgctl('migrate status -o csv --no-header')).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'no migrations yet; start one with: orgctl migrate apply A B\n',
    });
  });

  it('moves only users matching --where', async () => {
    const { orgctl } = await twoHomes();
    await orgctl('migrate apply OLD sandbox --yes -q --where \'department eq "Sales"\'');
    expect(
      (await orgctl('compare OLD sandbox -o csv --columns found,name --no-header -q --only users')).stdout,
    ).toBe('different,ada\ndifferent,ada\nonly-in-a,cat\nonly-in-a,dan\nonly-in-b,own\n');
  });

  it('creates only groups of the moved users, unless --all-groups is set', async () => {
    const { machine, orgctl } = await twoHomes({
      users: [],
      groups: [group([], { id: 'S7', displayName: 'quay' })],
    });
    const old = await organizationHome({
      users: [account('ann', { department: 'Ops' }), account('ben', { department: 'Sales' })],
      groups: [
        group(['ann', 'ben'], { id: 'S1', displayName: 'Both' }),
        group(['ben'], { id: 'S2', displayName: 'Sales' }),
        group(['ben'], { id: 'S3', displayName: 'Quay' }),
        group([], { id: 'S4', displayName: 'Empty' }),
        group(['ben'], { id: 'S5', displayName: 'Twin' }),
        group(['ben'], { id: 'S6', displayName: 'Twin' }),
      ],
    });
    const planned = async (flags: string) => {
      const line = `migrate plan ${old.home} sandbox ${flags} -o csv --columns action,user,what --no-header -q`;
      const { stdout, exit } = await orgctl(line);
      expect(exit).toBe(0);
      const rows = stdout.split('\n').filter((row) => /group|rename/.test(row));
      return rows.map((row) => row.replace(/^create group,/, '').split(',')[0]);
    };
    const where = `--where 'department eq "Ops"'`;
    expect(await planned(where)).toEqual(['Both']);
    expect(await planned(`${where} --wave 1/1`)).toEqual(['Both']);
    expect(await planned(`--except 'department eq "Sales"'`)).toEqual(['Both', 'Empty']);
    const all = ['rename group', 'Both', 'Sales', 'Empty', 'Twin'];
    expect(
      (await planned(`${where} --all-groups --rejects ${machine.path('twins.csv')}`)).toSorted(),
    ).toEqual(all.toSorted());
    expect((await orgctl(`migrate plan OLD sandbox --all-groups`)).stderr).toContain(
      '--all-groups has no effect without --wave, --where or --except',
    );
  });

  it('lists the candidates in B of an ambiguous user or group', async () => {
    const old = await organizationHome({
      users: [account('ada', { employeeNumber: '1' }), account('bob', { employeeNumber: '2' })],
      groups: [group([], { displayName: 'Team' })],
    });
    const machine = await organizationHome({
      users: [
        account('own', { email: 'ada@example.com', employeeNumber: '7', displayName: 'Olga Own' }),
        account('b1', { employeeNumber: '2' }),
        account('b2', { employeeNumber: '2', displayName: 'Ben Two' }),
      ],
      groups: [group([], { id: 'S8', displayName: 'Team' }), group([], { id: 'S9', displayName: 'Team' })],
    });
    const [rejects, look] = [machine.path('rejects.csv'), machine.path('look.csv')];
    const ada = `the same email, but employeeNumber 1 in A and 7 in B: in B it is own (${idOf('own')}, Olga Own)`;
    const bob = `employeeNumber 2: in B it is b1 (WB1) and b2 (WB2, Ben Two)`;
    const team = `displayName Team: in A 1 group, in B S8 and S9`;
    const refused = await machine.orgctl(`migrate plan ${old.home} sandbox`);
    for (const why of [ada, bob, team])
      expect(refused.stderr).toContain(`${why}; add the pair to the --map file (ambiguous)`);
    await machine.orgctl(`migrate plan ${old.home} sandbox --rejects ${rejects} -q`);
    await machine.orgctl(`migrate map ${old.home} sandbox --ambiguous ${look} -q`);
    for (const why of [ada, bob, team]) {
      expect(readFileSync(rejects, 'utf8')).toContain(`${why}; add the pair to the --map file`);
      expect(readFileSync(look, 'utf8')).toContain(why);
    }
  });

  it('selects and excludes users by their values in either organization', async () => {
    const a = [account('ann', { department: 'Sales', title: 'x' }), account('ben', { title: 'x' })];
    const b = [account('ann', { department: 'Support' }), account('ben', { userType: 'Staff' })];
    const old = await organizationHome({ users: a });
    const machine = await organizationHome({ users: b });
    const expectBoth = async (flags: string, names: string) => {
      const words = `${old.home} sandbox ${flags} -o csv --no-header -q`;
      const compared = await machine.orgctl(`compare ${words} --columns name`);
      expect([...new Set(compared.stdout.split('\n'))].join(' ').trim()).toBe(names);
      const planned = await machine.orgctl(`migrate plan ${words} --columns user`);
      expect(planned.stdout.trim()).toBe(names);
    };
    await expectBoth(`--where 'department eq "Support"'`, 'ann');
    await expectBoth(`--where 'department eq "Sales"'`, 'ann');
    await expectBoth(`--except 'department eq "Support"'`, 'ben');
    await expectBoth(`--except 'userType eq "Staff"'`, 'ann');
    await expectBoth(`--where 'department pr' --except 'department eq "Sales"'`, '');
  });

  it('excludes users, renames the others, and rehearses', async () => {
    const { orgctl } = await twoHomes();
    const { stdout, stderr, exit } = await orgctl(
      `migrate plan OLD sandbox --except 'department eq "Support"' --user-names "x.{userName|upper}" --domain example.com=new.example --rehearse -o csv --columns action,user,what --no-header`,
    );
    expect(exit).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('create,'))).toEqual([
      expect.stringContaining('create,x.bob,'),
      expect.stringContaining('create,x.dan,'),
    ]);
    expect(stdout).toContain('bob@new.example');
    expect(stderr).toContain('rehearsal passed');
    expect((await orgctl('migrate plan OLD sandbox --user-names "{nothing}"')).stderr).toContain(
      '"nothing" is not an attribute of a user.',
    );
  });

  it('applies, resumes and undoes a saved plan', async () => {
    const { machine, orgctl } = await twoHomes();
    const plan = machine.path('plan.json');
    const saved = await orgctl(`migrate plan OLD sandbox --out ${plan} -q -o csv`);
    expect(saved.exit).toBe(0);
    expect((await orgctl(`migrate apply ${plan} --yes -q`)).exit).toBe(0);
    expect((await orgctl(`migrate apply ${plan} --yes`)).stderr).toContain('this plan was applied by run');
    expect((await orgctl('-p sandbox undo latest --yes -q --max-delete-groups 1')).exit).toBe(0);
    expect(
      (await orgctl('compare OLD sandbox -o csv --columns name,attribute --no-header -q --only phone,title'))
        .stdout,
    ).toBe('ada,title\nada,phone\n');
  });

  it('stops before the first write on a conflict in B, or plans the rest with --rejects', async () => {
    const taken = {
      users: [
        account('x', { email: 'bob@example.com', employeeNumber: '7' }),
        account('y', { userName: 'dan', email: 'y@example.com', employeeNumber: '8' }),
      ],
    };
    const old = await organizationHome({
      users: [
        account('bob', { employeeNumber: '1' }),
        account('dan', { employeeNumber: '2' }),
        account('eve', { employeeNumber: '3' }),
      ],
    });
    const machine = await organizationHome(taken);
    const plan = (flags: string) => machine.orgctl(`migrate plan ${old.home} sandbox ${flags}`);
    const refused = await plan('');
    expect(refused).toMatchObject({ exit: 7, stdout: '' });
    expect(refused.stderr).toContain('2 values of A cannot be moved; nothing was planned');
    const rejects = machine.path('rejects.csv');
    const rest = await plan(`--rejects ${rejects} -o csv --columns action,user --no-header`);
    expect(rest).toMatchObject({ exit: 0, stdout: 'create,eve\nchange,eve\n' });
    expect(rest.stderr).toContain(`warning: 2 values of A cannot be moved; see ${rejects}`);
    expect(
      readFileSync(rejects, 'utf8')
        .split('\n')
        .map((line) => line.split(',').slice(0, 4).join()),
    ).toEqual(['line,name,id,attribute', `2,bob,${idOf('bob')},row`, `3,dan,${idOf('dan')},row`, '']);
    // The same rejects are written once; others are kept.
    const again = await plan(`--rejects ${rejects} -o csv`);
    expect(again.exit).toBe(0);
    expect(again.stderr).toContain(`warning: 2 values of A cannot be moved; see ${rejects}`);
    const dryRun = await machine.orgctl(`migrate apply ${old.home} sandbox -n --rejects ${rejects} -q`);
    expect(dryRun.exit).toBe(0);
    const corrected = readFileSync(rejects, 'utf8').replace('dan', 'dana');
    writeFileSync(rejects, corrected);
    expect(await plan(`--rejects ${rejects}`)).toMatchObject({
      exit: 2,
      stderr: `error: ${rejects} exists\nhint: choose another name or add --force\n`,
    });
    expect(readFileSync(rejects, 'utf8')).toBe(corrected);
    // A map resolves the conflicts.
    const map = machine.path('ids.csv');
    writeFileSync(map, `from,to\n${idOf('bob')},${idOf('x')}\n${idOf('dan')},${idOf('y')}\n`);
    expect(await plan(`--map ${map} -o csv --columns action,user --no-header -q`)).toMatchObject({
      exit: 0,
      stdout: 'change,x\nchange,dan\ncreate,eve\nchange,eve\n',
    });
  });

  it('removes the rejects of an earlier plan, but only with --force', async () => {
    const { machine, orgctl } = await twoHomes();
    const rejects = machine.path('rejects.csv');
    const failed = machine.path('failed.csv');
    const ofEarlierPlan = 'line,name,id,attribute,value,code,message\n';
    for (const line of ['plan OLD sandbox', 'apply OLD sandbox --yes', 'apply OLD sandbox --yes']) {
      writeFileSync(rejects, ofEarlierPlan);
      expect(await orgctl(`migrate ${line} --rejects ${rejects}`)).toMatchObject({
        exit: 2,
        stdout: '',
        stderr: 'error: HOME/rejects.csv exists\nhint: choose another name or add --force\n',
      });
      expect(readFileSync(rejects, 'utf8')).toBe(ofEarlierPlan);
      const isApplied = line.startsWith('apply');
      if (isApplied) writeFileSync(failed, 'id,orgctl.code,orgctl.message\n');
      const flags = `--rejects ${rejects} --force${isApplied ? ` --failed-out ${failed}` : ''}`;
      expect((await orgctl(`migrate ${line} ${flags}`)).exit).toBe(0);
      expect([existsSync(rejects), existsSync(failed)]).toEqual([false, false]);
    }
    // A file of anything else is kept.
    writeFileSync(failed, 'Dear diary\n');
    expect((await orgctl(`migrate apply OLD sandbox --yes --failed-out ${failed} --force`)).exit).toBe(0);
    expect(readFileSync(failed, 'utf8')).toBe('Dear diary\n');
    // Devices are never replaced.
    expect((await orgctl('migrate plan OLD sandbox --rejects /dev/null --force')).exit).toBe(0);
    expect(existsSync('/dev/null')).toBe(true);
  });

  it.each([
    ['--where \'userName eq "nobody"\'', '--where matches no users in OLD or sandbox, so nothing was'],
    // The user exists only in B.
    ['--where \'userName eq "own"\'', '--where leaves no users of OLD to'],
    ["--except 'userName pr'", '--except leaves no users of OLD to'],
  ])('refuses to report an empty selection as unchanged: %s', async (flags, problem) => {
    const { machine, orgctl } = await twoHomes();
    const before = await orgctl('-p sandbox scim users list -o json');
    for (const line of ['plan OLD sandbox', 'plan OLD sandbox --wave 1/2', 'apply OLD sandbox --yes']) {
      const { exit, stdout, stderr } = await orgctl(`migrate ${line} ${flags}`);
      expect([exit, stdout]).toEqual([5, '']);
      expect(stderr).toMatch(new RegExp(`^error: ${problem} (planned|move)\n$`));
    }
    expect(await orgctl('-p sandbox scim users list -o json')).toEqual(before);
    const ids = machine.path('ids.csv');
    const mapped = await orgctl(`migrate map OLD sandbox ${flags} --out ${ids}`);
    expect([mapped.exit === 5, existsSync(ids)]).toEqual(
      flags.includes('"own"') ? [false, true] : [true, false],
    );
  });

  it('checks all files of a map before writing any', async () => {
    const { machine, orgctl } = await twoHomes();
    const [ids, look] = [machine.path('ids.csv'), machine.path('look.csv')];
    writeFileSync(ids, 'keep');
    const ran = await orgctl(`migrate map OLD sandbox --out ${ids} --ambiguous ${look}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect([readFileSync(ids, 'utf8'), existsSync(look)]).toEqual(['keep', false]);
  });

  it.each([
    [
      'that name no user of B',
      'WADA,WNOBODY',
      'HOME/ids.csv:2 to: WNOBODY is not a user of sandbox; expected the ID of WADA in sandbox (not_in_b)',
      'HOME/ids.csv: 1 pair cannot be used',
    ],
    [
      'of two users to the same user',
      'WADA,WADA\nWBOB,WADA',
      'HOME/ids.csv:3 to: WADA and WBOB both become WADA; expected one pair for each user of sandbox (two_to_one)',
      'HOME/ids.csv: 1 pair cannot be used',
    ],
    [
      'of a user to a group',
      'WADA,S1',
      'HOME/ids.csv:2 to: S1 is not a user of sandbox; expected the ID of WADA in sandbox (not_in_b)',
      'HOME/ids.csv: 1 pair cannot be used',
    ],
    [
      'of a group to an unknown group',
      'S1,S8',
      'HOME/ids.csv:2 to: S8 is not a group of sandbox; expected the ID of S1 in sandbox (not_in_b)',
      'HOME/ids.csv: 1 pair cannot be used',
    ],
    [
      'of other organizations',
      `WX,WADA\nWY,${idOf('own')}\nWBOB,WADA`,
      '',
      'OLD does not have the ID of 2 of 3 pairs',
    ],
    [
      // IDs of both organizations overlap, so that half of the map fits.
      'from B to A',
      `WADA,WADA\n${idOf('own')},WCAT`,
      '',
      'HOME/ids.csv seems to be reversed: "from" must be an ID of OLD, "to" one of sandbox',
    ],
  ])('sends nothing if a map has pairs %s', async (_, pairs, finding, problem) => {
    const { machine, orgctl } = await twoHomes();
    const map = machine.path('ids.csv');
    writeFileSync(map, `from,to\n${pairs}\n`);
    const before = await orgctl('-p sandbox scim users list -o json');
    for (const line of ['plan OLD sandbox', 'apply OLD sandbox --yes', 'map OLD sandbox']) {
      const { exit, stdout, stderr } = await orgctl(`migrate ${line} --map ${map}`);
      expect(stderr).toContain(problem);
      expect(stderr.replaceAll(/ +/g, ' ')).toContain(finding);
      expect([exit, stdout]).toEqual([5, '']);
    }
    expect(await orgctl('-p sandbox scim users list -o json')).toEqual(before);
  });

  it('reports no reversal of a map that fits both directions', async () => {
    const { machine, orgctl } = await twoHomes({ users: [account('ada'), account('bob')] });
    const map = machine.path('ids.csv');
    writeFileSync(map, 'from,to\nWADA,WBOB\nWBOB,WBOB\n');
    expect((await orgctl(`migrate plan OLD sandbox --map ${map}`)).stderr).toContain(
      'error: HOME/ids.csv: 1 pair cannot be used\n',
    );
  });

  it('accepts a map with pairs of users that A does not have', async () => {
    const { machine, orgctl } = await twoHomes();
    const map = machine.path('ids.csv');
    writeFileSync(map, `from,to\nWADA,WADA\nW8,${idOf('own')}\n`);
    const { exit, stderr } = await orgctl(`migrate plan OLD sandbox --map ${map}`);
    expect(exit).toBe(0);
    expect(stderr).toContain('warning: HOME/ids.csv: 1 pair names an ID that OLD does not have, such as W8');
    const list = machine.path('some.csv');
    writeFileSync(list, 'id,userName,email\nWADA,ada,ada@example.com\n');
    writeFileSync(map, 'from,to\nWADA,WADA\nW8,W1\nW9,W2\nS1,S1\n');
    const rest = await orgctl(`migrate plan ${list} sandbox --map ${map}`);
    expect(rest.exit).toBe(0);
    expect(rest.stderr).toContain(
      'warning: HOME/ids.csv: 2 pairs name IDs that HOME/some.csv does not have, such as W8',
    );
  });

  it('prints how to make a saved plan again', async () => {
    const { machine, orgctl } = await twoHomes();
    const plan = machine.path('plan.json');
    await orgctl(`migrate plan OLD sandbox --out ${plan} -q`);
    await orgctl('-p sandbox scim users patch ada --title Newer --yes -q');
    expect((await orgctl(`migrate apply ${plan} --yes`)).stderr).toContain(
      'hint: orgctl migrate plan OLD sandbox, with the same flags as before\n',
    );
    writeFileSync(plan, readFileSync(plan, 'utf8').replaceAll('Support', 'Sales'));
    expect(await orgctl(`migrate apply ${plan} --yes`)).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(
        'hint: create it again: orgctl migrate plan OLD sandbox --out HOME/plan.json --force, with the same flags as before\n',
      ),
    });
  });

  it('writes refused changes to --failed-out, which only --force replaces', async () => {
    const { machine, orgctl } = await twoHomes({
      ...B,
      settings: { faults: { createUser: 'user_creation_failed' } },
    });
    const out = machine.path('refused.csv');
    const { exit, stderr } = await orgctl(`migrate apply OLD sandbox --yes --failed-out ${out}`);
    expect(exit).toBe(3);
    expect(stderr).toContain(`in HOME/refused.csv; correct OLD, and run the same command again`);
    expect(readFileSync(out, 'utf8')).toContain('3,bob,,create,,user_creation_failed,');
    writeFileSync(out, 'keep');
    const again = `migrate apply OLD sandbox --yes --failed-out ${out}`;
    expect(await orgctl(again)).toMatchObject({ exit: 2, stdout: '' });
    expect(readFileSync(out, 'utf8')).toBe('keep');
    expect((await orgctl(`${again} --force`)).exit).toBe(3);
    expect(readFileSync(out, 'utf8')).toContain('3,bob,,create,,user_creation_failed,');
  });

  it('keeps the refused changes of a plan that was applied before, and exits with 3 again', async () => {
    const { machine, orgctl } = await twoHomes({
      ...B,
      settings: { faults: { createUser: 'user_creation_failed' } },
    });
    const [plan, out] = [machine.path('plan.json'), machine.path('refused.csv')];
    await orgctl(`migrate plan OLD sandbox --out ${plan} -q`);
    const apply = `migrate apply ${plan} --yes --failed-out ${out} --force`;
    expect((await orgctl(apply)).exit).toBe(3);
    const refused = readFileSync(out, 'utf8');
    expect(refused).toContain('3,bob,,create,,user_creation_failed,');
    const { exit, stderr } = await orgctl(apply);
    expect([exit, stderr]).toEqual([
      3,
      expect.stringMatching(
        /^this plan was applied by run \S+\nerror: \d failed changes not retried\nhint: retry: orgctl -p sandbox resume \S+ --retry-failed --failed-out HOME\/refused\.csv\n$/,
      ),
    ]);
    expect(readFileSync(out, 'utf8')).toBe(refused);
  });

  it('applies the limits to the plan, and asks nothing in a dry run', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `u${index}`);
    const old = await organizationHome({ users: many.map((name) => account(name, { active: false })) });
    const machine = await organizationHome({ users: many.map((name) => account(name)) });
    const line = `migrate apply ${old.home} sandbox --yes`;
    expect(await machine.orgctl(`${line} -q`)).toMatchObject({ exit: 9, stdout: '' });
    expect((await machine.orgctl(`${line} -n -q --max-deactivate 12`)).exit).toBe(0);
    expect(
      (await machine.orgctl(`migrate plan ${old.home} sandbox --detailed-exitcode -q --max-deactivate 12`))
        .exit,
    ).toBe(8);
    expect((await machine.orgctl(`${line} -q --max-deactivate 12`)).exit).toBe(0);
  });

  it.each([
    ['migrate plan OLD HOME', 'is not a profile; the second organization is changed, and must be a profile'],
    ['migrate plan OLD sandbox --wave 3/2', 'It must be wave/of, such as 1/5.'],
    ['migrate apply OLD sandbox --force', '--force needs'],
  ])('refuses %s', async (line, message) => {
    const { machine, orgctl } = await twoHomes();
    const { exit, stderr } = await orgctl(line.replace('HOME', machine.home));
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});
