import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

describe('changing many users with one command', () => {
  const titles = async (machine: Machine) => {
    const { stdout } = await machine.orgctl(
      '-p sandbox scim users get tomas.rey clara.voss -o csv --columns userName,title --no-header',
    );
    return stdout.trim().split('\n');
  };

  it('asks once, creates one run, and is undone as one', async () => {
    const machine = freshMachine();
    const before = await titles(machine);
    const ran = await machine.orgctl('-p sandbox scim users patch tomas.rey clara.voss --title Lead', {
      terminal: 120,
      env: { NO_COLOR: '1' },
      answers: [['Change 2 users: tomas.rey, clara.voss in "sandbox"', 'y\n']],
    });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('changed tomas.rey (W133PZN96): title: ');
    expect(ran.stderr).toContain('changed clara.voss (W12L3NPDN): title: ');
    expect(await titles(machine)).toEqual(['tomas.rey,Lead', 'clara.voss,Lead']);
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
    expect((await machine.orgctl('-p sandbox undo latest --yes')).exit).toBe(0);
    expect(await titles(machine)).toEqual(before);
  });

  it.each([
    ['scim users patch tomas.rey clara.voss --title Lead', 'needed to change 2 users: tomas.rey, clara.voss'],
    [
      'scim users replace tomas.rey clara.voss --title Lead',
      'needed to replace 2 users (tomas.rey, clara.voss) and empty ',
    ],
    ['scim groups patch IT "Support desk" --add clara.voss', 'needed to change 2 groups: IT, Support desk'],
    [
      'scim groups replace IT "Support desk" --member clara.voss',
      'needed to change 2 groups: IT, Support desk',
    ],
    ['scim groups members clear IT "Support desk"', 'needed to remove all 2 members of IT'],
  ])('sends nothing for %s if it cannot ask for confirmation', async (line, question) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line}`);
    expect(exit).toBe(2);
    expect(stderr).toContain(question);
    expect(stderr).toContain('--yes');
  });

  it.each([
    ['patch', '--user-name x'],
    ['patch', '--primary-email x@y.example'],
    ['patch', '--nick-name x'],
    ['patch', '--set secondaryEmail=x@y.example'],
    ['replace', '--user-name x'],
    ['replace', '--primary-email x@y.example'],
  ])('refuses to %s several users with %s', async (verb, flag) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim users ${verb} tomas.rey clara.voss ${flag} --yes`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('can be set for only one; nothing was sent');
    expect((await orgctl('-p sandbox runs list -o json')).stdout.trim()).toBe('[]');
    expect((await orgctl(`-p sandbox scim users ${verb} tomas.rey ${flag} -n`)).exit).toBe(0);
  });

  it.each([
    ['patch', 'userName: x\n', '1.1'],
    ['patch', 'emails: [{value: x@y.example, primary: true}]\n', '2.0'],
    ['patch', 'Operations: [{op: replace, path: userName, value: x}]\n', '2.0'],
    ['patch', 'Operations: [{op: add, path: "emails[primary eq true].value", value: x@y.example}]\n', '2.0'],
    ['patch', 'Operations: [{op: Replace, value: {NickName: x}}]\n', '2.0'],
    ['patch', "Operations: [{op: add, value: {'emails[primary eq true].value': x@y.example}}]\n", '2.0'],
    [
      'patch',
      "Operations: [{op: add, value: {'urn:ietf:params:scim:schemas:core:2.0:User:userName': x}}]\n",
      '2.0',
    ],
    ['replace', 'userName: x\ntitle: y\n', '2.0'],
  ])('refuses to %s several users with a file that contains %s', async (verb, text, version) => {
    const machine = freshMachine();
    writeFileSync(machine.path('all.yaml'), text);
    const line = `-p sandbox --scim-version ${version} scim users ${verb}`;
    const file = `--file ${machine.path('all.yaml')}`;
    const ran = await machine.orgctl(`${line} tomas.rey clara.voss ${file} --yes`);
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('can be set for only one; nothing was sent');
  });

  it('applies a file that only removes values to all users', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('all.yaml'), 'Operations: [{op: remove, path: title}]\n');
    const ran = await machine.orgctl(
      `-p sandbox --scim-version 2.0 scim users patch tomas.rey clara.voss --file ${machine.path('all.yaml')} --yes`,
    );
    expect(ran.exit).toBe(0);
    expect(await titles(machine)).toEqual(['tomas.rey,', 'clara.voss,']);
  });

  it('refuses to read stdin for two inputs', async () => {
    for (const line of [
      'scim users patch - --file -',
      'scim users replace - --file -',
      'scim groups patch - --add -',
      'scim groups replace - --member -',
      'scim groups replace IT --members-file - --file -',
    ]) {
      const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line}`, { stdin: 'IT\n' });
      expect(exit).toBe(2);
      expect(stderr).toContain('stdin can be read only once');
    }
  });

  it('applies --max-changes to the total', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox scim users patch tomas.rey clara.voss --title Lead --yes --max-changes';
    expect((await orgctl(`${line} 1`)).exit).toBe(9);
    expect((await orgctl(`${line} 2`)).exit).toBe(0);
  });
});

describe('a replacement without anything to put in place', () => {
  it.each([
    [
      'users replace clara.voss',
      'give --file, or the attributes that the user keeps, such as --email and --title',
    ],
    [
      `users replace --where 'department eq "Product"'`,
      'give --file, or the attributes that the user keeps, such as --email and --title',
    ],
    ['groups replace IT', 'give --file, --name, --member or --where'],
  ])('is refused, because it would clear everything: %s', async (line, hint) => {
    const machine = freshMachine();
    for (const flag of ['-n', '--yes'])
      expect(await machine.orgctl(`-p sandbox scim ${line} ${flag}`)).toEqual({
        exit: 2,
        stdout: '',
        stderr: `error: no replacement was given\nhint: ${hint}\n`,
      });
  });
});

describe('changing many groups with one command', () => {
  const sizes = async (machine: Machine) => {
    const { stdout } = await machine.orgctl(
      '-p sandbox scim groups get IT "Announcements team" -o csv --columns displayName,memberNames --no-header',
    );
    return stdout.trim().split('\n');
  };

  it.each([
    ['patch IT "Announcements team" --add clara.voss', /Clara Voss.*\n.*Clara Voss/],
    ['replace IT "Announcements team" --member clara.voss', /^IT,Clara Voss\nAnnouncements team,Clara Voss$/],
    [
      `replace --groups-where 'displayName sw "Ann"' IT --member clara.voss`,
      /^IT,Clara Voss\nAnnouncements team,Clara Voss$/,
    ],
    ['members clear IT "Announcements team"', /^IT,\nAnnouncements team,$/],
  ])('%s changes all groups in one run, which is undone as one', async (line, after) => {
    const machine = freshMachine();
    const before = await sizes(machine);
    const ran = await machine.orgctl(
      `-p sandbox scim groups ${line} --yes -o csv --columns displayName --no-header`,
    );
    expect({ exit: ran.exit, stdout: ran.stdout }).toEqual({ exit: 0, stdout: 'IT\nAnnouncements team\n' });
    expect((await sizes(machine)).join('\n')).toMatch(after);
    const runs: unknown = JSON.parse((await machine.orgctl('-p sandbox runs list -o json')).stdout);
    expect(runs).toHaveLength(1);
    expect((await machine.orgctl('-p sandbox undo latest --yes --max-remove-members 20')).exit).toBe(0);
    expect(await sizes(machine)).toEqual(before);
  });

  it.each(['patch', 'replace'])('refuses to %s several groups with one name', async (verb) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox scim groups ${verb} IT "Support desk" --name X --yes`);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain('2 groups given, but only one can have the name "X"; nothing was sent');
  });

  it('refuses a name in operations for several groups', async () => {
    const machine = freshMachine();
    for (const operation of ['path: displayName, value: X', 'value: {displayName: X}']) {
      writeFileSync(machine.path('all.yaml'), `Operations: [{op: replace, ${operation}}]\n`);
      const line = `-p sandbox --scim-version 2.0 scim groups patch --file ${machine.path('all.yaml')} --yes`;
      expect((await machine.orgctl(`${line} IT "Support desk"`)).exit).toBe(2);
      expect((await machine.orgctl(`${line} IT -n`)).exit).toBe(0);
    }
  });

  it('asks for the name of each group to be emptied', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox scim groups members clear IT "Support desk"', {
      terminal: 120,
      env: { NO_COLOR: '1' },
      answers: [
        ['Type IT to continue:', 'IT\n'],
        ['Type Support desk to continue:', '\u0003'],
      ],
    });
    expect(ran.exit).toBeGreaterThan(0);
    expect((await machine.orgctl('-p sandbox runs list -o json')).stdout.trim()).toBe('[]');
  });

  it('lists the members of several groups with the group of each, and of one group without', async () => {
    const { orgctl } = freshMachine();
    const several = await orgctl('-p sandbox scim groups members list IT "Support desk" -o json');
    expect(JSON.parse(several.stdout)).toContainEqual({
      group: 'IT',
      groupId: 'S1118NVR2',
      value: 'W1118NVR2',
      display: 'Walt Finch',
    });
    const one = await orgctl('-p sandbox scim groups members list IT -o csv');
    expect(one.stdout).toContain('display,value\nWalt Finch,');
  });

  it('requires a group in addition to an expression for its members', async () => {
    for (const line of ['members add', 'replace --name X']) {
      const { exit, stderr } = await freshMachine().orgctl(
        `-p sandbox scim groups ${line} --where 'department eq "Product"'`,
      );
      expect(exit).toBe(2);
      expect(stderr).toContain("missing required argument 'group'");
    }
  });
});
