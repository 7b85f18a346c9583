import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

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
  return { run, out };
}

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
    Buffer.from('\uFEFForgctl.code\torgctl.message\tuserName\n', 'utf16le'),
  ])('removes the rows of an earlier run: %j', async (rows) => {
    const { run, out } = await machineWithRun(rows);
    expect((await run(line)).exit).toBe(0);
    expect(existsSync(out)).toBe(false);
  });
});

describe.each([
  'bulk apply PEOPLE --yes --failed-out OUT --force',
  'migrate apply PEOPLE sandbox --yes --failed-out OUT --force',
])('a command that finds nothing to do: %s', (line) => {
  it('leaves a file of anything else as it is', async () => {
    const { run, out } = await machineWithRun(PRECIOUS);
    expect(await run(line)).toMatchObject({ exit: 0, stderr: expect.stringContaining('nothing to do') });
    expect(readFileSync(out, 'utf8')).toBe(PRECIOUS);
  });

  it.each([
    ['orgctl.code,orgctl.message,userName\n', '', false],
    ['line,name,id,attribute,value,code,message\n', '', false],
    ['orgctl.code,orgctl.message,userName\n', ' -n', true],
  ])('removes the rows of an earlier run, but not in a dry run: %j%s', async (rows, flags, stays) => {
    const { run, out } = await machineWithRun(rows);
    expect((await run(line + flags)).exit).toBe(0);
    expect(existsSync(out)).toBe(stays);
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
