import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const TEXT = 'userName,email\nanna,anna@x.example\n';

/** The printed findings of a check. */
async function findingsIn(content: string | Buffer, name = 'people.csv') {
  const machine = freshMachine();
  writeFileSync(machine.path(name), content);
  const { exit, stdout, stderr } = await machine.orgctl(`bulk check ${machine.path(name)} -o table`);
  const own = (text: string) => text.replaceAll(`${machine.home}/`, '');
  return { exit, findings: own(stdout).split('\n').slice(0, -1), stderr: own(stderr) };
}

describe('bulk check of files from spreadsheets', () => {
  it.each([
    ['a byte order mark and CRLF', `\ufeff${TEXT.replaceAll('\n', '\r\n')}`],
    ['a line sep=,', `sep=,\r\n${TEXT}`],
    ['a group file with a line sep=,', 'sep=,\ngroup,member\nIT,clara.voss\n'],
    ['empty rows and columns', 'userName,email,,\n,,,\nanna,anna@x.example,,\n,,,\n"","",,\n'],
    ['empty columns of a group file', 'group,member,\nIT,clara.voss,\n,,\n'],
    ['CR as line end', TEXT.replaceAll('\n', '\r')],
  ])('reads %s', async (_, text) => {
    expect(await findingsIn(text)).toMatchObject({ exit: 0, stderr: 'people.csv: 1 row, no findings\n' });
  });

  it.each([
    [
      'an oversized record',
      `userName,email,title\nanna,anna@x.example,${'x'.repeat(3_000_000)}\nbo,bo@x.example,Cook\n`,
      'people.csv:2:1 this record is longer than 1 MiB (record_too_long)',
    ],
    [
      'an unclosed quote in an oversized record',
      `userName,email,title\nanna,anna@x.example,"${'x'.repeat(3_000_000)}\nbo,bo@x.example,Cook\n`,
      'people.csv:2:21 a quote is opened here and never closed; expected quotes around a cell that contains a quote, and two quotes for each one inside; for example "a ""quoted"" word, and a comma" (unclosed_quote)',
    ],
  ])('reports %s in a single finding', async (_, content, finding) => {
    expect(await findingsIn(content)).toMatchObject({ exit: 5, findings: [finding] });
  });

  it.each([
    ['people', 'userName,email,\nanna,anna@x.example,x\n', 'people.csv:2:21 "x"'],
    ['groups', 'group,member,\nIT,clara.voss,x\n', 'people.csv:2:15 "x"'],
  ])('reports a value without a heading: %s', async (_, text, start) => {
    expect((await findingsIn(text)).findings).toEqual([
      `${start} is in a column without a heading (unknown_column)`,
    ]);
  });

  it('counts the lines after a skipped record', async () => {
    const text = `userName,email,title\nanna,anna@x.example,${'x'.repeat(2_500_000)}\nbo,bo@,Cook\n`;
    const { findings } = await findingsIn(text);
    expect(findings.map((finding) => finding.slice(0, 17))).toEqual([
      'people.csv:2:1 th',
      'people.csv:3:4 em',
    ]);
  });

  it('suggests init-map if all headings are unknown', async () => {
    const text = 'Employee ID,Work Email\n1,anna@x.example\n';
    expect((await findingsIn(text)).stderr).toContain(
      'hint: for an export of another system: orgctl bulk init-map people.csv --out map.yaml\n',
    );
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), Buffer.from(text, 'utf16le'));
    const ran = await machine.orgctl(`bulk init-map ${machine.path('hr.csv')}`);
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('  email: Work Email\n') });
    expect(ran.stderr).toContain('recognized UTF-16LE\n');
  });
});

describe("the ' before a text that looks like a formula", () => {
  const WHERE = ['--where', 'code eq "+46" or code eq "-"'];

  it.each([
    ['a selection', 'columns: { userName: userName, email: email }\n', WHERE],
    [
      'a condition for accounts',
      `columns: { userName: userName, email: email }\nprovision: { when: 'Code eq "+46" or Code eq "-"' }\n`,
      [],
    ],
    [
      'a table of a map',
      `columns:\n  userName: userName\n  email: { from: email, when: 'Code pr' }\n  title: { from: Code, lookup: table }\nlookups: { table: table.csv }\n`,
      WHERE,
    ],
  ])('is no part of the text for %s', async (_, map, words) => {
    const machine = freshMachine();
    writeFileSync(machine.path('m.yaml'), map);
    writeFileSync(machine.path('table.csv'), "Code,Title\n'+46,VP\n'-,'=VP\n");
    writeFileSync(
      machine.path('hr.csv'),
      `userName,email,Code\nanna,anna@x.example,'+46\nbo,bo@x.example,'-\ncy,cy@x.example,${words.length === 0 ? '46' : ''}\n`,
    );
    const files = [machine.path('hr.csv'), '--map', machine.path('m.yaml')];
    const ran = await machine.words(['-p', 'sandbox', 'bulk', 'plan', ...files, ...words, '-o', 'table']);
    expect(ran).toMatchObject({ exit: 0, stdout: expect.stringMatching(/create +anna .*\n.*create +bo /) });
    expect(ran.stdout).not.toMatch(/cy|'/);
    expect(ran.stdout.includes('=VP')).toBe(map.includes('lookup'));
  });

  it('is no part of the name of a group of a map', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('m.yaml'),
      "columns: { userName: userName, email: email }\ngroups: { manage: ['*'], rules: ['{Team}'] }\n",
    );
    writeFileSync(machine.path('hr.csv'), "userName,email,Team\nanna,anna@x.example,'-Ops\n");
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('hr.csv')} --map ${machine.path('m.yaml')} --max-remove-members 100 -o table`,
    );
    expect(ran.stdout).toMatch(/create group +-Ops\n/);
  });

  it('is part of the text in NDJSON', async () => {
    const machine = freshMachine();
    await machine.words(['-p', 'sandbox', 'scim', 'users', 'patch', 'clara.voss', '--title', "'=x", '--yes']);
    const { stdout } = await machine.orgctl('-p sandbox scim users list -o ndjson');
    const again = await machine.orgctl('-p sandbox bulk plan -', { stdin: stdout });
    expect(again.stderr).toContain('nothing to change; ');
    const row = `{"userName":"clara.voss","title":"'=x"}\n`;
    const one = await machine.orgctl('-p sandbox bulk plan -', { stdin: row });
    expect(one.stderr).toContain('nothing to change; 1 unchanged');
  });
});
