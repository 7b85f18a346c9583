import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { organizationHome } from '../support/organization-home.ts';
import { account } from '../support/organization-world.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const RULE = `--user-names '{givenName|ascii|lower}.{familyName|ascii|lower}'`;
const HEADING = 'userName,email,givenName,familyName,employeeNumber';
const TWO = `${HEADING}\nz1,z1@x.example,Séb,One,7001\nz2,z2@x.example,Seb,One,7002\nz3,z3@x.example,Sue,Two,7003\n`;

function fileOn(machine: Machine, name: string, text: string): string {
  const path = machine.path(name);
  writeFileSync(path, text);
  return path;
}

const planned = '-o csv --columns action,user,what --no-header -q';

describe('migrate plan with names that collide', () => {
  it('names both users if a rule gives them the same userName, and plans nothing', async () => {
    const machine = freshMachine();
    const a = fileOn(machine, 'z.csv', TWO);
    const refused = await machine.orgctl(`migrate plan ${a} sandbox ${RULE}`);
    expect(refused).toMatchObject({ exit: 7, stdout: '' });
    expect(refused.stderr).toContain(
      'z1@x.example: z2@x.example (line 3) would also get the userName "seb.one" (username_taken)',
    );
    expect(refused.stderr).toContain(
      'z2@x.example: z1@x.example (line 2) would also get the userName "seb.one" (username_taken)',
    );
    expect(refused.stderr).toContain('error: 2 values of A cannot be moved; nothing was planned');
    const rejects = machine.path('rejects.csv');
    const rest = await machine.orgctl(`migrate apply ${a} sandbox ${RULE} --rejects ${rejects} --yes`);
    expect(rest.exit).toBe(0);
    expect(rest.stderr).toContain('1 created');
    expect(readFileSync(rejects, 'utf8').split('\n').slice(1, 3)).toEqual([
      '2,z1@x.example,line 2,row,seb.one,username_taken,"z2@x.example (line 3) would also get the userName ""seb.one"""',
      '3,z2@x.example,line 3,row,seb.one,username_taken,"z1@x.example (line 2) would also get the userName ""seb.one"""',
    ]);
  });

  it('names both users if --domain gives them the same address', async () => {
    const machine = freshMachine();
    const a = fileOn(
      machine,
      'z.csv',
      'userName,email,employeeNumber\nann,same@one.example,1\nbob,same@two.example,2\n',
    );
    const refused = await machine.orgctl(
      `migrate plan ${a} sandbox --domain one.example=new.example --domain two.example=new.example`,
    );
    expect(refused.exit).toBe(7);
    expect(refused.stderr).toContain(
      'ann: bob (line 3) would also get the address "same@new.example" (email_taken)',
    );
  });

  it('omits only the conflicting value for users already in B, and reports each conflict once', async () => {
    const users = ['ann', 'bob'].map((name, at) =>
      account(name, { employeeNumber: String(at + 1) }, { hasCustomProfile: true }),
    );
    const machine = await organizationHome({ users });
    const a = fileOn(
      machine,
      'z.csv',
      'userName,email,title,employeeNumber\na,all@one.example,Chief,1\nb,all@two.example,Chief,2\nc,all@three.example,Chief,3\n',
    );
    const rejects = machine.path('rejects.csv');
    const { stdout, exit } = await machine.orgctl(
      `migrate plan ${a} sandbox --user-names '{title|lower}' --domain one.example=x.example --domain two.example=x.example --domain three.example=x.example --rejects ${rejects} ${planned}`,
    );
    expect([exit, stdout]).toEqual([0, 'change,ann,title: empty → Chief\nchange,bob,title: empty → Chief\n']);
    const told = readFileSync(rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(',').filter((_, at) => at === 0 || at === 3));
    expect(told.slice(1).map((cells) => cells.join())).toEqual([
      '2,email',
      '3,email',
      '4,row',
      '2,userName',
      '3,userName',
    ]);
  });

  it('names the user of B who has the userName, with their address', async () => {
    const machine = await organizationHome({
      users: [account('seb.one', { email: 'other@x.example' })],
    });
    const a = fileOn(machine, 'z.csv', `${HEADING}\nz1,z1@x.example,Séb,One,7001\n`);
    const { exit, stderr } = await machine.orgctl(
      `migrate plan ${a} sandbox ${RULE} --keys employeeNumber,email`,
    );
    expect(exit).toBe(7);
    expect(stderr).toMatch(
      /z1@x\.example: "seb\.one" belongs to seb\.one \(W\S+\), other@x\.example \(username_taken\)/,
    );
  });
});

