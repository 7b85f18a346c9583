import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('the hint of an exceeded limit', () => {
  it.each([
    ['scim groups create Foo', 'ORGCTL_MAX_CHANGES', ''],
    ['scim groups members add IT tomas.rey', 'ORGCTL_MAX_CHANGES', ''],
    ['scim users patch clara.voss --title VP', 'ORGCTL_MAX_CHANGES', '--max-changes 1'],
    ['api some.method a=1', 'ORGCTL_MAX_CHANGES', ''],
    ['scim users deactivate clara.voss --yes', 'ORGCTL_MAX_CHANGES', '--max-changes 1'],
    ['scim users deactivate clara.voss --yes', 'ORGCTL_MAX_DEACTIVATE', '--max-deactivate 1'],
    ['scim users activate former.member', 'ORGCTL_MAX_REACTIVATE', '--max-reactivate 1'],
    ['scim users convert former.member --to guest --yes', 'ORGCTL_MAX_REACTIVATE', '--max-reactivate 1'],
    ['scim groups delete IT --yes', 'ORGCTL_MAX_DELETE_GROUPS', '--max-delete-groups 1'],
    ['scim groups members clear IT --yes', 'ORGCTL_MAX_REMOVE_MEMBERS', '--max-remove-members 2'],
    ['scim groups members set IT tomas.rey --yes', 'ORGCTL_MAX_REMOVE_MEMBERS', '--max-remove-members 2'],
  ])('allows %s under %s=0', async (line, variable, flag) => {
    const machine = freshMachine();
    const env = { [variable]: '0' };
    const refused = await machine.orgctl(`-p sandbox ${line}`, { env });
    expect(refused).toMatchObject({ exit: 9, stdout: '' });
    const [, way = ''] = /^hint: to allow this: (.*)$/m.exec(refused.stderr) ?? [];
    expect(way).toBe(flag === '' ? `${variable}=1` : flag);
    const [name = '', value = ''] = way.split('=');
    const allowed = flag === '' ? { env: { [name]: value } } : { env };
    const done = await machine.orgctl(`-p sandbox ${line} ${flag}`, allowed);
    expect(done.exit).toBe(line.startsWith('api') ? 6 : 0);
  });
});

describe('scim groups delete', () => {
  const line = '-p sandbox scim groups delete IT --yes';

  it('needs no flag if no limit is set', async () => {
    expect((await freshMachine().orgctl(line)).exit).toBe(0);
    const help = await freshMachine().orgctl('scim groups delete --help');
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain('(default: the number of groups given)');
  });

  it.each([
    ['0', 9],
    ['1', 0],
    ['2', 0],
  ])('applies the limit %s of a variable', async (limit, exit) => {
    const ran = await freshMachine().orgctl(line, { env: { ORGCTL_MAX_DELETE_GROUPS: limit } });
    expect(ran.exit).toBe(exit);
  });

  it('applies the limit of a profile unless a flag overrides it', async () => {
    const { origin } = await listeningSandbox({ token: 'xoxp-own-token' });
    const machine = freshMachine();
    const add = `profile add acme --scim-url ${origin} --token-stdin --max-delete-groups 0`;
    expect((await machine.orgctl(add, { stdin: 'xoxp-own-token' })).exit).toBe(0);
    const own = line.replace('sandbox', 'acme');
    expect((await machine.orgctl(own)).stderr).toContain('the plan deletes 1 group, but none is allowed: IT');
    expect((await machine.orgctl(`${own} --max-delete-groups 1`)).exit).toBe(0);
  });
});

describe('contradictory flags', () => {
  it.each([
    ['scim users patch clara.voss --active --no-active', '--active and --no-active'],
    ['scim users patch clara.voss --no-active --active', '--active and --no-active'],
    ['scim users patch clara.voss --guest --no-guest', '--guest and --no-guest'],
    ['scim users create --user-name eva --guest --no-guest', '--guest and --no-guest'],
    ['scim users replace clara.voss --active --no-active', '--active and --no-active'],
    [
      'scim users convert clara.voss --to guest --expires 2027-01-01 --no-expires',
      '--expires and --no-expires',
    ],
    ['scim users patch clara.voss --title A --set title=B', '--title and --set title'],
  ])('are refused before sending anything: %s', async (line, which) => {
    const ran = await freshMachine().orgctl(`-p sandbox ${line} --yes`);
    expect(ran).toEqual({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining(`error: ${which} contradict each other; give one\n`),
    });
  });

  it('are accepted if the values are equal', async () => {
    const twice = '-p sandbox scim users patch clara.voss --title A --set title=A -n';
    expect((await freshMachine().orgctl(twice)).exit).toBe(0);
  });
});

