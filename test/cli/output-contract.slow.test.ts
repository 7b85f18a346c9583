import { writeFileSync } from 'node:fs';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { helpConfiguration, printingCommand } from '../../src/cli/help-format.ts';
import { isReadByPeople } from '../../src/cli/printing/read-by-people.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';
import { freshMachine } from '../support/run-orgctl.ts';

async function leaves(): Promise<readonly CommandUnknownOpts[]> {
  const below = (command: CommandUnknownOpts): readonly CommandUnknownOpts[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(below);
  return below(await buildWholeProgram());
}

function helpOf(command: CommandUnknownOpts): string {
  return command.configureHelp(helpConfiguration({ width: 120, isShort: false })).helpInformation();
}

const ESCAPE = '\u001b';

it('scim users list prints a table on a terminal and JSON in a pipe', async () => {
  const machine = freshMachine();
  const piped = await machine.orgctl('-p sandbox scim users list');
  expect(JSON.parse(piped.stdout)).toHaveLength(12);
  const shown = await machine.orgctl('-p sandbox scim users list', { terminal: 200, env: { NO_COLOR: '1' } });
  expect(shown.stdout.split('\n')[0]).toMatch(/^Username +Display name +Primary e-mail +State +Title +ID$/);
});

describe('text output without a terminal', () => {
  const run = async (lines: readonly string[], options: { terminal?: number } = {}) => {
    const machine = freshMachine();
    writeFileSync(machine.path('p.csv'), 'userName,email,title\nana,ana@x.example,Lead\nclara.voss,,Lead\n');
    writeFileSync(machine.path('new.csv'), 'userName,email\nana,ana@x.example\n');
    const said: string[] = [];
    for (const line of lines) {
      const words = line.replace('FILE', machine.path('p.csv')).replace('NEW', machine.path('new.csv'));
      const ran = await machine.orgctl(`-p sandbox ${words} --yes`, {
        env: { NO_COLOR: '1' },
        ...options,
      });
      expect(ran.exit).toBe(0);
      said.push(ran.stdout.replaceAll(/\d{8}-\d{6}-\w+/g, 'RUN').replaceAll(/W1\w{7}/g, 'ID'));
    }
    return said;
  };
  const LINES = ['bulk plan FILE', 'bulk apply FILE -n', 'bulk apply FILE', 'bulk undo latest'];

  it('is the same in a pipe as on a wide terminal', async () => {
    const piped = await run(LINES);
    expect(piped).toEqual(await run(LINES, { terminal: 200 }));
    expect(piped[0]).toMatch(/^Line {2}Action +Name +What\n/);
    expect(piped[2]).toMatch(/^Line {2}Outcome +Name +ID/);
  });

  it('is printed by onboard and offboard', async () => {
    const OTHERS = ['onboard NEW', 'onboard --user-name bo --email bo@x.example -n', 'offboard tomas.rey -n'];
    const piped = await run(['offboard tomas.rey --plan', ...OTHERS]);
    expect(piped).toEqual(await run(['offboard tomas.rey --plan', ...OTHERS], { terminal: 200 }));
    expect(piped[0]).toBe(piped[3]);
    expect(piped[0]).toMatch(/^Action +Name +What\n/);
  });

  it('is the default of every command that plans, applies, reports or undoes', async () => {
    const plans = (await leaves()).filter(
      (command) =>
        /^(?:plan|apply|resume|finish|undo|report)$/.test(command.name()) ||
        command.options.some(({ long }) => long === '--plan'),
    );
    expect(plans.length).toBeGreaterThan(10);
    const others = plans.filter((command) => !isReadByPeople(printingCommand(command), {}));
    expect(others.map((command) => `${command.parent?.name()} ${command.name()}`)).toEqual([]);
  });

  it('is the default of a dry run of every command that writes, but not of its result', async () => {
    const writes = (await leaves()).filter((command) => printingCommand(command).isWrite);
    expect(writes.length).toBeGreaterThan(20);
    for (const command of writes) {
      expect(isReadByPeople(printingCommand(command), { dryRun: true })).toBe(true);
      expect(helpOf(command)).toMatch(/^ {2}(?:with --dry-run )?text, also in a pipe; -o json for programs/m);
    }
    const lists = (await leaves()).filter((command) => command.name() === 'list');
    for (const command of lists)
      expect(isReadByPeople(printingCommand(command), { dryRun: true })).toBe(false);
  });

  it.each([
    [
      'scim users patch clara.voss --title Lead',
      /^Action +Name +What\nchange +clara\.voss +title: Designer → Lead\n$/,
    ],
    [
      'scim users deactivate clara.voss',
      /^Action +Name +What\ndeactivate +clara\.voss +active: true → false\n$/,
    ],
    ['scim groups members set IT clara.voss', /^Action +Name +What\n/],
    ['admin policy assign --users clara.voss', /^Action +Name +What\n/],
    ['bulk check bad.csv', /^\S*bad\.csv:2:\d+ /],
    ['runs show latest', /^Line +Outcome +Name +ID\n/],
    [
      'api conversations.mark channel=C0RANDOM ts=1709571600.000100',
      /^Action +Name +What\ncall +conversations\.mark /,
    ],
    ['runs prune --older-than 0s', /^Run +State +Mode /],
  ])('is printed for the dry run or findings of %s', async (line, text) => {
    const machine = freshMachine();
    writeFileSync(machine.path('bad.csv'), 'userName,email\nana,ana.x.example\n');
    await machine.orgctl('-p sandbox scim groups create Reading');
    const isWrite = /^(?:scim|admin|api|runs prune) /.test(line);
    const words = `-p sandbox ${line.replace('bad.csv', machine.path('bad.csv'))}${isWrite ? ' --dry-run' : ''}`;
    expect((await machine.orgctl(words)).stdout).toMatch(text);
    expect(JSON.parse((await machine.orgctl(`${words} -o json`)).stdout)).toBeInstanceOf(Array);
    expect((await machine.orgctl(`${words} --query 'length(@)'`)).stdout).toMatch(/^\d+\n$/);
  });

  it.each([
    ['-p sandbox probe --calls 5', /^ID +Question +Answer +/],
    ['migrate verify OLD sandbox', /^Attribute +Users +Different +Digest in A/],
    ['compare OLD sandbox', /^$/],
  ])('is printed for the report of %s', async (line, text) => {
    const machine = freshMachine();
    const old = machine.path('old.ndjson');
    await machine.orgctl(`migrate snapshot sandbox --out ${old}`);
    const words = line.replace('OLD', old);
    const piped = await machine.orgctl(words);
    expect(piped.stdout).toMatch(text);
    expect(piped.exit).toBe(0);
    expect(JSON.parse((await machine.orgctl(`${words} -o json`)).stdout)).toBeInstanceOf(Object);
  });

  it('is JSON for the result of a write', async () => {
    const { stdout } = await freshMachine().orgctl('-p sandbox scim groups create Reading');
    expect(JSON.parse(stdout)).toMatchObject({ displayName: 'Reading' });
  });

  it.each(['report', 'resume'])('is printed by bulk %s', async (verb) => {
    const machine = freshMachine();
    writeFileSync(machine.path('p.csv'), 'userName,email\nana,ana@x.example\n');
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('p.csv')} --yes`);
    const { stdout, exit } = await machine.orgctl(`-p sandbox bulk ${verb} latest --yes`);
    expect(exit).toBe(0);
    expect(stdout).not.toMatch(/^[[{]/);
  });

  it.each([
    ['-o json', {}],
    ['--query "[].line"', {}],
    ['', { ORGCTL_OUTPUT: 'json' }],
  ])('is JSON if requested: %s %j', async (flags, env) => {
    const machine = freshMachine();
    writeFileSync(machine.path('p.csv'), 'userName,email\nana,ana@x.example\n');
    for (const verb of ['apply', 'undo latest #']) {
      const words = `-p sandbox bulk ${verb} ${machine.path('p.csv')} --yes ${flags}`.replace(/#\S* \S+/, '');
      const { stdout, exit } = await machine.orgctl(words, { env });
      expect(exit).toBe(0);
      expect(JSON.parse(stdout)).toHaveLength(1);
    }
  });
});

it.each([
  ['-o csv', {}, 'userName\n'],
  ['', { ORGCTL_OUTPUT: 'csv' }, 'userName\n'],
  ['-o tsv', { ORGCTL_OUTPUT: 'csv' }, 'userName\n'],
  ['-o csv --no-header', {}, 'ines.harbour\n'],
  ['', { ORGCTL_OUTPUT: 'csv', ORGCTL_NO_HEADER: '1' }, 'ines.harbour\n'],
])('"%s" with %j sets the output format', async (flags, env, start) => {
  const { stdout } = await freshMachine().orgctl(`-p sandbox scim users list --columns userName ${flags}`, {
    env,
  });
  expect(stdout.startsWith(start)).toBe(true);
});

it('the format of the profile applies without a flag or variable', async () => {
  const machine = freshMachine();
  const add = '--scim-url https://scim.example --token-stdin profile add acme --no-check';
  await machine.orgctl(`${add} -o ndjson`, { stdin: 'a-long-enough-token' });
  expect((await machine.orgctl('profile show acme -o csv')).stdout).toContain('acme');
});

it('results go to stdout and messages to stderr', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl(
    '-p sandbox scim users create --user-name eva --email eva@x.example -o json',
  );
  expect(() => JSON.parse(ran.stdout)).not.toThrow();
  expect(ran.stderr).toMatch(/^created eva/);
  const quiet = await machine.orgctl(
    '-p sandbox scim users create --user-name bo --email bo@x.example -o json -q',
  );
  expect(quiet.stderr).toBe('');
});

it.each([
  ['json', '[]\n'],
  ['ndjson', ''],
  ['yaml', '[]\n'],
  ['table', ''],
  ['csv', 'userName\n'],
])('an empty result is printed as %s with exit 0', async (format, expected) => {
  const line = `-p sandbox scim users list --filter 'username eq "nobody"' --columns userName -o ${format} -q`;
  expect(await freshMachine().orgctl(line)).toEqual({ exit: 0, stdout: expected, stderr: '' });
});

it('--limit truncates a list and reports the total', async () => {
  const machine = freshMachine();
  const ran = await machine.orgctl('-p sandbox scim users list --limit 2 -o csv --columns userName');
  expect(ran.stdout).toBe('userName\nines.harbour\nwalt.finch\n');
  expect(ran.stderr).toBe('2 of 12; --limit 12 shows all\n');
  expect((await machine.orgctl('-p sandbox scim users list --limit 12 -o csv')).stderr).toBe('');
});

it('--query selects from the result with JMESPath, even as CSV', async () => {
  const machine = freshMachine();
  const list = "-p sandbox scim users list --query '[?!active].{name: userName, id: id}'";
  expect((await machine.orgctl(`${list} -o csv`)).stdout).toBe(
    'name,id\nformer.member,W15OTNCMT\nerased,W167FZAIC\n',
  );
  expect(
    JSON.parse((await machine.orgctl("-p sandbox scim users list --query 'length(@)' -o json")).stdout),
  ).toBe(12);
  const bad = await machine.orgctl("-p sandbox scim users list --query '[?'");
  expect(bad.exit).toBe(2);
  expect(bad.stderr).toContain('--query is not a JMESPath expression');
});

it('--columns suggests a similar name for an unknown column', async () => {
  const ran = await freshMachine().orgctl('-p sandbox scim users list -o csv --columns userName,emial');
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain('there is no column "emial" (did you mean "email"?)');
});

it('--columns is refused for a single object, with a hint to use --query', async () => {
  const ran = await freshMachine().orgctl('probe sandbox -o json --columns id');
  expect(ran).toMatchObject({ exit: 2, stdout: '' });
  expect(JSON.parse(ran.stderr)).toEqual({
    code: 'usage',
    exit: 2,
    message: '--columns chooses columns of a list, and this format prints one object',
    hint: '--query EXPRESSION chooses parts of it',
  });
});

it.each([
  ['a pipe', '', {}, undefined, false],
  ['a terminal', '', {}, 120, true],
  ['a dumb terminal', '', { TERM: 'dumb' }, 120, false],
  ['NO_COLOR', '', { NO_COLOR: '1' }, 120, false],
  ['FORCE_COLOR in a pipe', '', { FORCE_COLOR: '1' }, undefined, true],
  ['--color always over NO_COLOR', '--color always', { NO_COLOR: '1' }, undefined, true],
  ['--color never over FORCE_COLOR', '--color never', { FORCE_COLOR: '1' }, 120, false],
])('color depends on %s', async (_, flag, env, terminal, isColored) => {
  const options = terminal === undefined ? { env } : { env, terminal };
  const { stdout } = await freshMachine().orgctl(`-p sandbox scim users list -o table ${flag}`, options);
  expect(stdout.includes(ESCAPE)).toBe(isColored);
});

it('every line of a table fits a terminal of 60 columns', async () => {
  const machine = freshMachine();
  for (const line of [
    'scim users list',
    'scim users get clara.voss',
    'bulk plan examples/people.csv',
    'explain email_taken',
  ]) {
    const { stdout } = await machine.orgctl(`-p sandbox ${line}`, { terminal: 60, env: { NO_COLOR: '1' } });
    expect(Math.max(...stdout.split('\n').map((text) => text.length))).toBeLessThanOrEqual(60);
    expect(stdout.length).toBeGreaterThan(200);
  }
});

it('control characters in a value are escaped in a table and preserved in JSON', async () => {
  const machine = freshMachine();
  const title = 'a\u001b]0;owned\u0007b\u009b31m\rc\u202ed\ne';
  await machine.orgctl('-p sandbox scim users create --file -', {
    stdin: JSON.stringify({ userName: 'eva', emails: [{ value: 'eva@x.example' }], title }),
  });
  const table = await machine.orgctl(
    '-p sandbox scim users list -o table --columns title --filter \'username eq "eva"\'',
  );
  expect(table.stdout).toBe('Title\na^[]0;owned^Gb\\u{9b}31m↵c\\u{202e}d↵e\n');
  const json = await machine.orgctl('-p sandbox scim users get eva -o json');
  expect(JSON.parse(json.stdout).title).toBe(title);
  expect(json.stdout).not.toMatch(/[\u007f-\u009f\u202e]/);
});

it('an error is one JSON object on stderr with -o json', async () => {
  const ran = await freshMachine().orgctl('-p sandbox scim users get nobody -o json');
  expect(ran).toMatchObject({ exit: 6, stdout: '' });
  expect(JSON.parse(ran.stderr)).toEqual({
    code: 'no_such_user',
    exit: 6,
    message: 'no user has the userName "nobody"',
    hint: 'orgctl -p sandbox scim users list --filter \'username sw "nob"\'',
  });
});

it.each(['csv', 'tsv'])(
  'control characters of a cell are escaped on a terminal and preserved in a pipe: %s',
  async (format) => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users create --file - -q', {
      stdin: JSON.stringify({
        userName: 'eva',
        emails: [{ value: 'eva@x.example' }],
        title: `VP${ESCAPE}]0;owned\u0007`,
      }),
    });
    const line = `-p sandbox scim users list --filter 'username eq eva' --columns title -o ${format} --no-header`;
    expect((await machine.orgctl(line)).stdout).toBe(`VP${ESCAPE}]0;owned\u0007\n`);
    expect((await machine.orgctl(line, { terminal: 80 })).stdout).toBe('VP^[]0;owned^G\n');
  },
);

it('control characters of an export are escaped on a terminal and preserved in a pipe', async () => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users patch clara.voss -q --file -', {
    stdin: JSON.stringify({ title: `VP${ESCAPE}[2J` }),
  });
  expect((await machine.orgctl('-p sandbox scim users export')).stdout).toContain(`VP${ESCAPE}[2J`);
  const shown = await machine.orgctl('-p sandbox scim users export', { terminal: 80 });
  expect(shown.stdout).toContain('VP^[[2J');
  expect(shown.stdout).not.toContain(ESCAPE);
});

it('times are relative on a terminal and absolute in a pipe', async () => {
  const { orgctl } = freshMachine();
  const line = '-p sandbox scim users list --columns userName,created --limit 1';
  const shown = await orgctl(line, {
    terminal: 80,
    env: { NO_COLOR: '1' },
    now: () => Date.parse('2026-11-21'),
  });
  expect(shown.stdout).toMatch(/ines\.harbour +2 years ago/);
  const piped = await orgctl(`${line} -o csv`);
  expect(piped.stdout).toMatch(/\r?\nines\.harbour,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d\r?\n/);
});

it('runs list shows the profile at 80 columns', async () => {
  const machine = freshMachine();
  await machine.orgctl('-p sandbox scim users patch tomas.rey --title Lead');
  const { stdout, stderr } = await machine.orgctl('runs list', { terminal: 80, env: { NO_COLOR: '1' } });
  expect(stdout.split('\n')[0]).toMatch(/Profile/);
  expect(stdout).toContain('sandbox');
  expect(stderr).toContain('hidden columns: ');
});

describe('dry run without changes', () => {
  it.each([
    'scim users patch clara.voss --title Designer',
    'scim users deactivate former.member',
    `scim users deactivate --where 'title eq "nobody"'`,
    'scim users activate clara.voss',
    'scim groups members add IT walt.finch',
    'scim groups members set IT walt.finch samir.aziz',
    'scim groups patch IT --name IT',
  ])('prints [] as JSON, and a message as text: %s', async (line) => {
    const data = await freshMachine().orgctl(`-p sandbox ${line} -n -o json`);
    expect(data).toMatchObject({ exit: 0, stdout: '[]\n' });
    const text = await freshMachine().orgctl(`-p sandbox ${line} -n`);
    expect(text).toMatchObject({ exit: 0, stdout: '' });
    expect(text.stderr).not.toBe('');
  });
});

it('formulas are escaped in TSV, but not in text', async () => {
  const { orgctl } = freshMachine();
  const get = (flags: string) => orgctl(`-p sandbox scim users get clara.voss ${flags}`);
  expect((await get('-o text --columns userName,phone')).stdout).toBe('clara.voss\t+49 30 555 0101\n');
  expect((await get('-o text --query [userName,phone]')).stdout).toBe('clara.voss\n+49 30 555 0101\n');
  expect((await get('-o text --query [[userName,phone]]')).stdout).toBe('clara.voss\t+49 30 555 0101\n');
  expect((await get('-o tsv --columns userName,phone --no-header')).stdout).toBe(
    "clara.voss\t'+49 30 555 0101\n",
  );
});