describe('migrate plan with an incomplete list', () => {
  it('keeps defaults set by the service for a new user if A lacks the column', async () => {
    const machine = freshMachine();
    const a = fileOn(machine, 'z.csv', `${HEADING}\nz1,z1@x.example,Zoe,One,7001\n`);
    const { stdout } = await machine.orgctl(`migrate plan ${a} sandbox ${planned}`);
    expect(stdout).toBe('create,z1,z1@x.example and 3 more\n');
    const blank = fileOn(
      machine,
      'y.csv',
      'userName,email,givenName,displayName\ny1,y1@x.example,,\ny2,y2@x.example,Yan,\n',
    );
    const cleared = await machine.orgctl(`migrate plan ${blank} sandbox ${planned}`);
    expect(cleared.stdout.split('\n').filter((line) => line.startsWith('change'))).toEqual([
      'change,y1,givenName: empty → empty; displayName: empty → empty',
      'change,y2,displayName: empty → empty',
    ]);
  });
});

describe('saved plans', () => {
  it('migrate apply refuses flags that belong to "migrate plan"', async () => {
    const machine = freshMachine();
    const a = fileOn(machine, 'z.csv', 'userName,title\nclara.voss,T\n');
    const plan = machine.path('p.json');
    await machine.orgctl(`migrate plan ${a} sandbox --out ${plan} -q`);
    const ids = fileOn(machine, 'ids.csv', 'from,to\n');
    const flags = {
      '--keys email': '--keys',
      [`--map ${ids}`]: '--map',
      '--domain a.example=b.example': '--domain',
      "--user-names '{email}'": '--user-names',
      "--where 'title pr'": '--where',
      "--except 'title pr'": '--except',
      '--wave 1/2': '--wave',
      '--all-groups': '--all-groups',
      '--prune': '--prune',
      [`--rejects ${machine.path('r.csv')}`]: '--rejects',
    };
    for (const [typed, flag] of Object.entries(flags))
      expect(await machine.orgctl(`migrate apply ${plan} ${typed} --yes`)).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: ${flag} belongs to "migrate plan", and ${plan} is already a plan\nhint: make the plan with it: orgctl migrate plan --help\n`,
      });
    const three = await machine.orgctl(`migrate apply ${plan} --wave 1/2 --where 'title pr' --prune --yes`);
    expect(three.stderr).toBe(
      `error: --where, --wave and --prune belong to "migrate plan", and ${plan} is already a plan\nhint: make the plan with them: orgctl migrate plan --help\n`,
    );
    expect((await machine.orgctl(`migrate apply ${plan} --max-changes 1 --yes`)).stderr).toContain(
      '1 changed',
    );
  });

  it.each([
    '--mode create',
    '--mode upsert',
    '--exact',
    '--prune',
    '--create-groups',
    '--prune-groups',
    '--on-bad-row stop',
    '--today 2026-11-02',
    '--match email',
    '--where active',
    '--first 1',
    '--shard 0/2',
    '--delimiter ;',
    '--feed x',
    '--accept-identity-change 2',
  ])('bulk apply refuses %s', async (flag) => {
    const machine = freshMachine();
    const rows = fileOn(machine, 'z.csv', 'userName,title\nclara.voss,T\n');
    const plan = machine.path('p.json');
    await machine.orgctl(`-p sandbox bulk plan ${rows} --out ${plan} -q`);
    const { exit, stdout, stderr } = await machine.orgctl(`-p sandbox bulk apply ${plan} ${flag} --yes`);
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${plan} is already a plan`);
  });
});