describe('two flags that write files', () => {
  it.each([
    ['migrate map a.csv b.csv --out x.csv --ambiguous ./x.csv', '--out and --ambiguous both name ./x.csv'],
    ['migrate plan a.csv sandbox --out x.json --rejects x.json', '--rejects and --out both name x.json'],
    [
      'migrate apply a.csv sandbox --rejects x.csv --failed-out x.csv',
      '--rejects and --failed-out both name x.csv',
    ],
    [
      '-p sandbox bulk apply a.csv --rejects x.csv --failed-out x.csv',
      '--rejects and --failed-out both name x.csv',
    ],
    ['-p sandbox bulk apply a.csv --events x --failed-out x --yes', '--events and --failed-out both name x'],
    ['-p sandbox bulk apply a.csv --events x --record ./x', '--record and --events both name x'],
    ['-p sandbox scim users export --record x --out=x', '--record and --out both name x'],
    ['-p sandbox migrate exchange U1118NVR2 --map x --record x', '--record and --map both name x'],
    ['bulk report latest --html x --people x', '--html and --people both name x'],
    [
      'migrate rewrite --map m.csv --out x.json --report x.json d.json',
      '--out and --report both name x.json',
    ],
  ])('need two files: %s', async (line, found) => {
    const { exit, stderr } = await freshMachine().orgctl(line);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: `error: ${found}\nhint: use a different file for each\n`,
    });
  });

  it.each([
    [
      'migrate map a.csv b.csv --out REAL/x.csv --ambiguous LINK/x.csv',
      '--out and --ambiguous',
      'LINK/x.csv',
    ],
    [
      'migrate map a.csv b.csv --out REAL/old --ambiguous LINK/to-old',
      '--out and --ambiguous',
      'LINK/to-old',
    ],
    ['scim users export --record LINK/x --out=REAL/x', '--record and --out', 'REAL/x'],
  ])('need two files, not two names of one: %s', async (line, flags, file) => {
    const { orgctl, path } = freshMachine();
    mkdirSync(path('real'));
    writeFileSync(path('real/old'), '');
    symlinkSync(path('real'), path('link'));
    symlinkSync(path('real/old'), path('real/to-old'));
    const placed = (text: string) => text.replace('REAL', path('real')).replace('LINK', path('link'));
    const { exit, stderr } = await orgctl(`-p sandbox ${placed(line)}`);
    expect({ exit, stderr }).toEqual({
      exit: 2,
      stderr: `error: ${flags} both name ${placed(file)}\nhint: use a different file for each\n`,
    });
  });

  it('may both name a device', async () => {
    const { stderr } = await freshMachine().orgctl(
      'migrate map a.csv b.csv --out /dev/null --ambiguous /dev/null',
    );
    expect(stderr).not.toContain('both name');
  });
});

describe('a duration of zero', () => {
  it.each(['logs --follow --interval 0s', 'scim users list --timeout 0ms'])(
    'is refused if nothing could happen in it: %s',
    async (line) => {
      const ran = await freshMachine().orgctl(`-p sandbox ${line}`);
      expect(ran).toMatchObject({ exit: 2, stdout: '' });
      expect(ran.stderr).toContain('It must be longer than 0.');
    },
  );

  it('is not the only limit of an interval: no timer waits for 25 days', async () => {
    const ran = await freshMachine().orgctl('-p sandbox logs --follow --interval 25d');
    expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining('It must be at most 24d.') });
  });

  it('means no waiting elsewhere', async () => {
    expect((await freshMachine().orgctl('-p sandbox scim users list --max-wait 0s --timeout 1m')).exit).toBe(
      0,
    );
  });
});

