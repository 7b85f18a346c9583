import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';

const HEADING = 'userName,email,title\n';
const row = (name: string, title = 'Cook') => `${name},${name}@x.example,${title}\n`;
const object = (name: string) => `{"userName":"${name}","email":"${name}@x.example"}\n`;
const entry = (name: string) =>
  `dn: uid=${name},dc=x\nobjectClass: person\nuserName: ${name}\nemail: ${name}@x.example\n\n`;

/**
 * Applies a text with bad rows skipped. @returns the output, the rejects, and the new users of the service
 */
async function applied(name: string, text: string, flags = '') {
  const machine = machineWith(name, text);
  const ran = await apply(machine, name, flags);
  const rejects = machine.path('rejects');
  return {
    machine,
    ran,
    rejects: existsSync(rejects)
      ? readFileSync(rejects, 'utf8').replaceAll(machine.path(name), name)
      : undefined,
    names: await newNames(machine),
  };
}

function machineWith(name: string, text: string): Machine {
  const machine = freshMachine();
  writeFileSync(machine.path(name), text);
  return machine;
}

const apply = (machine: Machine, name: string, flags: string): Promise<Ran> =>
  machine.orgctl(
    `-p sandbox bulk apply ${machine.path(name)} --yes --on-bad-row skip --rejects ${machine.path('rejects')} --force ${flags}`,
  );

async function newNames(machine: Machine): Promise<readonly string[]> {
  const { stdout } = await machine.orgctl('-p sandbox scim users list -o json --limit 1000');
  const all: readonly { readonly userName: string }[] = JSON.parse(stdout);
  return all.map(({ userName }) => userName).filter((userName) => /^p\d$/.test(userName));
}

describe('damaged row with a clear end, with --on-bad-row skip', () => {
  it.each<[what: string, name: string, text: string, rejects: string]>([
    [
      'a quote in the middle of a cell',
      'hr.csv',
      `${HEADING}${row('p1')}p2,p2@x.example,a "big" one\n${row('p3')}`,
      'userName,email,title,orgctl.place,orgctl.code,orgctl.message\n' +
        '"p2,p2@x.example,a ""big"" one",,,hr.csv:3:19,stray_quote,unexpected quote\n',
    ],
    [
      'text after a closing quote, in the last line',
      'hr.csv',
      `${HEADING}${row('p1')}${row('p3')}p2,p2@x.example,"a" b`,
      'userName,email,title,orgctl.place,orgctl.code,orgctl.message\n' +
        '"p2,p2@x.example,""a"" b",,,hr.csv:4:19,stray_quote,unexpected quote\n',
    ],
    [
      'a lone carriage return',
      'hr.csv',
      `${HEADING}${row('p1')}p2,p2@x.example,a\rb\n${row('p3')}`,
      'userName,email,title,orgctl.place,orgctl.code,orgctl.message\n' +
        '"p2,p2@x.example,a\rb",,,hr.csv:3:18,stray_line_end,unexpected carriage return; the other lines have another line ending\n',
    ],
    [
      'a line that is not JSON',
      'hr.ndjson',
      `${object('p1')}{"userName":"p2",\n${object('p3')}`,
      '{"orgctl.text":"{\\"userName\\":\\"p2\\",","orgctl.place":"hr.ndjson:2:18","orgctl.code":"damaged_record",' +
        '"orgctl.message":"this line is not JSON: the end is not expected here"}\n',
    ],
    [
      'the last line of NDJSON, cut off',
      'hr.ndjson',
      `${object('p1')}${object('p3')}[2`,
      '{"orgctl.text":"[2","orgctl.place":"hr.ndjson:3:3","orgctl.code":"damaged_record",' +
        '"orgctl.message":"this line is not JSON: the end is not expected here"}\n',
    ],
    [
      'an entry with a line that is not an attribute',
      'hr.ldif',
      `${entry('p1')}dn: uid=p2,dc=x\nuserName: p2\nwhat\n\n${entry('p3')}`,
      '# orgctl.place: hr.ldif:8:1\n# orgctl.code: damaged_record\n# orgctl.message: this line has no attribute\n' +
        'dn: uid=p2,dc=x\nuserName: p2\nwhat\n\n',
    ],
  ])('is rejected: %s', async (_, name, text, expected) => {
    const map = name.endsWith('ldif') ? mapFlag() : '';
    const { ran, rejects, names } = await applied(name, text, map);
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('warning: 1 of 3 rows of ') });
    expect(names).toEqual(['p1', 'p3']);
    expect(rejects).toBe(expected);
  });

  it('counts toward the limit and prevents --prune from deactivating any user', async () => {
    const text = `${object('p1')}{\n{\n`;
    const more = await applied('hr.ndjson', text, '--max-bad-rows 1');
    expect(more.ran.stderr).toContain('error: 2 bad rows in ');
    expect(more.ran.exit).toBe(9);
    const pruned = await applied('hr.ndjson', text, '--max-bad-rows 2 --prune --max-deactivate 100');
    expect(pruned.ran.exit).toBe(3);
    expect(pruned.ran.stderr).toContain('warning: --prune deactivates no users');
    expect(pruned.ran.stderr).not.toContain('deactivate ');
  });

  it('keeps the members of a group file with --exact', async () => {
    const { machine } = await applied('hr.csv', `${HEADING}${row('p1')}${row('p2')}`);
    await machine.orgctl('-p sandbox scim groups create Team --member p1 --member p2 --yes');
    writeFileSync(machine.path('team.ndjson'), '{"group":"Team","member":"p1"}\n{"group":\n');
    const ran = await apply(machine, 'team.ndjson', '--exact');
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('warning: 1 of 2 rows of ') });
    const { stdout } = await machine.orgctl('-p sandbox scim groups members list Team -o json');
    expect(JSON.parse(stdout)).toHaveLength(2);
  });
});

