import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { complete } from '../../../src/cli/completion/complete.ts';
import { COMPLETION_SCRIPTS, SHELLS } from '../../../src/cli/completion/completion-scripts.ts';
import { knownValues } from '../../../src/cli/completion/known-values.ts';
import { freshMachine } from '../../support/run-orgctl.ts';

const completed = (home: string, line: string, env: Record<string, string> = {}) => {
  const [first, ...rest] = complete(['fish', ...line.split(' ')], { ORGCTL_HOME: home, ...env })
    .trimEnd()
    .split('\n');
  return { first, values: rest.map((row) => row.split('\t')[0]) };
};

describe('orgctl completion', () => {
  test.each(SHELLS)('prints the script of %s', async (shell) => {
    const { exit, stdout, stderr } = await freshMachine().orgctl(`completion ${shell}`);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: COMPLETION_SCRIPTS[shell].text });
    expect(stderr).toContain(`completion ${shell} >`);
  });

  test('refuses another shell and names the supported ones', async () => {
    const { exit, stderr } = await freshMachine().orgctl('completion csh');
    expect(exit).toBe(2);
    expect(stderr).toContain('bash, zsh, fish, powershell');
  });

  test('the zsh script detects how it is loaded, since "source _orgctl" has the name of the function', () => {
    const { text } = COMPLETION_SCRIPTS.zsh;
    expect(text).toMatch(/zsh_eval_context\[-1\] == loadautofunc[\s\S]*compdef _orgctl orgctl/);
    expect(text).not.toContain('funcstack');
  });

  test('the PowerShell script registers only for the program and evaluates nothing', () => {
    const { text } = COMPLETION_SCRIPTS.powershell;
    expect(text).toMatch(/^Register-ArgumentCompleter -Native -CommandName orgctl -ScriptBlock \{$/m);
    expect(text).toMatch(/param\(\$wordToComplete, \$commandAst, \$cursorPosition\)/);
    expect(text).toContain('[System.Management.Automation.CompletionResult]::new(');
    expect(text).not.toMatch(/Invoke-Expression|\biex\b|Invoke-Command/i);
    const depth = [...text].reduce((open, character) => {
      if (character === '{') return open + 1;
      return character === '}' ? open - 1 : open;
    }, 0);
    expect(depth).toBe(0);
  });
});

