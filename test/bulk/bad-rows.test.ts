import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,employeeNumber,title\n';
const row = (name: string, more = 'Cook') => `${name},${name}@x.example,N-${name},${more}\n`;
const GOOD = Array.from({ length: 20 }, (_, index) => row(`good${index}`));

function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
  return machine;
}

const feed = (...bad: readonly string[]) => HEADING + GOOD.join('') + bad.join('');

async function names(machine: Machine): Promise<readonly string[]> {
  const { stdout } = await machine.orgctl('-p sandbox scim users list -o json --limit 1000');
  return JSON.parse(stdout).map((user: { readonly userName: string }) => user.userName);
}

const apply = (machine: Machine, flags = '', file = 'feed.csv'): Promise<Ran> =>
  machine.orgctl(`-p sandbox bulk apply ${machine.path(file)} --yes --on-bad-row skip ${flags}`);

describe('bulk apply --on-bad-row skip', () => {
  it('applies all other rows, writes the bad rows with place and code, and exits with 3', async () => {
    const text = feed('typo,typo@,N-typo,Cook\n', 'short,short@x.example\n', row('late'));
    const machine = machineWith({ 'feed.csv': text });
    const stop = await machine.orgctl(`-p sandbox bulk apply ${machine.path('feed.csv')} --yes`);
    expect(stop.exit).toBe(5);
    const ran = await apply(machine, `--rejects ${machine.path('rejects.csv')}`);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('warning: 2 of 23 rows of ');
    const rejects = machine.path('rejects.csv');
    expect(ran.stderr).toContain(
      `\nhint: correct ${rejects}, then: orgctl -p sandbox bulk apply ${rejects}\n`,
    );
    const { length } = (await names(machine)).filter((name) => /^good|^late$/.test(name));
    expect(length).toBe(21);
    const file = machine.path('feed.csv');
    expect(readFileSync(machine.path('rejects.csv'), 'utf8')).toBe(
      'userName,email,employeeNumber,title,orgctl.place,orgctl.code,orgctl.message\n' +
        `typo,typo@,N-typo,Cook,${file}:22:6,bad_email_address,"""typo@"" is not an address"\n` +
        `"short,short@x.example",,,,${file}:23:7,wrong_cell_count,"this row has 2 cells, but the header row has 4"\n`,
    );
    // The run remembers the rejected rows; a second run has nothing else to do.
    const again = await apply(machine, `--rejects ${machine.path('rejects.csv')} --force`);
    expect(again).toMatchObject({ exit: 3, stderr: expect.stringContaining('nothing to do: 21 of 21 rows') });
    writeFileSync(machine.path('feed.csv'), feed());
    const clean = await apply(machine, `--rejects ${machine.path('rejects.csv')} --force`);
    expect(clean.exit).toBe(0);
    expect(existsSync(machine.path('rejects.csv'))).toBe(false);
  });

  it('accepts the rejects file after it is corrected', async () => {
    const machine = machineWith({ 'feed.csv': feed('typo,typo@,N-typo,Cook\n') });
    await apply(machine, `--rejects ${machine.path('rejects.csv')}`);
    const text = readFileSync(machine.path('rejects.csv'), 'utf8').replace('typo@,', 'typo@x.example,');
    writeFileSync(machine.path('rejects.csv'), text);
    const fixed = await machine.orgctl(`-p sandbox bulk apply ${machine.path('rejects.csv')} --yes`);
    expect(fixed.exit).toBe(0);
    expect(await names(machine)).toContain('typo');
  });

  it.each([
    ['a dry run, whose command would not replace corrected rows', '--dry-run --rejects'],
    ['no file of rejected rows', ''],
  ])('explains the first finding at the end of %s', async (_, flags) => {
    const machine = machineWith({ 'feed.csv': feed('typo,typo@,N-typo,Cook\n') });
    const out = flags === '' ? '' : ` ${machine.path('rejects.csv')}`;
    const ran = await apply(machine, `${flags}${out}`);
    expect(ran.stderr).toMatch(/\nhint: orgctl explain bad_email_address\n$/);
  });

  it('names the flags that corrected rows need, and none that select rows or conclude from missing ones', async () => {
    const machine = machineWith({
      'feed.csv': 'Name;Mail;Team\nann;ann@x.example;Crew\ntypo;typo@;Crew\n',
      'map.yaml': 'columns: { userName: Name, email: Mail, groups: Team }\n',
    });
    const [map, rejects] = [machine.path('map.yaml'), machine.path('rejects.csv')];
    const flags = `--map ${map} --create-groups --mode create --first 5 --rejects ${rejects}`;
    const ran = await apply(machine, flags);
    expect(ran.stderr).toContain(
      `hint: correct ${rejects}, then: orgctl -p sandbox bulk apply ${rejects} --mode create --create-groups --map ${map}\n`,
    );
  });

  it('reports skipped rows also at the end of a run with failed changes', async () => {
    const machine = machineWith({
      'feed.csv': 'userName,email,groups\none.channel,,IT\ntypo,typo@,\n',
    });
    const rejects = machine.path('rejects.csv');
    const ran = await apply(machine, `--rejects ${rejects}`);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('\nerror: 1 of 1 change failed\n');
    expect(ran.stderr.split(`correct ${rejects}, then: orgctl -p sandbox bulk apply`)).toHaveLength(2);
  });

  it('names the users whose manager is in a skipped row, and how to set their managers', async () => {
    const people =
      'userName,email,manager\nboss,boss@,\nann,ann@x.example,boss\nbea,bea@x.example,boss\ncy,cy@x.example,ann\n';
    const machine = machineWith({ 'feed.csv': people });
    const [file, rejects] = [machine.path('feed.csv'), machine.path('rejects.csv')];
    const plan = machine.path('plan.json');
    const planned = await machine.orgctl(`-p sandbox bulk plan ${file} --on-bad-row skip --out ${plan}`);
    const what = `error: 1 of 4 rows of ${file} was skipped; 2 users without their manager: ann, bea\n`;
    const correct = `hint: correct these rows, and apply ${file} again, which sets the managers too\n`;
    expect(planned.stderr).toContain(what + correct);
    const ran = await apply(machine, `--rejects ${rejects}`);
    expect(ran.stderr).toContain(
      `${what}hint: correct ${rejects}, then: orgctl -p sandbox bulk apply ${rejects}; then, to set the managers, apply ${file} again\n`,
    );
    const manager = async (name: string) => {
      const { stdout } = await machine.orgctl(`-p sandbox scim users get ${name} -o csv --columns manager`);
      return stdout.split('\n')[1];
    };
    expect(await manager('ann')).toBe('""');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('boss@,', 'boss@x.example,'));
    expect((await machine.orgctl(`-p sandbox bulk apply ${rejects} --yes`)).exit).toBe(0);
    const again = await apply(machine);
    expect(again.stderr).not.toContain('without their manager');
    expect(await manager('ann')).not.toBe('""');
    expect(await manager('ann')).toBe(await manager('bea'));
  });

  it.each([
    ['11 of 31 exceed the default', 11, '', 9],
    ['10 of 30 reach the default', 10, '', 3],
    ['one less than the limit', 2, '--max-bad-rows 3', 3],
    ['as many as the limit', 3, '--max-bad-rows 3', 3],
    ['one more than the limit', 4, '--max-bad-rows 3', 9],
    ['a percentage that 5 of 25 exceed', 5, '--max-bad-rows 19.9%', 9],
    ['a percentage that 5 of 25 reach', 5, '--max-bad-rows 20%', 3],
  ])('limits the number of bad rows: %s', async (_, count, flags, exit) => {
    const bad = Array.from({ length: count }, (__, index) => `bad${index},bad${index}@,N-bad${index},Cook\n`);
    const machine = machineWith({ 'feed.csv': feed(...bad) });
    const ran = await apply(machine, flags);
    expect(ran.exit).toBe(exit);
    expect((await names(machine)).includes('good0')).toBe(exit === 3);
    if (exit === 9) expect(ran.stderr).toContain(`hint: to allow this: --max-bad-rows ${count}`);
  });

  it('rejects both of two different rows for one user, and only the repeat of an equal row', async () => {
    const machine = machineWith({
      'feed.csv': feed(row('twin'), row('twin', 'Chef'), row('echo'), row('echo')),
    });
    const ran = await apply(machine);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('warning: 3 of 24 rows');
    expect(await names(machine)).toContain('echo');
    expect(await names(machine)).not.toContain('twin');
  });

  it('rejects every row that shares a key with a later one', async () => {
    const machine = machineWith({
      'feed.csv': feed(row('aa'), row('bb'), row('cc'), 'aa,d@x.example,N-bb,Cook\n'),
    });
    const ran = await apply(machine);
    expect(ran.exit).toBe(3);
    const file = machine.path('feed.csv');
    expect(ran.stderr.split('\n').filter((line) => line.endsWith('(same_user)'))).toEqual([
      `${file}:22 userName: lines 22 and 25 are the same user (same_user)`,
      `${file}:23 employeeNumber: lines 23 and 25 are the same user (same_user)`,
      `${file}:25:1 userName: lines 22 and 25 are the same user (same_user)`,
      `${file}:25:16 employeeNumber: lines 23 and 25 are the same user (same_user)`,
    ]);
    const now = await names(machine);
    expect(['aa', 'bb', 'cc'].filter((name) => now.includes(name))).toEqual(['cc']);
  });

  it('rejects rows that conflict with the organization', async () => {
    const machine = machineWith({ 'first.csv': feed(row('ann')), 'feed.csv': '' });
    await apply(machine, '', 'first.csv');
    // The address of ann moves to a user with another number.
    writeFileSync(machine.path('feed.csv'), feed('jane,ann@x.example,N-jane,Cook\n', row('late')));
    const ran = await apply(machine);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('(identity_changed)');
    expect(await names(machine)).toContain('ann');
    expect(await names(machine)).toContain('late');
    const accepted = await apply(machine, '--accept-identity-change 22');
    expect(accepted.exit).toBe(0);
    expect(await names(machine)).not.toContain('ann');
  });

  it('accepts only the identity changes of a rejects file', async () => {
    const machine = machineWith({ 'first.csv': feed(row('ann')), 'feed.csv': '' });
    await apply(machine, '', 'first.csv');
    writeFileSync(machine.path('feed.csv'), feed('jane,ann@x.example,N-jane,\n', 'typo,typo@,N-typo,Cook\n'));
    const rejects = machine.path('rejects.csv');
    await apply(machine, `--rejects ${rejects}`);
    const ran = await apply(machine, `--accept-identity-change ${rejects}`);
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('1 of 22 rows') });
    expect(await names(machine)).toContain('jane');
  });

  it('rejects rows of protected users and applies the others', async () => {
    const machine = machineWith({ 'feed.csv': `${HEADING}${row('ann')}clara.voss,,,Queen\n` });
    const env = { ORGCTL_PROTECT: 'clara.voss' };
    const plan = `-p sandbox bulk plan ${machine.path('feed.csv')}`;
    expect((await machine.orgctl(plan, { env })).exit).toBe(9);
    const ran = await machine.orgctl(`${plan} --on-bad-row skip -o table`, { env });
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('feed.csv:3 clara.voss is protected (protected)');
    expect(ran.stdout).toContain('ann');
    expect(ran.stdout).not.toContain('Queen');
  });

  it('rejects a row that adds a deactivated user to a group', async () => {
    const machine = machineWith({
      'first.csv': feed(),
      'feed.csv': 'email,groups\ngood0@x.example,Staff\ngood1@x.example,Staff\n',
    });
    await apply(machine, '', 'first.csv');
    await machine.orgctl('-p sandbox scim users deactivate good0 --yes');
    const ran = await apply(machine, '--create-groups');
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain(
      '"good0@x.example" is deactivated and cannot join; activate the user first, or set "active" to true in this row (unable_to_add_deleted_or_guest_to_group)',
    );
    const members = await machine.orgctl('-p sandbox scim groups members list Staff -o json');
    expect(JSON.parse(members.stdout)).toHaveLength(1);
  });

  it.each(['update', 'deactivate'])('rejects rows of unknown users in --mode %s', async (mode) => {
    const machine = machineWith({ 'first.csv': feed(), 'feed.csv': HEADING + row('good0') + row('nobody') });
    await apply(machine, '', 'first.csv');
    const ran = await apply(machine, `--mode ${mode}`);
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('(no_such_user)') });
    expect(await names(machine)).not.toContain('nobody');
  });

  it('never deactivates a user in a bad row because of --prune', async () => {
    const machine = machineWith({ 'first.csv': feed(row('ann')), 'feed.csv': '' });
    await apply(machine, '', 'first.csv');
    const state = async () => {
      const ran = await machine.orgctl('-p sandbox scim users get ann -o json');
      return JSON.parse(ran.stdout).active;
    };
    // The address is broken; the number still identifies the user.
    writeFileSync(machine.path('feed.csv'), feed('ann,ann@,N-ann,Cook\n'));
    expect((await apply(machine, '--prune --max-deactivate 100')).exit).toBe(3);
    expect(await state()).toBe(true);
    // Nothing identifies the user: no user at all is deactivated.
    const machine2 = machineWith({ 'first.csv': feed(row('ann')), 'feed.csv': feed('a,b\n') });
    await apply(machine2, '', 'first.csv');
    const ran = await apply(machine2, '--prune --max-deactivate 100');
    expect(ran.stderr).toContain('--prune deactivates no users');
    // A user without any row is deactivated.
    writeFileSync(machine.path('feed.csv'), feed());
    await apply(machine, '--prune --max-deactivate 100');
    expect(await state()).toBe(false);
  });

  it.each([
    ['the only key', 'email,title\n', 'good0@x.example,Cook\n', 'ann@,Cook\n', ''],
    ['the only match key', 'userName,email\n', 'good0,good0@x.example\n', 'ann,ann@\n', '--match email'],
    ['the number', 'employeeNumber,title\n', 'N-good0,Cook\n', '1.23E+11,Cook\n', ''],
    ['the address beside a new userName', 'userName,email\n', 'good0,good0@x.example\n', 'wed,ann@\n', ''],
    [
      'the number beside a new address',
      'email,employeeNumber\n',
      'good0@x.example,N-good0\n',
      'ann.w@x.example,#N/A\n',
      '',
    ],
  ])('deactivates no user if %s of a bad row is broken', async (_, heading, good, bad, flags) => {
    const machine = machineWith({ 'first.csv': feed(row('ann')), 'feed.csv': heading + good + bad });
    await apply(machine, '', 'first.csv');
    const ran = await apply(machine, `--prune --max-deactivate 100 --max-bad-rows 1 ${flags}`);
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('--prune deactivates no users'),
    });
    const { stdout } = await machine.orgctl('-p sandbox scim users get ann -o json');
    expect(JSON.parse(stdout).active).toBe(true);
  });

  it('deactivates no user if the map cannot read the number and the address is new', async () => {
    const machine = machineWith({
      'first.csv': feed(row('ann')),
      'feed.csv': 'Mail,No\ngood0@x.example,a\nann.w@x.example,b\n',
      'map.yaml': 'columns: { email: Mail, employeeNumber: { from: No, lookup: { a: N-good0 } } }\n',
    });
    await apply(machine, '', 'first.csv');
    const prune = `--map ${machine.path('map.yaml')} --prune --max-deactivate 100 --max-bad-rows 1`;
    expect(await apply(machine, prune)).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('--prune deactivates no users'),
    });
  });

  it('deactivates no user if a number has lost its zeros and no other key finds an account', async () => {
    const heading = 'userName,email,employeeNumber\n';
    const machine = machineWith({
      'first.csv': `${heading}a1,a1@x.example,0101\na2,a2@x.example,0102\na3,a3@x.example,0103\n`,
      'feed.csv': `${heading}a1,a1@x.example,0101\na2,a2@x.example,0102\nnew,new@x.example,9\n`,
    });
    await apply(machine, '', 'first.csv');
    const prune = '--prune --max-deactivate 100 --max-bad-rows 1';
    const withheld = await apply(machine, prune);
    expect(withheld).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('--prune deactivates no users'),
    });
    // Without its zeros the number is that of a3, who stays; all other users without a row are deactivated.
    writeFileSync(machine.path('feed.csv'), `${heading}a1,a1@x.example,0101\nnew,new@x.example,103\n`);
    expect((await apply(machine, prune)).exit).toBe(3);
    const { stdout } = await machine.orgctl('-p sandbox scim users list -o csv --columns userName,active');
    const left = stdout.split('\n').filter((line) => /^a\d,true$/.test(line));
    expect(left.sort()).toEqual(['a1,true', 'a3,true']);
  });

  it('prunes if a valid key of the bad row finds its account, or if all its keys are valid', async () => {
    const heading = 'userName,email,title\n';
    const long = 'x'.repeat(300);
    const machine = machineWith({
      'first.csv': feed(row('ann')),
      'feed.csv': `${heading}good0,good0@x.example,Cook\nann,ann@,Cook\nnew,new@x.example,${long}\n`,
    });
    await apply(machine, '', 'first.csv');
    const ran = await apply(machine, '--prune --max-deactivate 100 --max-bad-rows 2');
    expect(ran.exit).toBe(3);
    expect(ran.stderr).not.toContain('--prune deactivates no users');
    const { stdout } = await machine.orgctl('-p sandbox scim users list -o csv --columns userName,active');
    expect(
      stdout
        .split('\n')
        .filter((line) => /^(?:ann|good).*,true$/.test(line))
        .sort(),
    ).toEqual(['ann,true', 'good0,true']);
  });

  it('keeps all members of a managed group if the only key of a bad row is invalid', async () => {
    const map =
      'columns: { userName: Login, email: Mail }\ngroups: { manage: ["dept-*"], rules: [{ group: "dept-sales" }] }\n';
    const machine = machineWith({
      'map.yaml': map.replace('userName: Login, ', ''),
      'full.yaml': map,
      'full.csv': 'Login,Mail\nann,ann@x.example\nbob,bob@x.example\n',
      'feed.csv': 'Mail\nann@\nbob@x.example\n',
    });
    const create = `--map ${machine.path('full.yaml')} --create-groups`;
    expect((await apply(machine, create, 'full.csv')).exit).toBe(0);
    expect((await apply(machine, `--map ${machine.path('map.yaml')} --max-bad-rows 1`)).exit).toBe(3);
    const members = await machine.orgctl('-p sandbox scim groups members list dept-sales -o json');
    expect(JSON.parse(members.stdout)).toHaveLength(2);
  });

  it('counts the bad rows of all shards in each shard, including conflicts with the organization', async () => {
    const machine = machineWith({
      'first.csv': HEADING + row('ann'),
      'feed.csv': feed('b1,b1@,N-b1,Cook\n', 'b2,b2@,N-b2,Cook\n', 'jane,ann@x.example,N-jane,Cook\n', 'x\n'),
    });
    await apply(machine, '', 'first.csv');
    const plan = (flags: string) =>
      machine.orgctl(
        `-p sandbox bulk plan ${machine.path('feed.csv')} --on-bad-row skip -o csv --columns line ${flags}`,
      );
    const own: number[] = [];
    for (const share of ['0/3', '1/3', '2/3']) {
      const refused = await plan(`--shard ${share} --max-bad-rows 3`);
      const [, count] =
        /error: 4 bad rows in \S+ \((\d) in this shard\), but only 3 are allowed/.exec(refused.stderr) ?? [];
      expect(refused.exit).toBe(9);
      own.push(Number(count));
      expect((await plan(`--shard ${share} --max-bad-rows 4`)).exit).toBe(Number(count) > 0 ? 3 : 0);
      // The file has 24 rows: 4 are 17 % of them.
      expect((await plan(`--shard ${share} --max-bad-rows 16%`)).exit).toBe(9);
      expect((await plan(`--shard ${share} --max-bad-rows 17%`)).exit).not.toBe(9);
    }
    expect(own.reduce((sum, count) => sum + count)).toBe(4);
    expect((await plan('--max-bad-rows 3')).stderr).toContain('error: 4 bad rows in ');
  });

  it('keeps all members of a managed group if another shard skips the row', async () => {
    const map =
      'columns: { userName: Login, email: Mail }\ngroups: { manage: ["dept-*"], rules: [{ group: "dept-{Dept}" }] }\n';
    const names = ['ann', 'bob', 'cy', 'dan'];
    const people = (bad: string) =>
      `Login,Mail,Dept\n${names.map((name) => `${name},${name}@${name === bad ? '' : 'x.example'},sales\n`).join('')}`;
    const machine = machineWith({ 'map.yaml': map, 'feed.csv': people('') });
    const flags = `--map ${machine.path('map.yaml')}`;
    expect((await apply(machine, `${flags} --create-groups`)).exit).toBe(0);
    for (const bad of [...names, 'nobody']) {
      const text =
        bad === 'nobody'
          ? `${people('')}new,new@,sales\n`.replace('dan,dan@x.example,sales\n', '')
          : people(bad);
      writeFileSync(machine.path('feed.csv'), text);
      for (const share of ['0/2', '1/2']) {
        const ran = await machine.orgctl(
          `-p sandbox bulk plan ${machine.path('feed.csv')} ${flags} --on-bad-row skip --shard ${share} -o csv`,
        );
        expect([0, 3]).toContain(ran.exit);
        expect(ran.stdout).not.toContain('remove');
      }
    }
  });

  it('keeps all members of a group with a bad row, even with --exact', async () => {
    const machine = machineWith({
      'first.csv': feed(),
      'full.csv': 'group,member\nStaff,good0\nStaff,good1\nCrew,good0\nCrew,good1\n',
      'feed.csv': 'group,member\nStaff,good0\nStaff,good99\nCrew,good0\n',
    });
    await apply(machine, '', 'first.csv');
    await apply(machine, '', 'full.csv');
    const ran = await apply(machine, '--exact');
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('(no_such_group_members)') });
    const count = async (group: string) =>
      JSON.parse((await machine.orgctl(`-p sandbox scim groups members list ${group} -o json`)).stdout)
        .length;
    expect([await count('Staff'), await count('Crew')]).toEqual([2, 1]);
  });

  it.each([
    ['add', 'clara.voss', 'remove', ['2', '3'], []],
    ['remove', 'CLARA.VOSS', '', ['2', '3'], []],
    ['add', 'clara.voss@harbour-finch.example', 'remove', ['2', '3'], []],
    ['add', 'clara.voss', '', ['3'], ['clara.voss']],
    ['add', 'clara.voss@harbour-finch.example', 'add', ['3'], ['clara.voss']],
  ])('skips rows that %s clara.voss and %s %s', async (first, member, second, skipped, joined) => {
    const machine = machineWith({
      'feed.csv': `group,member,action\nCrew,clara.voss,${first}\ncrew,${member},${second}\nCrew,tomas.rey,add\n`,
    });
    const ran = await apply(machine, `--rejects ${machine.path('rejects.csv')}`);
    expect(ran.exit).toBe(3);
    expect(ran.stderr).toContain('lines 2 and 3 are the same membership (same_member)');
    const rejects = readFileSync(machine.path('rejects.csv'), 'utf8').trim().split('\n').slice(1);
    expect(rejects.map((line) => /feed\.csv:(\d+)/.exec(line)?.[1])).toEqual(skipped);
    const members = await machine.orgctl(
      '-p sandbox scim groups members list Crew -o csv --columns userName',
    );
    expect(members.stdout.trim().split('\n').slice(1).sort()).toEqual([...joined, 'tomas.rey']);
  });

  it.each([
    [
      'and the second one has another finding behind it',
      ['a,a@x.example,1,Cook\n', 'b,a@x.example,2,#N/A\n'],
      ['2,same_user', '3:3,same_user'],
    ],
    [
      'and a third one shares another key with the second one',
      ['a,a@x.example,1,Cook\n', 'b,a@x.example,2,Cook\n', 'b,c@x.example,3,Cook\n'],
      ['2,same_user', '3:3,same_user', '4:1,same_user'],
    ],
  ])('names the reason for two rows that are the same user, %s', async (_, rows, reasons) => {
    const machine = machineWith({ 'feed.csv': HEADING + rows.join('') });
    const ran = await apply(machine, `--rejects ${machine.path('rejects.csv')}`);
    expect(ran).toMatchObject({ exit: 3, stdout: '' });
    const rejects = readFileSync(machine.path('rejects.csv'), 'utf8').trim().split('\n').slice(1);
    expect(rejects.map((line) => /feed\.csv:([\d:]+,\w+)/.exec(line)?.[1])).toEqual(reasons);
  });

  it('stops at a finding about the whole file', async () => {
    const machine = machineWith({ 'feed.csv': 'userName,email,tilte\nann,ann@x.example,VP\n' });
    expect((await apply(machine)).exit).toBe(5);
  });

  it.each(['--rejects r.csv', '--max-bad-rows 3'])('refuses %s without --on-bad-row skip', async (flags) => {
    const machine = machineWith({ 'feed.csv': feed() });
    const ran = await machine.orgctl(`-p sandbox bulk plan ${machine.path('feed.csv')} ${flags}`);
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('add --on-bad-row skip') });
  });

  it('reports rejected rows in a plan and at the end of its run', async () => {
    const machine = machineWith({ 'feed.csv': feed('typo,typo@,N-typo,Cook\n') });
    const out = machine.path('plan.json');
    const plan = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('feed.csv')} --on-bad-row skip --out ${out} -o json`,
    );
    expect(plan.exit).toBe(3);
    expect(JSON.parse(plan.stdout).rejected).toMatchObject([{ code: 'bad_email_address', at: { line: 22 } }]);
    const applied = await machine.orgctl(`-p sandbox bulk apply ${out} --yes`);
    expect(applied).toMatchObject({ exit: 3, stderr: expect.stringContaining('1 of 21 rows') });
  });
});

describe('many findings for one reason', () => {
  const rows = (count: number, cells: (name: string) => string) =>
    Array.from({ length: count }, (_, index) => `${cells(`p${index}`)}\n`).join('');
  const dates = `userName,email,startDate\n${rows(12, (name) => `${name},${name}@x.example,31.12.2026`)}`;
  const without = `userName,title\n${rows(12, (name) => `${name},Cook`)}`;
  const date = 'correct the column startDate, for example 2026-01-15\n';

  it.each([
    ['a wrong date', dates, 'startDate (invalid_attribute_format)', date],
    ['no address', without, 'email (email_empty)', 'every new user needs a value in the column email\n'],
  ])('are named as one if no row is left: %s', async (_, text, reason, remedy) => {
    const machine = machineWith({ 'feed.csv': text });
    const file = machine.path('feed.csv');
    const skipped = await apply(machine);
    expect(skipped.exit).toBe(9);
    expect(skipped.stderr).toContain(
      `error: 12 bad rows in ${file}, all for one reason: ${reason}, but only 10 are allowed\nhint: no row is left to apply; ${remedy}`,
    );
    const stopped = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
    expect(stopped.stderr).toContain(
      `error: ${file} is not accepted: 12 findings, all for one reason: ${reason}; nothing was sent\nhint: ${remedy}`,
    );
  });

  it('are named as one by a check, too, and with the limit if other rows are left', async () => {
    const machine = machineWith({ 'feed.csv': `${dates}good,good@x.example,2026-12-31\n` });
    const file = machine.path('feed.csv');
    const checked = await machine.orgctl(`bulk check ${file}`);
    expect(checked.stderr).toContain(
      `12 findings in 13 rows, all for one reason: startDate (invalid_attribute_format)\nhint: ${date}`,
    );
    const { stderr } = await apply(machine);
    expect(stderr).toContain('all for one reason: startDate (invalid_attribute_format), but');
    expect(stderr).toContain('hint: to allow this: --max-bad-rows 12\n');
  });

  it('name the lookup, which may be what is wrong', async () => {
    const cells = rows(12, (name) => `${name},${name}@x.example,ZZ`);
    const machine = machineWith({
      'feed.csv': `Login,Mail,Unit\n${cells}`,
      'map.yaml':
        'columns:\n  userName: Login\n  email: Mail\n  department: { from: Unit, lookup: units }\nlookups:\n  units: { A: Alpha }\n',
    });
    const checked = await machine.orgctl(
      `bulk check ${machine.path('feed.csv')} --map ${machine.path('map.yaml')}`,
    );
    expect(checked.stderr).toContain(
      'all for one reason: Unit (not_in_lookup)\nhint: add the missing values to the lookup of the map, or correct the column Unit\n',
    );
  });

  it('are not summarized if other shards have bad rows, too: their reasons are not known', async () => {
    const bad = rows(60, (name) => `${name},${name}@x.example,31.12.2026`);
    const machine = machineWith({ 'feed.csv': `userName,email,startDate\n${bad}typo,typo@,\n` });
    const ran = await Promise.all(
      ['0/3', '1/3', '2/3'].map((shard) => apply(machine, `--shard ${shard} --dry-run`)),
    );
    for (const { stderr } of ran) {
      expect(stderr).toMatch(
        /61 bad rows in .* \((?:1[1-9]|[2-4]\d) in this shard\), but only 10 are allowed/,
      );
      expect(stderr).toContain('hint: no row is left to apply; correct the file\n');
    }
  });

  it('are not summarized if they have several reasons', async () => {
    const machine = machineWith({ 'feed.csv': `${dates}typo,typo@,\n` });
    const { stderr } = await apply(machine);
    expect(stderr).not.toContain('one reason');
    expect(stderr).toContain('hint: no row is left to apply; correct the file\n');
  });
});
