// cspell:ignore qpsandbox ojson ocsv Åkerman
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../../support/run-orgctl.ts';

describe('recording of a decomposed name', () => {
  it.each(['NFC', 'NFD'] as const)('finds the same user in a replay: %s', async (form) => {
    const { words, orgctl, path } = freshMachine();
    const name = 'Zoë Åkerman';
    const user = ['--user-name', 'zoe.num', '--email', 'zoe@example.com', '--display-name', name];
    await words(['-p', 'sandbox', 'scim', 'users', 'create', ...user, '--yes']);
    const where = `displayName eq "${name.normalize(form)}"`;
    const list = ['-p', 'sandbox', 'scim', 'users', 'list', '--where', where, '-o', 'csv', '-q'];
    const recorded = await words(['--record', path('a.tape'), ...list, '--columns', 'userName']);
    expect(recorded).toEqual({ exit: 0, stdout: 'userName\nzoe.num\n', stderr: '' });
    const replayed = await orgctl(`--replay ${path('a.tape')}`);
    expect(replayed.stdout).toMatch(/^userName\n[a-z]{3}\.[a-z]{3}\n$/);
  });
});

describe('replay with flags and without a command', () => {
  it.each(['-o json', '-ojson', '--output=json -q', '-q --output json'])(
    'runs the recorded command: %s',
    async (flags) => {
      const { orgctl, path } = freshMachine();
      await orgctl(`--record ${path('a.tape')} -p sandbox scim users list --columns userName -o csv`);
      const { exit, stdout } = await orgctl(`--replay ${path('a.tape')} ${flags}`);
      expect(exit).toBe(0);
      expect(stdout).toMatch(/^\[\s*\{\s*"userName"/);
    },
  );

  it('takes the value of a flag for no command', async () => {
    const { orgctl, words, path } = freshMachine();
    await orgctl(`--record ${path('a.tape')} -p sandbox scim users list --columns userName -o csv`);
    const refused = await orgctl(`--replay ${path('a.tape')} --filter who`);
    expect(refused.stderr).toContain('error: --filter: "who" is not a complete expression');
    const given = ['--filter', 'active eq true', 'who', 'clara.voss'];
    expect((await words(['--replay', path('a.tape'), ...given])).stderr).toMatch(
      /^error: unknown option '--filter'/,
    );
  });

  it('runs a given command behind joined flags', async () => {
    const { orgctl, path } = freshMachine();
    await orgctl(`--record ${path('a.tape')} -p sandbox scim users list --columns userName -o csv`);
    const { stdout } = await orgctl(
      `--replay ${path('a.tape')} -ojson -p sandbox scim users list --columns userName`,
    );
    expect(stdout).toMatch(/^\[\s*\{\s*"userName"/);
  });
});

describe('replay of a command with the sandbox', () => {
  const list = 'scim users list --columns userName -o csv';

  it.each(['', list])('needs no profile for "%s" if none was typed', async (given) => {
    const { orgctl, path } = freshMachine();
    await orgctl('profile use sandbox');
    await orgctl(`--record ${path('a.tape')} ${list}`);
    const { exit, stdout } = await orgctl(`--replay ${path('a.tape')} ${given}`);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^userName\n\S+\n/);
  });

  it('needs no profile for another command', async () => {
    const { orgctl, path } = freshMachine();
    await orgctl(`--record ${path('a.tape')} -p sandbox ${list}`);
    const { exit, stdout } = await orgctl(`--replay ${path('a.tape')} scim users list -o json`);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^\[/);
  });
});

/** The files that a recorded command read. */
function inputsOf(tape: string): readonly unknown[] {
  const { recording } = JSON.parse(tape.split('\n', 1)[0] ?? '');
  return Object.values(recording.inputs);
}

it.each(['csv', 'ndjson'])('a recorded file of rejected rows is replayed: %s', async (ending) => {
  const { orgctl, path } = freshMachine();
  const rows = [
    { userName: 'clara.voss', title: 'Lead', active: 'true' },
    { userName: 'tomas.rey', title: 'Baker', active: 'perhaps' },
  ];
  const content =
    ending === 'csv'
      ? ['userName,title,active', ...rows.map((row) => Object.values(row).join(',')), ''].join('\n')
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(path(`people.${ending}`), content);
  const rejects = path(`rejects.${ending}`);
  await orgctl(
    `-p sandbox bulk apply ${path(`people.${ending}`)} --on-bad-row skip --rejects ${rejects} --yes`,
  );
  const fixed = readFileSync(rejects, 'utf8');
  expect(fixed).toContain('orgctl.place');
  writeFileSync(rejects, fixed.replace('perhaps', 'true'));
  const recorded = await orgctl(`--record ${path('a.tape')} -p sandbox bulk apply ${rejects} --yes`);
  expect(recorded).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 changed') });
  const tape = readFileSync(path('a.tape'), 'utf8');
  // The record of the earlier run has the code as well.
  const [input] = inputsOf(tape);
  for (const name of ['place', 'code', 'message']) expect(input).toContain(`orgctl.${name}`);
  expect(input).toContain('invalid_attribute_format');
  expect(tape).not.toContain('Baker');
  const replayed = await orgctl(`--replay ${path('a.tape')}`);
  expect(replayed).toMatchObject({ exit: 0, stderr: expect.stringContaining('1 changed') });
});

it('a recorded line that could not be read keeps its heading, and no word', async () => {
  const { orgctl, path } = freshMachine();
  writeFileSync(path('people.ndjson'), '{"userName":"clara.voss","title":"Lead"}\n{"title":"Baker",}\n');
  const rejects = path('rejects.ndjson');
  await orgctl(
    `-p sandbox bulk plan ${path('people.ndjson')} --on-bad-row skip --rejects ${rejects} --out ${path('plan.json')}`,
  );
  const recorded = await orgctl(`--record ${path('a.tape')} -p sandbox bulk plan ${rejects}`);
  const tape = readFileSync(path('a.tape'), 'utf8');
  expect(inputsOf(tape)).toEqual([expect.stringMatching(/^\{"orgctl\.text":.*damaged_record/)]);
  expect(tape).not.toContain('Baker');
  expect((await orgctl(`--replay ${path('a.tape')}`)).exit).toBe(recorded.exit);
});

it.each(['ORGCTL_TOKEN', 'ORGCTL_TOKEN_FILE'])('a replay needs no token in place of %s', async (name) => {
  const { orgctl, path } = freshMachine();
  const token = 'some-token-1234';
  writeFileSync(path('token.txt'), token);
  const line = '--scim-url https://y.example --scim-version 2.0 scim users list';
  const recorded = await orgctl(`--record ${path('a.tape')} ${line}`, {
    env: { [name]: name === 'ORGCTL_TOKEN' ? token : path('token.txt') },
    network: async () => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode('{"Resources":[],"totalResults":0,"startIndex":1,"itemsPerPage":0}'),
    }),
  });
  expect(recorded).toMatchObject({ exit: 0, stdout: '[]\n' });
  expect(await orgctl(`--replay ${path('a.tape')}`)).toEqual(recorded);
});

describe('note on a replay of another command', () => {
  const RECORDED = '-p sandbox scim users list --columns userName -o csv';

  async function recorded() {
    const machine = freshMachine();
    const file = machine.path('a.tape');
    expect((await machine.orgctl(`--record ${file} ${RECORDED}`)).exit).toBe(0);
    const replay = (line: string, env = {}) => machine.orgctl(`--replay ${file} ${line}`, { env });
    return { ...machine, replay };
  }

  it.each([
    "-p sandbox scim users list --columns userName --where 'active eq true' -o csv",
    '-p sandbox scim users export --columns userName',
  ])('names the recorded command and the typed one: %s', async (line) => {
    const { replay } = await recorded();
    const { exit, stderr } = await replay(line);
    expect(exit).toBe(0);
    expect(stderr).toContain(
      `the recorded command is: orgctl ${RECORDED}; its responses answered: orgctl ${line}\n`,
    );
    expect((await replay(`-q ${line}`)).stderr).not.toContain('the recorded command');
    expect((await replay(line, { ORGCTL_QUIET: '1' })).stderr).not.toContain('the recorded command');
    expect((await replay(line, { ORGCTL_QUIET: 'false' })).stderr).toContain('the recorded command');
  });

  it.each<[line: string, exit: number]>([
    [RECORDED, 0],
    ['--profile=sandbox scim users list --columns=userName -ocsv', 0],
    ['', 0],
    ['-o json', 0],
    ['-p sandbox scim users list --columns id -o yaml', 0],
    ['-p sandbox users list --no-header --color never --no-input -y', 0],
    ['-p sandbox -v scim users list --debug --timeout 5s --rate 3/s --concurrency 2', 0],
    ['scim users list', 0],
    ['-p sandbox scim groups list', 11],
    ['-p sandbox scim users lst', 2],
  ])(
    'is not printed for the recorded command, for flags that change no response, and after an error: %s',
    async (line, exit) => {
      const { replay } = await recorded();
      const ran = await replay(line);
      expect(ran).toMatchObject({ exit, stderr: expect.not.stringContaining('the recorded command is') });
    },
  );

  it('contains no token that was typed', async () => {
    const { replay } = await recorded();
    const { stderr } = await replay(`${RECORDED} --where 'title eq "xoxp-1234567890-abcdefghij"'`);
    expect(stderr).toContain('the recorded command is');
    expect(stderr).not.toContain('1234567890');
  });
});

describe('profile of a replay', () => {
  const SERVICE = {
    network: async () => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode('{"Resources":[],"totalResults":0,"startIndex":1,"itemsPerPage":0}'),
    }),
    env: { ORGCTL_TOKEN: 'some-token-1234' },
  };

  it.each([
    '-p real',
    '--profile=real scim users list',
    '-qp real scim users list',
    'scim users list --scim-url https://real.example --token-file nosuch.txt',
    '--token-stdin scim users list',
    'scim users list',
  ])('is the recorded one, whichever is given: %s', async (given) => {
    const { orgctl, path } = freshMachine();
    const line = 'scim users list --scim-url https://y.example --scim-version 2.0';
    const recorded = await orgctl(`--record ${path('a.tape')} ${line}`, SERVICE);
    expect(recorded).toMatchObject({ exit: 0, stdout: '[]\n' });
    const replay = freshMachine();
    const ran = await replay.orgctl(`--replay ${path('a.tape')} ${given}`);
    expect(ran).toEqual({ exit: 0, stdout: '[]\n', stderr: '' });
  });

  it('is the recorded one for another command', async () => {
    const { orgctl, path } = freshMachine();
    await orgctl(`--record ${path('a.tape')} -p sandbox scim users list -q`);
    const { exit, stderr } = await orgctl(`--replay ${path('a.tape')} -p real scim groups list`);
    expect(exit).toBe(11);
    expect(stderr).toContain('has no GET /scim/v2/Groups');
  });
});

