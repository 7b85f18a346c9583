import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { within } from '../support/working-folder.ts';

const PRECIOUS = 'Dear diary\n';

/** A machine with a run to undo, a file to apply, and a file to write. */
async function machineWithRun(content: string | Buffer) {
  const machine = freshMachine();
  const [people, out] = [machine.path('people.csv'), machine.path('out.csv')];
  writeFileSync(people, 'userName,title\nclara.voss,Cook\n');
  await machine.orgctl(`-p sandbox bulk apply ${people} --yes`);
  const other = machine.path('other.csv');
  writeFileSync(other, 'userName,title\ntomas.rey,Cook\n');
  writeFileSync(out, content);
  const run = (line: string) =>
    machine.orgctl(
      `-p sandbox ${line.replace('PEOPLE', people).replace('OTHER', other).replace('OUT', out)}`,
    );
  return { run, out, people };
}

describe('rejected rows of a dry run', () => {
  const BAD = 'userName,email,title\ntomas.rey,tomas.rey@x.example,Chef\nbo,bo@,Cook\n';
  const lines = [
    'bulk plan PEOPLE --on-bad-row skip --rejects OUT',
    'bulk apply PEOPLE -n --on-bad-row skip --rejects OUT',
    'bulk apply PEOPLE --yes --on-bad-row skip --rejects OUT',
  ];

  it('do not prevent the run of the same file', async () => {
    const { run, people, out } = await machineWithRun('');
    rmSync(out);
    writeFileSync(people, BAD);
    for (const line of lines) {
      expect(await run(line)).toMatchObject({ exit: 3, stderr: expect.stringContaining('out.csv') });
      expect(readFileSync(out, 'utf8')).toContain('bo,bo@,Cook,');
    }
  });

  it.each([
    ['rows that someone corrected', BAD, (text: string) => text.replace('bo@,', 'bo@x.example,')],
    ['those of an earlier file', BAD.replace('bo@', 'bo@@'), (text: string) => text],
    ['those of a file that is correct now', BAD.replace('bo@', 'bo@x.example'), (text: string) => text],
  ])('are not replaced without --force: %s', async (_, next, edited) => {
    const { run, people, out } = await machineWithRun('');
    rmSync(out);
    writeFileSync(people, BAD);
    await run('bulk plan PEOPLE --on-bad-row skip --rejects OUT');
    const kept = edited(readFileSync(out, 'utf8'));
    writeFileSync(out, kept);
    writeFileSync(people, next);
    for (const line of lines) {
      const { exit, stdout, stderr } = await run(line);
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
      expect(stderr).toContain('out.csv exists\nhint: choose another name or add --force\n');
      expect(readFileSync(out, 'utf8')).toBe(kept);
    }
    expect((await run(`${lines[2]} --force`)).exit).toBeOneOf([0, 3]);
  });

  it.each([PRECIOUS, ''])('are not written over anything else: %j', async (content) => {
    const { run, people, out } = await machineWithRun(content);
    writeFileSync(people, BAD);
    for (const line of lines)
      expect(await run(line)).toMatchObject({ exit: 2, stderr: expect.stringContaining('out.csv exists') });
    expect(readFileSync(out, 'utf8')).toBe(content);
  });
});

describe('the file of events', () => {
  const EVENT = '{"t":"2026-01-02T03:04:05.000Z","type":"run.end"}\n';

  it.each([
    ['', 0],
    [EVENT, 0],
    [`${PRECIOUS}${EVENT}`, 0],
    [`${EVENT}${EVENT.slice(0, 30)}`, 0],
    [PRECIOUS, 2],
    [`${EVENT}${PRECIOUS}`, 2],
    ['{"userName":"bo"}\n', 2],
    ['[]', 2],
    ['userName,title\ntomas.rey,Cook\n', 2],
  ])('that ends with %j: exit %i', async (content, exit) => {
    const { run, out } = await machineWithRun(content);
    const ran = await run('bulk apply OTHER --yes --events OUT');
    expect(ran.exit).toBe(exit);
    const written = readFileSync(out, 'utf8');
    if (exit === 0) expect(written.slice(content.length)).toContain('"type":"run.start"');
    else {
      expect(written).toBe(content);
      expect(ran.stderr).toContain('out.csv exists, and its last line is not an event; nothing was sent');
      expect((await run('runs list -o csv --columns state --no-header')).stdout).toBe('finished\n');
    }
  });
});

it('a file of events of any size is only read at its end', async () => {
  const { run, out } = await machineWithRun('');
  // The name of the input is not absolute, so that its content is compared, too.
  const here = (line: string) => within(dirname(out), () => run(line));
  await here('bulk plan other.csv --out plan.json');
  // A file with a hole takes no space, but hours to read.
  const size = 2 ** 42;
  truncateSync(out, size);
  appendFileSync(out, '\n{"t":"2026-01-02T03:04:05.000Z","type":"run.end"}\n');
  for (const line of ['bulk apply plan.json', 'undo latest'])
    expect(await here(`${line} --yes --events OUT`)).toMatchObject({ exit: 0 });
  expect(statSync(out).size).toBeGreaterThan(size + 500);
});