describe('a flag that requires another one', () => {
  it.each([
    ['-p sandbox logs --interval 5s', '--interval needs --follow'],
    ['-p sandbox bulk apply people.csv --force', '--force needs --rejects FILE or --failed-out FILE'],
    ['-p sandbox bulk resume latest --force', '--force needs --failed-out FILE'],
    ['-p sandbox undo latest --force', '--force needs --failed-out FILE'],
    ['bulk report latest --force', '--force needs --html FILE, --people FILE or --failed-out FILE'],
    ['-p sandbox bulk plan people.csv --force', '--force needs --rejects FILE or --out FILE'],
    ['bulk init-map people.csv --force', '--force needs --out FILE'],
    ['migrate map a.csv b.csv --force', '--force needs --out FILE or --ambiguous FILE'],
    ['-p sandbox scim users export --force', '--force needs --out FILE'],
    ['-p sandbox scim groups export --force', '--force needs --out FILE'],
    ['manifest schema --force', '--force needs --out FILE'],
    ['sandbox report requests.ndjson --force', '--force needs --html FILE'],
    ['sandbox seed --seed 7', '--seed needs --like PROFILE'],
    ['manifest validate app.yaml --update-baseline', '--update-baseline needs --baseline FILE'],
    ...[
      '--on-bad-row skip',
      '--max-bad-rows 3',
      '--rejects bad.csv',
      '--force',
      '--feed hr',
      '--min-rows 3',
      '--max-blanked 3',
      '--map map.yaml',
      '--create-groups',
    ].map((flag) => [
      `-p sandbox onboard --user-name zed --email zed@x.example ${flag} --yes`,
      `${flag.split(' ').slice(0, 1)} needs a file of people`,
    ]),
    ['migrate rewrite --map ids.csv --backup .bak dump.txt', '--backup needs --in-place'],
    [
      '-p sandbox conversations mark C0RANDOM 1709571600.000100 --debounce 2s',
      '--debounce applies only to timestamps from stdin',
    ],
  ])('is refused before sending anything: %s', async (line, message) => {
    const ran = await freshMachine().orgctl(line);
    expect(ran).toEqual({ exit: 2, stdout: '', stderr: expect.stringContaining(`error: ${message}\n`) });
  });

  it.each([
    ['with the required flag', '-p sandbox scim users export --out FILE --force', {}],
    ['in a variable, which applies to many commands', '-p sandbox logs', { ORGCTL_INTERVAL: '5s' }],
    [
      'in a variable, for one user',
      '-p sandbox onboard --user-name zed --email zed@x.example --yes',
      { ORGCTL_ON_BAD_ROW: 'skip' },
    ],
    [
      'by a command that always writes a file',
      'manifest init --template socket --name Tides --out FILE --force',
      {},
    ],
  ])('is accepted %s', async (_, line, env) => {
    const machine = freshMachine();
    expect((await machine.orgctl(line.replace('FILE', machine.path('file')), { env })).exit).toBe(0);
  });
});

describe('dry run', () => {
  it.each(['1.1', '2.0'])('shows the members of a group still to be created (SCIM %s)', async (version) => {
    const ran = await freshMachine().orgctl(
      `-p sandbox --scim-version ${version} scim groups create Crew --member clara.voss -n -v`,
    );
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toMatch(/\nPATCH http\S+\/Groups\/<id of L1>\n/);
    expect(ran.stderr).toContain('"value": "W12L3NPDN"');
  });

  it('shows changes and their service, then reports a read-only profile', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('in.csv'), 'userName,title\nclara.voss,VP\n');
    const apply = `-p sandbox bulk apply ${machine.path('in.csv')}`;
    const where = 'in "sandbox" (sandbox.localhost); nothing was sent\n';
    const dry = await machine.orgctl(`${apply} -n`);
    expect(dry.exit).toBe(0);
    expect(dry.stderr).toMatch(new RegExp(`dry run: 1 to change ${where.replaceAll(/[().]/g, '\\$&')}$`));
    expect((await machine.orgctl(`${apply} --yes`)).exit).toBe(0);
    const undo = await machine.orgctl('-p sandbox undo latest -n');
    expect(undo.exit).toBe(0);
    expect(undo.stderr).toContain(`dry run: 1 to change ${where}`);
    for (const line of ['undo latest', 'scim users patch clara.voss --title X']) {
      const ran = await machine.orgctl(`-p sandbox ${line} -n -o json`, { env: { ORGCTL_READ_ONLY: '1' } });
      expect(ran.exit).toBe(9);
      expect(JSON.parse(ran.stdout)).toHaveLength(1);
      expect(ran.stderr).toContain('(ORGCTL_READ_ONLY) is read-only; nothing was sent');
    }
  });
});