describe('file of a recording', () => {
  it.each([
    '-qpsandbox scim users lst',
    '-p nosuch scim users list',
    '-p sandbox scim users list --what',
    '-p sandbox scim users list --columns nosuch',
    '-p sandbox scim users create',
  ])('is not left by a wrong command line: %s', async (line) => {
    const { orgctl, path } = freshMachine();
    expect((await orgctl(`--record ${path('a.tape')} ${line}`)).exit).toBe(2);
    expect(existsSync(path('a.tape'))).toBe(false);
    expect((await orgctl(`--record ${path('a.tape')} -p sandbox scim users list -q`)).exit).toBe(0);
  });

  it.each([
    '--help',
    '--version',
    '',
    'scim users',
    'scim users help',
    'scim users list --help',
    'scim users list -qh',
    'bulk apply nosuch.csv --help',
  ])('is not left by help and version: %s', async (line) => {
    const { orgctl, path } = freshMachine();
    const plain = await orgctl(line);
    expect(plain.exit).toBe(0);
    expect(await orgctl(`--record ${path('a.tape')} ${line}`)).toEqual(plain);
    expect(existsSync(path('a.tape'))).toBe(false);
  });

  it.each([
    [5, 'scim users list --where nosuch'],
    [2, 'scim users deactivate clara.voss'],
  ])('is left by a command that refused its input, or sent a request: exit code %i', async (exit, line) => {
    const { orgctl, path } = freshMachine();
    expect((await orgctl(`--record ${path('a.tape')} -p sandbox ${line}`)).exit).toBe(exit);
    expect((await orgctl(`--replay ${path('a.tape')}`)).exit).toBe(exit);
  });

  it('is kept, and the error has a hint', async () => {
    const { orgctl, path } = freshMachine();
    await orgctl(`--record ${path('a.tape')} -p sandbox scim users list -q`);
    expect(await orgctl(`--record ${path('a.tape')} -p sandbox scim users list`)).toEqual({
      exit: 12,
      stdout: '',
      stderr: `error: cannot open ${path('a.tape')}: it already exists\nhint: name a new file, for example --record call.tape\n`,
    });
    expect(existsSync(path('a.tape'))).toBe(true);
  });
});