describe('values completed for Tab', () => {
  test('include profiles and the built-in one', async () => {
    const { orgctl, home } = freshMachine();
    await orgctl('profile add acme --scim-url http://127.0.0.1:9 --token-stdin --no-check', {
      stdin: 'secret-token',
    });
    expect(completed(home, 'profile show ').values).toEqual(['sandbox', 'acme']);
    expect(completed(home, '-p a').values).toEqual(['acme']);
  });

  test('include listed users by name, or by email if no name matches', async () => {
    const { orgctl, home } = freshMachine();
    expect(completed(home, '-p sandbox scim users get ines').values).toEqual([]);
    await orgctl('-p sandbox scim users list');
    expect(completed(home, '-p sandbox scim users get ines').values).toEqual(['ines.harbour']);
    expect(completed(home, '-p sandbox scim users get ines.harbour@').values).toEqual([
      'ines.harbour@harbour-finch.example',
    ]);
    expect(completed(home, '-p other scim users get ines').values).toEqual([]);
  });

  test('come from the last listing, and an equal listing does not rewrite the file', async () => {
    const { orgctl, home } = freshMachine();
    // A new file replaces the old one, so its inode differs.
    const written = () =>
      ['user', 'group'].map((kind) => statSync(join(home, 'state', 'names', `sandbox-${kind}.tsv`)).ino);
    const list = async () => {
      for (const kind of ['users', 'groups']) await orgctl(`-p sandbox scim ${kind} list`);
      return written();
    };
    const first = await list();
    expect(await list()).toEqual(first);
    await orgctl('-p sandbox scim users create --user-name ada.new --email ada@harbour-finch.example');
    expect(await list()).not.toEqual(first);
  });

  test('include topics only after help, beside commands', () => {
    const home = freshMachine().path('home');
    expect(completed(home, 'help ex').values).toEqual(['explain', 'exit-codes']);
    expect(completed(home, 'ex').values).toEqual(['explain']);
    expect(completed(home, 'help scim f').values).toEqual([]);
    expect(completed(home, '-p sandbox help fil').values).toEqual(['filters']);
  });

  test('include runs, newest first, after "latest"', () => {
    const { home } = freshMachine();
    const [older, newer] = ['20260101-000000-aaaaa', '20260201-000000-bbbbb'];
    for (const name of [older, newer, 'feeds', '.lock'])
      mkdirSync(join(home, 'state', 'runs', name), { recursive: true });
    const found = (state: string, prefix: string) =>
      knownValues({ config: '', state: '', runs: state }, undefined)('run', prefix, undefined).map(
        ({ value }) => value,
      );
    const state = join(home, 'state');
    expect(found(state, '2026')).toEqual([newer, older]);
    expect(found(state, '')).toEqual(['latest', newer, older]);
    expect(found(state, 'la')).toEqual(['latest']);
    expect(found(join(home, 'none'), '')).toEqual([]);
  });

  test('include only runs for undo, not the stored state of an unchanged feed', async () => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    await machine.orgctl('-p sandbox scim users patch clara.voss --title Lead');
    const [run = ''] =
      /\d{8}-\d{6}-[a-z0-9]{5}/.exec((await machine.orgctl('runs list -o csv')).stdout) ?? [];
    writeFileSync(file, 'userName,title\nclara.voss,Lead\n');
    expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
    expect(readdirSync(join(machine.home, 'state', 'runs'))).toContain('feeds');
    expect(completed(machine.home, 'undo ').values).toEqual(['latest', run]);
    const shared = { ORGCTL_STATE: join(machine.home, 'elsewhere') };
    expect(completed(machine.home, 'undo ', shared).values).toEqual([]);
  });

  test('include error codes, methods, rules, formats, files and attributes', () => {
    const { home } = freshMachine();
    expect(completed(home, 'explain email_t').values).toContain('email_taken');
    expect(completed(home, 'explain not_an_a').values).toEqual(['not_an_admin']);
    expect(completed(home, 'api admin.users').values).toEqual(['admin.users.session.list']);
    expect(completed(home, 'manifest explain unknown-k').values).toEqual(['unknown-key']);
    expect(completed(home, 'manifest validate --rule unknown-k')).toEqual({
      first: 'open',
      values: ['unknown-key='],
    });
    expect(completed(home, 'manifest diff ').first).toBe('files');
    expect(completed(home, '-o js').values).toEqual(['json']);
    expect(completed(home, 'bulk check ').first).toBe('files');
    const set = completed(home, 'scim users patch anna --set tit');
    expect(set).toEqual({ first: 'open', values: ['title='] });
  });

  test('include the built-in profile if the store is damaged, without an error', () => {
    const { home } = freshMachine();
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config', 'profiles.json'), '{"profiles": [');
    expect(completed(home, '-p ')).toEqual({ first: 'words', values: ['sandbox'] });
  });
});

describe('completion without a shell', () => {
  test('prints the script of $SHELL into a pipe', async () => {
    const { orgctl } = freshMachine();
    const zsh = await orgctl('completion', { env: { SHELL: '/usr/bin/zsh' } });
    expect(zsh.stdout).toBe((await orgctl('completion zsh')).stdout);
  });

  test('explains on a terminal how to install the script', async () => {
    const { orgctl } = freshMachine();
    const fish = await orgctl('completion', { terminal: 100, env: { SHELL: '/bin/fish' } });
    expect(fish.stdout).toBe(
      '# fish; run this, then start a new shell:\n' +
        'mkdir -p ~/.config/fish/completions && orgctl completion fish > ~/.config/fish/completions/orgctl.fish\n',
    );
    const unknown = await orgctl('completion', { terminal: 100, env: { SHELL: '/bin/tcsh' } });
    expect([...unknown.stdout.matchAll(/^# (\w+); run this/gm)].map(([, name]) => name)).toEqual([
      'bash',
      'zsh',
      'fish',
      'powershell',
    ]);
  });

  test('names the shells if $SHELL is not supported', async () => {
    const { exit, stderr } = await freshMachine().orgctl('completion', { env: { SHELL: '' } });
    expect(exit).toBe(2);
    expect(stderr).toBe('error: which shell? bash, zsh, fish, powershell\nhint: orgctl completion bash\n');
  });
});

describe('completion of columns and expressions', () => {
  const values = (line: string) => completed('/nowhere', line).values;

  test('offers columns to --columns, including after a comma', () => {
    expect(values('-p sandbox scim users list --columns dep')).toEqual(['department']);
    expect(values('scim users list --columns userName,de')).toEqual(['userName,department']);
    expect(values('admin sessions --columns=las')).toEqual(['--columns=lastSeen']);
    expect(values('bulk plan people.csv --columns li')).toEqual(['line']);
    expect(values('runs show latest --columns out')).toEqual(['outcome']);
    expect(values('manifest validate --columns sev')).toEqual(['severity']);
  });

  test('offers JSON members to --query, and columns to --where', () => {
    expect(values('scim groups list --query [].disp')).toEqual(['[].displayName']);
    expect(values('scim users deactivate --where depa')).toEqual(['department']);
    expect(values('bulk plan people.csv --where depa')).toEqual(['department']);
    expect(values('admin sessions --where=depa')).toEqual(['--where=department']);
    expect(values('scim groups replace IT --where depa')).toEqual(['department']);
    expect(values('scim groups replace --groups-where dis')).toEqual(['displayName']);
    expect(values('scim groups list --where member')).toContain('memberNames');
  });

  test('knows the aliases of command groups', () => {
    expect(values('users li')).toEqual(['list']);
    expect(values('groups members a')).toEqual(['add']);
  });
});