it.each([
  ['folder', 'cannot write HERE/folder: it is a folder\nhint: name a file\n'],
  [
    'missing/events.ndjson',
    'cannot write to the folder of HERE/missing/events.ndjson: no such file or folder\n',
  ],
  ['link', 'cannot open HERE/link: it is a symbolic link\nhint: name the file itself\n'],
  ['dangling', 'cannot open HERE/dangling: it is a symbolic link\nhint: name the file itself\n'],
])('events that cannot be written begin no run: %s', async (name, message) => {
  const { run, out } = await machineWithRun('');
  const here = dirname(out);
  mkdirSync(join(here, 'folder'));
  symlinkSync(out, join(here, 'link'));
  symlinkSync(join(here, 'missing'), join(here, 'dangling'));
  for (const line of ['bulk apply OTHER --yes', 'undo latest --yes']) {
    const { exit, stderr } = await run(`${line} --events ${join(here, name)}`);
    expect([exit, stderr.replaceAll(here, 'HERE')]).toEqual([
      12,
      expect.stringContaining(`error: ${message}`),
    ]);
  }
  expect((await run('runs list -o csv --columns state --no-header')).stdout).toBe('finished\n');
});

it('events are appended to a file in a folder that cannot be written', async () => {
  const { run, out } = await machineWithRun('');
  const folder = join(dirname(out), 'of others');
  mkdirSync(folder);
  writeFileSync(join(folder, 'events.ndjson'), '');
  chmodSync(folder, 0o555);
  const { exit } = await run(`bulk apply OTHER --yes --events '${folder}/events.ndjson'`);
  chmodSync(folder, 0o755);
  expect(exit).toBe(0);
  expect(readFileSync(join(folder, 'events.ndjson'), 'utf8')).toContain('"type":"run.end"');
});

describe.each([
  'bulk plan PEOPLE --on-bad-row skip --rejects OUT --force',
  'bulk apply PEOPLE -n --on-bad-row skip --rejects OUT --force',
  'bulk apply OTHER --yes --failed-out OUT --force',
  'bulk undo latest --yes --failed-out OUT --force',
  'bulk report latest --failed-out OUT --force',
])('a command without failed rows: %s', (line) => {
  it('leaves a file of anything else as it is', async () => {
    const { run, out } = await machineWithRun(PRECIOUS);
    expect((await run(line)).exit).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(PRECIOUS);
  });

  it.each([
    'orgctl.code,orgctl.message,userName\n',
    '{"orgctl.code":"email_taken","orgctl.message":"","userName":"bo"}\n',
    '\uFEFForgctl.code;orgctl.message;userName\n',
    'sep=:\n\n\n\nuserName:orgctl.code:orgctl.message\n',
    Buffer.from('\uFEFForgctl.code\torgctl.message\tuserName\n', 'utf16le'),
  ])('removes the rows of an earlier run: %j', async (rows) => {
    const { run, out } = await machineWithRun(rows);
    expect((await run(line)).exit).toBe(0);
    expect(existsSync(out)).toBe(false);
  });
});

describe.each([
  ['bulk apply PEOPLE --yes --failed-out OUT --force', 'nothing to do', []],
  ['migrate apply PEOPLE sandbox --yes --failed-out OUT --force', 'nothing to do', []],
  ['resume latest --yes --failed-out OUT --force', 'is already complete', []],
  ['undo latest --yes --failed-out OUT --force', 'was already undone', ['undo latest --yes']],
  [
    'bulk undo latest --yes --failed-out OUT --force',
    'nothing to undo',
    ['users patch clara.voss --title Designer'],
  ],
])('a command that finds nothing to do: %s, %s', (line, why, before) => {
  async function machineBefore(content: string) {
    const machine = await machineWithRun(content);
    for (const step of before) await machine.run(step);
    return machine;
  }

  it('leaves a file of anything else as it is', async () => {
    const { run, out } = await machineBefore(PRECIOUS);
    expect(await run(line)).toMatchObject({ exit: 0, stderr: expect.stringContaining(why) });
    expect(readFileSync(out, 'utf8')).toBe(PRECIOUS);
  });

  it.each([
    ['orgctl.code,orgctl.message,userName\n', '', false],
    ['line,name,id,attribute,value,code,message\n', '', false],
    ['orgctl.code,orgctl.message,userName\n', ' -n', true],
  ])('removes the rows of an earlier run, but not in a dry run: %j%s', async (rows, flags, stays) => {
    const { run, out } = await machineBefore(rows);
    expect((await run(line + flags)).exit).toBe(0);
    expect(existsSync(out)).toBe(stays);
  });

  it('refuses an existing file without --force', async () => {
    const { run, out } = await machineBefore('orgctl.code,orgctl.message,userName\n');
    expect(await run(line.replace(' --force', ''))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('out.csv exists'),
    });
    expect(existsSync(out)).toBe(true);
  });
});

it('a list of groups as TSV names the same groups when it is read, also with quotes in their names', async () => {
  const machine = freshMachine();
  const names = ['"quoted"', 'quoted', '#ops', 'a"b'];
  for (const name of names) await machine.words(['-p', 'sandbox', 'scim', 'groups', 'create', name, '--yes']);
  const { stdout } = await machine.orgctl('-p sandbox scim groups list -o tsv --columns displayName');
  for (const name of names.slice(0, 3)) {
    const line = stdout
      .split('\n')
      .find((one) => one.replace(/^"(.*)"$/, '$1').replaceAll('""', '"') === name);
    writeFileSync(machine.path('list.tsv'), `displayName\n${line}\n`);
    const { stderr } = await machine.orgctl(`-p sandbox scim groups delete @${machine.path('list.tsv')} -n`);
    expect(stderr).toContain(`${name}: the group is deleted permanently`);
  }
});
