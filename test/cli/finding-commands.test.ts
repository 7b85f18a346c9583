// cspell:ignore grups membrs aply ofboard vresion
import { describe, expect, it } from 'vitest';
import { findCommands } from '../../src/cli/find-command.ts';
import { operandsOf } from '../../src/cli/operands.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const found = (words: string) =>
  findCommands(words.split(' ')).map(({ path, used }) => `${path.join(' ')}/${used}`);

describe('findCommands for unknown commands', () => {
  it.each([
    ['users list', ['scim users list/2']],
    ['list users', ['scim users list/2']],
    ['user list', ['scim users list/2']],
    ['update user', ['scim users patch/2']],
    ['user update tomas.rey', ['scim users patch/2']],
    ['users edit', ['scim users patch/2']],
    ['scim users modify tomas.rey', ['scim users patch/3']],
    ['users delete', ['scim users deactivate/2']],
    ['users remove', ['scim users deactivate/2']],
    ['suspend tomas.rey', ['scim users deactivate/1']],
    ['users disable', ['scim users deactivate/2']],
    ['block user x', ['scim users deactivate/2']],
    ['users enable x', ['scim users activate/2']],
    ['users show x', ['scim users get/2']],
    ['users info x', ['scim users get/2']],
    ['groups rm x', ['scim groups delete/2', 'scim groups members remove/2']],
    ['login', ['profile add/1']],
    ['auth login', ['profile add/2']],
    ['auth status', ['profile check/2']],
    ['profile login', ['profile add/2']],
    ['import people.csv', ['bulk apply/1']],
    ['sessions', ['admin sessions/1']],
    ['session tomas.rey', ['admin sessions/1']],
    ['audit', ['logs/1']],
    ['rollback latest', ['undo/1']],
    ['terminate tomas.rey', ['offboard/1']],
    ['hire', ['onboard/1']],
    ['usres lsit', ['scim users list/2']],
    // Of equally similar words, those that name more of a command are meant, or else each of them.
    ['usr list', ['scim users list/2']],
    ['usr lst', ['scim users list/2']],
    ['usr', ['profile use/1', 'scim users/1']],
    // Few mistakes are made in the first letters.
    ['ofboard tomas.rey', ['offboard/1']],
    ['sandbox run', ['sandbox serve/2']],
    ['print users', ['scim users list/2']],
    ['print groups', ['scim groups list/2']],
    ['info user clara.voss', ['scim users get/2']],
    ['create user', ['scim users create/2']],
    ['delete group IT', ['scim groups delete/2']],
    ['user add', ['scim users create/2']],
    ['add member', ['scim users create/2', 'scim groups members add/2']],
    ['undelete user clara.voss', ['scim users activate/2']],
    ['unlock user clara.voss', ['scim users activate/2']],
    ['user signout clara.voss', ['admin sessions/2']],
    ['user sessions clara.voss', ['admin sessions/2']],
    ['audit log', ['logs/2']],
    ['tail', ['logs --follow/1']],
    ['search clara', ['who/1']],
    ['find users', ['scim users list/2']],
    ['auth token', ['profile check/2']],
    ['auth refresh acme', ['profile edit/2']],
    ['auth switch acme', ['profile use/2']],
    ['auth logout acme', ['profile remove/2']],
    ['upload people.csv', ['bulk apply/1']],
    ['csv people.csv', ['bulk check/1']],
    ['backup', ['migrate snapshot/1']],
    ['request auth.test', ['api/1']],
    ['ping', ['doctor/1']],
    ['error 429', ['explain/1']],
    ['autocomplete', ['completion/1']],
    ['docs', ['help/1']],
    ['quota', ['help quotas/1']],
    ['retry latest', ['resume/1']],
    ['fmt', ['manifest format/1']],
    ['manifest create', ['manifest init/2']],
    ['validate people.csv', ['bulk check/1']],
    ['server', ['sandbox serve/1']],
    ['team members IT', ['scim groups members/2']],
    ['cancel', []],
    ['abort', []],
    ['destroy', ['scim users deactivate/1', 'scim groups delete/1', 'profile remove/1']],
    ['export', ['scim users export/1']],
    ['profile update acme', ['profile edit/2']],
    ['config edit output', ['config set/2']],
    ['manifest check app.yaml', ['manifest validate/2']],
    ['validate app.yaml', ['manifest validate/1']],
    ['check app.yml', ['manifest validate/1']],
    ['lint app.json', ['manifest validate/1']],
    ['validate people.csv', ['bulk check/1']],
    ['manifest show settings', ['manifest explain/2']],
    ['sandbox info', ['sandbox status/2']],
    ['bulk status', ['runs list/2']],
    ['revoke clara.voss', ['scim users deactivate/1', 'scim groups delete/1', 'profile remove/1']],
    ['rm clara.voss', ['scim users deactivate/1', 'scim groups delete/1', 'profile remove/1']],
    ['delete clara.voss', ['scim users deactivate/1', 'scim groups delete/1', 'profile remove/1']],
    ['remove profile acme', ['profile remove/2']],
    ['rm user clara.voss', ['scim users deactivate/2']],
    ['session list', ['admin sessions/2']],
    ['session show clara.voss', ['admin sessions/2']],
    ['audit list', ['logs/2']],
    // The name of a command without its group may mean each of the groups.
    ['validate', ['manifest validate/1', 'profile check/1', 'bulk check/1']],
    ['verify', ['runs verify/1', 'migrate verify/1']],
    ['create', ['scim users create/1', 'scim groups create/1']],
    ['convert', ['scim users convert/1', 'manifest convert/1']],
    ['get', ['config get/1', 'scim users get/1', 'scim groups get/1']],
    ['nonsense', []],
    ['', []],
  ])('%s → %j', (words, expected) => {
    expect(found(words)).toEqual(expected);
  });

  it.each([
    ['bulk version', 1, ['version/2']],
    ['admin whoami', 1, ['profile check/2']],
    ['scim users status', 2, ['profile check/3']],
    ['scim users import people.csv', 2, ['bulk apply/3']],
    ['bulk show latest', 1, ['runs show/2']],
    ['scim users nonsense', 2, []],
    ['scim users lsit', 2, ['scim users list/3']],
    // A misspelled word is one of the group, even if a word elsewhere is as similar or more.
    ['scim usr list', 1, ['scim users list/3']],
    ['scim usr', 1, ['scim users/2']],
    ['scim grups membrs lst IT', 1, ['scim groups members list/4']],
    ['bulk aply people.csv', 1, ['bulk apply/2']],
    ['bulk vresion', 1, ['version/2']],
    ['admin edit', 1, []],
    // Only Ctrl-C stops a sandbox, and "reset" does something else.
    ['sandbox stop', 1, []],
  ])('searches the whole tree if a group has no such command: %s', (words, known, expected) => {
    const meant = findCommands(words.split(' '), known);
    expect(meant.map(({ path, used }) => `${path.join(' ')}/${used}`)).toEqual(expected);
  });

  it('operandsOf: stops at the first flag that is not global', () => {
    const flags = new Map([
      ['-p', true],
      ['--profile', true],
      ['-q', false],
    ]);
    const words = (line: string) => operandsOf(line.split(' '), flags).map(({ word }) => word);
    expect(words('-p acme -q users list --filter x y')).toEqual(['users', 'list']);
    expect(words('--profile=acme users - -- x')).toEqual(['users', '-']);
  });
});

