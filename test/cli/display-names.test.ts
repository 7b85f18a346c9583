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
