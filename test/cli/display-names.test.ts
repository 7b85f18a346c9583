// cspell:ignore josé équipe
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const env = { ORGCTL_PROFILE: 'sandbox' };

describe.each(['1.1', '2.0'])('a user given by display name, over SCIM %s', (version) => {
  const start = () => {
    const { words } = freshMachine();
    return (...line: readonly string[]) => words(['--scim-version', version, ...line], { env });
  };

  it.each([
    ['who', 'Clara Voss'],
    ['scim users get', ' clara  voss'],
  ])('is read if the name is unique, and reported by userName: %s', async (command, name) => {
    const orgctl = start();
    const line = command.split(' ');
    const ran = await orgctl(...line, name.replace('  ', ' '), '-o', 'json', '--query', 'userName');
    expect(ran).toMatchObject({ exit: 0, stdout: '"clara.voss"\n' });
    expect(ran.stderr).toMatch(/^" ?[Cc]lara [Vv]oss" is the display name of clara\.voss$/m);
  });

  it('is not read if several users have the name, and these are listed', async () => {
    const orgctl = start();
    const made = ['--user-name', 'clara.two', '--email', 'two@x.example', '--display-name', 'Clara Voss'];
    expect((await orgctl('scim', 'users', 'create', ...made)).exit).toBe(0);
    const ran = await orgctl('who', 'Clara Voss');
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toMatch(
      /^error: no user has the userName "Clara Voss" \[no_such_user\]\nhint: with this display name: clara\.(?:voss|two), clara\.(?:voss|two)\n$/,
    );
  });

  it('is not changed, and the error names the matching user', async () => {
    const orgctl = start();
    for (const command of ['scim users deactivate', 'offboard']) {
      const ran = await orgctl(...command.split(' '), 'Clara Voss', '--yes');
      expect(ran.exit).toBe(6);
      expect(ran.stderr).toContain('hint: with this display name: clara.voss\n');
    }
    expect((await orgctl('scim', 'users', 'get', 'clara.voss', '--query', 'active')).stdout).toBe('true\n');
  });
});