describe('an unknown command', () => {
  it('is answered with the similar command and the rest of the line', async () => {
    const { exit, stderr } = await freshMachine().orgctl(
      '-p sandbox scim users update tomas.rey --title "Team lead"',
    );
    expect(exit).toBe(2);
    expect(stderr).toBe(
      [
        "error: unknown command 'update' (did you mean orgctl scim users patch?)",
        "hint: orgctl -p sandbox scim users patch tomas.rey --title 'Team lead'",
        '',
      ].join('\n'),
    );
  });

  it('is answered with the help of the typed group or command if no other is similar', async () => {
    const { orgctl } = freshMachine();
    const option = await orgctl('scim users list --nonsense');
    expect(option.stderr).toBe("error: unknown option '--nonsense'\nhint: orgctl scim users list --help\n");
    const command = await orgctl('scim users nonsense');
    expect(command.stderr).toBe("error: unknown command 'nonsense'\nhint: orgctl scim users --help\n");
    const argument = await orgctl('scim users get');
    expect(argument.stderr).toBe(
      "error: missing required argument 'user'\nhint: name users, or - to read a list on stdin: orgctl scim users get --help\n",
    );
  });

  it.each([
    ['team members', 'scim groups members'],
    ['user nonsense clara.voss', 'scim users'],
    ['apps', 'manifest'],
  ])('is answered with the help of the group matching "%s"', async (words, group) => {
    const { orgctl } = freshMachine();
    const { exit, stderr } = await orgctl(`-p sandbox ${words}`);
    expect(exit).toBe(2);
    expect(stderr).toContain(`(did you mean orgctl ${group}?)\nhint: orgctl ${group} --help\n`);
    const taken = await orgctl(words, { terminal: 100, answers: [['Run it?', 'y\r']] });
    expect(taken.stdout).toContain(`orgctl ${group} `);
  });

  it.each(['docs', 'quota', 'error 429'])(
    'runs the command matching "%s" after confirmation',
    async (words) => {
      const { orgctl } = freshMachine();
      const taken = await orgctl(words, { terminal: 100, answers: [['Run it?', 'y\r']] });
      expect(taken.exit).toBe(0);
      expect(taken.stdout.length).toBeGreaterThan(100);
    },
  );

  it.each(['rm', 'revoke', 'remove', 'delete'])(
    'lists the commands matching %s without offering to run one',
    async (word) => {
      const { orgctl } = freshMachine();
      const ran = await orgctl(`${word} clara.voss`);
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.stderr).toBe(
        `error: unknown command '${word}' (did you mean orgctl scim users deactivate or orgctl scim groups delete or orgctl profile remove?)\nhint: orgctl scim users deactivate clara.voss\n`,
      );
      expect((await orgctl(`${word} IT`)).stderr).toContain('\nhint: orgctl --help\n');
    },
  );

  it('"login" prompts for the name of a connection', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('login --scim-url https://api.example.com --no-check', {
      terminal: 100,
      answers: [
        ['Run it?', 'y\r'],
        ['Name of the connection:', 'acme\r'],
        ['Token', 'some-token-12345\r'],
      ],
    });
    expect(ran.exit).toBe(0);
    expect((await orgctl('profile list -o csv --columns name --no-header')).stdout).toContain('acme\n');
    const alone = await orgctl('profile add');
    expect(alone).toEqual({
      exit: 2,
      stdout: '',
      stderr: "error: missing required argument 'name'\nhint: orgctl profile add acme\n",
    });
  });

  it('is offered on a terminal as the similar command, and run after "y"', async () => {
    const { orgctl } = freshMachine();
    const yes = await orgctl('-p sandbox users show clara.voss', {
      terminal: 100,
      answers: [['Run it?', 'y\r']],
    });
    expect(yes.stdout).toContain('clara.voss@harbour-finch.example');
    expect(yes.exit).toBe(0);
    const no = await orgctl('-p sandbox users show clara.voss', {
      terminal: 100,
      answers: [['Run it?', '\r']],
    });
    expect(no).toMatchObject({ exit: 2, stdout: '' });
  });

  it.each([
    ['--no-input', {}],
    ['-o json', {}],
    ['', { CI: 'true' }],
  ])('is not offered as a similar command without prompts: %s %j', async (flag, env) => {
    const { orgctl } = freshMachine();
    const { exit, stderr } = await orgctl(`${flag} -p sandbox users show clara.voss`, { terminal: 100, env });
    expect(exit).toBe(2);
    expect(stderr).not.toContain('Run it?');
  });

  it('is not offered as a similar command if several match', async () => {
    const { orgctl } = freshMachine();
    const { stderr } = await orgctl('-p sandbox delete', { terminal: 300 });
    expect(stderr).toMatch(/\(did you mean orgctl .* or orgctl .*\?\)/);
    expect(stderr).not.toContain('Run it?');
  });
});