describe('damaged input without a clear end, with --on-bad-row skip', () => {
  it.each<[what: string, text: string, finding: string]>([
    ['a quote that is never closed', `p1,p1@x.example,"open\n${row('p2')}`, ':2:17 a quote is opened here'],
    [
      'a quote that is closed in another row',
      `p1,p1@x.example,"open\n${row('p2')}p3,p3@x.example,"a"\n`,
      ':4:17 unexpected quote; its row starts in line 2',
    ],
    ['a row of more than 1 MiB', `p1,p1@x.example,${'a'.repeat(1024 * 1024)}\n`, 'longer than 1 MiB'],
  ])('stops the file: %s', async (_, rows, finding) => {
    const { ran, names } = await applied('hr.csv', `${HEADING}${rows}${row('p9')}`);
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(finding);
    expect(ran.stderr).toContain('hint: the end of this row is unknown, so it cannot be skipped');
    expect(names).toEqual([]);
  });

  it('stops at a damaged header row and at an object of a JSON array', async () => {
    const heading = await applied('hr.csv', `user"Name,email\n${HEADING}${row('p1')}`);
    expect(heading.ran).toMatchObject({ exit: 5, stderr: expect.stringContaining(':1:5 unexpected quote') });
    const list = await applied('hr.json', '[{"userName":"p1","email":"p1@x.example"},{"userName":}]');
    expect(list.ran).toMatchObject({ exit: 5, stderr: expect.stringContaining('(damaged_record)') });
    expect([...heading.names, ...list.names]).toEqual([]);
  });

  it('stops at 1,000 damaged rows, because later rows are not read', async () => {
    const damaged = (count: number) => HEADING + 'p2,p2@x.example,a"b\n'.repeat(count) + row('p1');
    const most = await applied('hr.csv', damaged(999), '--max-bad-rows 100%');
    expect(most).toMatchObject({ ran: { exit: 3 }, names: ['p1'] });
    const more = await applied('hr.csv', damaged(1000), '--max-bad-rows 100%');
    expect(more).toMatchObject({ ran: { exit: 5 }, names: [] });
  });
});