describe.each(['1.1', '2.0'])('names in another Unicode composition, over SCIM %s', (version) => {
  const apart = (name: string) => name.normalize('NFD');
  const start = () => {
    const { words } = freshMachine();
    return (...line: readonly string[]) => words(['--scim-version', version, ...line], { env });
  };

  it('match the same user', async () => {
    const { exit, stdout } = await start()('who', apart('inês harbour'), '-o', 'json', '--query', 'userName');
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '"ines.harbour"\n' });
  });

  it.each(['NFC', 'NFD'] as const)('find what the service stored decomposed, given in %s', async (form) => {
    const orgctl = start();
    const [userName, email, group] = ['한나', 'josé@x.example', 'Équipe'].map(apart);
    await orgctl('scim', 'users', 'create', '--user-name', `${userName}`, '--email', `${email}`);
    await orgctl('scim', 'groups', 'create', `${group}`);
    for (const name of ['한나', 'josé@x.example']) {
      const got = await orgctl('scim', 'users', 'get', name.normalize(form), '--query', 'userName');
      expect(got).toMatchObject({ exit: 0, stdout: `"${userName}"\n` });
    }
    const got = await orgctl('scim', 'groups', 'get', 'Équipe'.normalize(form), '--query', 'displayName');
    expect(got.stdout).toBe(`"${group}"\n`);
  });

  describe('of a user whose decomposed name would be stored as the name of another user', () => {
    const withTwo = async () => {
      const machine = freshMachine();
      const orgctl = (...line: readonly string[]) =>
        machine.words(['--scim-version', version, ...line], { env });
      for (const [userName, email] of [
        ['zoë', 'zoë@x.example'],
        ['zoe_', 'other@x.example'],
      ] as const) {
        const made = await orgctl('scim', 'users', 'create', '--user-name', userName, '--email', email);
        expect(made.exit).toBe(0);
      }
      return { machine, orgctl };
    };

    it.each([apart('zoë'), apart('zoë@x.example'), apart('ZOË@x.example')])('find %j', async (name) => {
      const { orgctl } = await withTwo();
      const got = await orgctl('scim', 'users', 'get', name, '--query', 'userName');
      expect(got).toMatchObject({ exit: 0, stdout: '"zoë"\n' });
      const planned = await orgctl('-n', 'scim', 'users', 'deactivate', name);
      expect(planned.stdout).toMatch(/^deactivate {2}zoë {3}active/m);
      const led = await orgctl('scim', 'users', 'patch', 'clara.voss', '--manager', name, '--yes');
      expect(led.exit).toBe(0);
      const managed = await orgctl('scim', 'users', 'list', '--where', `manager eq "${name}"`, '-o', 'csv');
      expect(managed.stdout).toContain('clara.voss');
      const undone = await orgctl('undo', 'latest', '--only', name, '--dry-run');
      expect(undone.stderr).toContain(`the run did not change a user "${name}"`);
      const own = await orgctl('scim', 'users', 'patch', name, '--title', 'T', '--yes');
      expect(own.exit).toBe(0);
      expect((await orgctl('undo', 'latest', '--only', name, '--dry-run')).exit).toBe(0);
    });

    it.each([1, 20, 21])('find it in a list of %i names', async (length) => {
      const { machine, orgctl } = await withTwo();
      const others = new Array<string>(length - 1).fill('clara.voss');
      for (const [group, name] of [
        ['crew', apart('zoë')],
        ['mail', apart('zoë@x.example')],
      ] as const) {
        await orgctl('scim', 'groups', 'create', group);
        writeFileSync(machine.path('list.txt'), [name, ...others].join('\n'));
        await orgctl('scim', 'groups', 'members', 'add', group, `@${machine.path('list.txt')}`, '--yes');
      }
      const read = await orgctl(
        'scim',
        'users',
        'get',
        'zoë',
        'zoe_',
        '-o',
        'json',
        '--query',
        '[].{name: userName, groups: groups[].display}',
      );
      expect(JSON.parse(read.stdout)).toEqual([
        { name: 'zoë', groups: ['crew', 'mail'] },
        { name: 'zoe_', groups: [] },
      ]);
    });

    it.each([
      ['eq', apart('userName eq "zoë"'), ['zoë']],
      ['eq of an address', apart('email eq "zoë@x.example"'), ['zoë']],
      ['ne', apart('displayName sw "zo" and userName ne "zoë"'), ['zoe_']],
    ])('are compared by --where: %s', async (_, where, expected) => {
      const { orgctl } = await withTwo();
      const columns = ['--columns', 'userName', '--no-header', '-o', 'csv'];
      const listed = await orgctl('scim', 'users', 'list', '--where', where, ...columns);
      expect(listed.stdout).toBe(`${expected.join('\n')}\n`);
    });

    it('are protected under either spelling', async () => {
      const { machine } = await withTwo();
      for (const ORGCTL_PROTECT of ['zoë', apart('zoë')]) {
        const line = ['-n', 'scim', 'users', 'deactivate', apart('zoë')];
        const ran = await machine.words(line, { env: { ...env, ORGCTL_PROTECT } });
        expect(ran.stderr).toContain('the plan touches protected users or groups: zoë');
      }
    });
  });

  it.each([
    ['Café crew', apart('café crew')],
    [apart('Café crew'), apart('café crew')],
  ])('match the same group: %j', async (made, named) => {
    const orgctl = start();
    await orgctl('scim', 'groups', 'create', made);
    expect((await orgctl('scim', 'groups', 'get', named, '--query', 'displayName')).stdout).toBe(
      `${JSON.stringify(made)}\n`,
    );
    expect((await orgctl('scim', 'groups', 'members', 'add', named, 'clara.voss')).exit).toBe(0);
  });
});

describe('an unknown user name', () => {
  it.each([
    ['clara.vos', 'clara.voss'],
    ['CLAN', 'clara.voss'],
    ['clara@x.example', 'clara.voss'],
    ['Clara Finch', 'clara.voss'],
    ["O'Brien", undefined],
    ['"', 'clara.voss'],
  ])('is answered with a working search command: %s', async (name, found) => {
    const machine = freshMachine();
    const ran = await machine.words(['who', name], { env });
    expect(ran.exit).toBe(6);
    const [, line = ''] = /^hint: orgctl (.*)$/m.exec(ran.stderr) ?? [];
    const listed = await machine.orgctl(`${line} -o csv --columns userName --no-header`, { env });
    expect(listed.exit).toBe(0);
    if (found !== undefined) expect(listed.stdout.split('\n')).toContain(found);
  });
});