describe('command aliases, help and version', () => {
  it('aliases work and are not listed in help', async () => {
    const { orgctl } = freshMachine();
    const users = await orgctl('-p sandbox users list -o csv --columns userName --no-header');
    expect(users.stdout).toContain('clara.voss\n');
    const groups = await orgctl('-p sandbox groups members list IT -o csv --columns display --no-header');
    expect(groups.stdout).toContain('Walt Finch');
    expect((await orgctl('--help')).stdout).not.toMatch(/^ {2}(users|whoami|status|version) /m);
    expect((await orgctl('-p sandbox whoami')).stdout).toBe((await orgctl('-p sandbox status')).stdout);
    expect((await orgctl('version')).stdout).toBe('0.0.0-test\n');
  });

  it.each([
    'help scim users',
    'scim help users',
    'scim users help',
    '-p sandbox help scim users',
    '--profile=sandbox scim -q users help',
  ])('"%s" prints help', async (line) => {
    const { orgctl } = freshMachine();
    expect((await orgctl(line)).stdout).toBe((await orgctl('scim users --help')).stdout);
  });

  it('prints the version with flags in any position', async () => {
    const { orgctl } = freshMachine();
    for (const line of ['-p sandbox --version', '-q -V', 'version', 'bulk -p sandbox --version'])
      expect(await orgctl(line)).toMatchObject(
        line.startsWith('bulk') ? { exit: 2 } : { exit: 0, stdout: '0.0.0-test\n' },
      );
  });

  it('lists the help topics if there is no such topic', async () => {
    const { exit, stderr } = await freshMachine().orgctl('help nonsense');
    expect(exit).toBe(2);
    expect(stderr).toContain('filters, ');
  });

  it('treats "help" after a command as a name', async () => {
    const { stderr } = await freshMachine().orgctl('-p sandbox scim users get help');
    expect(stderr).toContain('no user has the userName "help"');
  });
});