describe('rejected rows', () => {
  it('are listed once each, however many lines they have', async () => {
    const { ran, rejects } = await applied(
      'hr.csv',
      'userName,displayName,secondaryEmail\np1,"P\n1",bad@\np2,P 2,\n'.replace('p2,', 'ines.harbour,'),
    );
    expect(ran.stderr).toContain('warning: 1 of 2 rows of ');
    expect(rejects?.match(/orgctl|hr\.csv/g)).toHaveLength(4);
    expect(rejects).toContain('p1,"P\n1",bad@,hr.csv:2:4,');
  });

  it('are written as read, whatever the delimiter and the lines above the header row', async () => {
    const text = 'Staff of today\nuserName;email;title\np1;p1@x.example;Cook, sous\np2;p2@;Cook\n';
    const { rejects, names } = await applied('hr.csv', text, "--delimiter ';' --header-row 2");
    expect(names).toEqual(['p1']);
    expect(rejects).toBe(
      '\nuserName;email;title;orgctl.place;orgctl.code;orgctl.message\n' +
        'p2;p2@;Cook;hr.csv:4:4;bad_email_address;"""p2@"" is not an address"\n',
    );
  });

  it.each<[text: string, flags: string, encoding?: BufferEncoding]>([
    ['userName;email;title\np1;p1@x.example;Cook, sous\np2;p2@;Cook, b\n', ''],
    ['userName;email;title\np2;p2@;"Cook; sous"\n', ''],
    ['userName|email|title\np2|p2@|Cook\n', ''],
    ['userName\temail\ttitle\np2\tp2@\tCook\n', ''],
    ['sep=;\nuserName;email\np2;p2@\n', ''],
    ['sep=:\nStaff\nuserName:email\np2:p2@\n', '--header-row 3'],
    ['userName:email\np2:p2@\n', "--delimiter ':'"],
    ['Staff\n\nuserName;email\np2;p2@\n', '--header-row 3'],
    ['Staff;\nuserName;email\np2;p2@\n', ''],
    ['\ufeffuserName;email;title\np2;p2@;Köchin\n', ''],
    ['\ufeffuserName;email;title\np2;p2@;Köchin\n', '', 'utf16le'],
    ['userName;email;title\np2;p2@;Köchin\n', '', 'latin1'],
    ['userName;email;title\np2;p2@;Köchin\n', '--encoding windows-1252', 'latin1'],
    ['userName;email;title\np2;p2@;Köchin\n', '--encoding utf-16le', 'utf16le'],
    ['{"userName":"p2","email":"p2@","title":"Köchin"}\n', '--encoding latin1', 'latin1'],
  ])('are read by the command line that read the file: %j %s %s', async (text, flags, encoding = 'utf8') => {
    const machine = freshMachine();
    const [input, rejects] = [machine.path('hr.csv'), machine.path('rejects.csv')];
    writeFileSync(input, text, encoding);
    const apply = (file: string, more: string) =>
      machine.orgctl(`-p sandbox bulk apply ${file} --yes ${flags} ${more}`);
    const first = await apply(input, `--on-bad-row skip --rejects ${rejects}`);
    expect(first.exit, first.stderr).toBe(3);
    const again = await apply(rejects, '');
    expect(again.stderr).toContain('"p2@" is not an address');
    expect(again.stderr).toContain('is not accepted: 1 finding');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('p2@', 'p2@x.example'));
    expect(await apply(rejects, '')).toMatchObject({ exit: 0 });
    const { stdout } = await machine.orgctl('-p sandbox scim users get p2 -o json --columns email,title');
    expect(stdout).toContain('"p2@x.example"');
    expect(stdout).toContain(
      /Cook; sous|Cook, b|Köchin|Cook/.exec(text.replace('Cook, sous', ''))?.[0] ?? 'p2',
    );
  });

  it('have all cells in the first cell if their number differs from that of the header row', async () => {
    const { rejects } = await applied('hr.csv', `${HEADING}${row('p1')}p2,p2@x.example,Cook,x\np3\n`);
    expect(rejects?.split('\n').slice(1)).toEqual([
      '"p2,p2@x.example,Cook,x",,,hr.csv:3:22,wrong_cell_count,"this row has 4 cells, but the header row has 3"',
      'p3,,,hr.csv:4:1,wrong_cell_count,"this row has 1 cell, but the header row has 3"',
      '',
    ]);
  });

  it('are not reported as the same user for the same typo', async () => {
    const { ran } = await applied('hr.csv', `${HEADING}p1,bad@,A\np2,bad@,A\n`);
    expect(ran.stderr).toContain('(bad_email_address)');
    expect(ran.stderr).not.toContain('same_user');
  });

  it.each<[name: string, first: string, second: string]>([
    ['hr.csv', 'userName,email,employeeNumber\np1,p1@x.example,1\n', 'p2,p1@x.example,2\n'],
    ['hr.ndjson', object('p1').replace('}', ',"employeeNumber":"1"}'), '"p2","email":"p1@x.example"'],
    ['hr.ldif', entry('p1').replace('email', 'employeeNumber: 1\nemail'), 'uid=p2'],
  ])('identify the lines of accepted identity changes: %s', async (name, first, second) => {
    const map = name.endsWith('ldif') ? mapFlag() : '';
    const { machine } = await applied(name, first, map);
    const text =
      name === 'hr.csv'
        ? `userName,email,employeeNumber\n${second}`
        : first.replace(/p1(?!@)/g, 'p2').replace(/(employeeNumber\D+)1/, '$12');
    writeFileSync(machine.path(name), text);
    const ran = await apply(machine, name, map);
    expect(ran.stderr).toContain('(identity_changed)');
    const accepted = await machine.orgctl(
      `-p sandbox bulk apply ${machine.path(name)} ${map} --yes --accept-identity-change ${machine.path('rejects')}`,
    );
    expect(accepted).toMatchObject({ exit: 0 });
    expect(await newNames(machine)).toEqual(['p2']);
  });
});

/** A map for LDIF entries whose attributes are named like columns. */
function mapFlag(): string {
  const machine = machineWith(
    'map.yaml',
    'columns:\n  userName: userName\n  email: email\n  employeeNumber: { from: [employeeNumber, userName] }\n',
  );
  return `--map ${machine.path('map.yaml')}`;
}
