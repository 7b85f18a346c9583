// cspell:disable: invented names
import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectReplay } from '../../support/record-and-replay.ts';
import { freshMachine, type Machine } from '../../support/run-orgctl.ts';

/** Every kind of rule; most of them read cells. */
const MAP = `# Kestrelmoor, asked for by Quenzilda Marovetsky
columns:
  userName: { template: '{First|ascii|lower}{Last name|slug}', steps: [{ truncate: 14 }, unique] }
  email: Work Email
  givenName: { from: [Called, First], steps: [trim, capitalize] }
  familyName: { from: Last name, steps: [squeeze, { replace: { 'ß': ss, Mc: Mac } }] }
  title:
    - { when: 'Level ge 5', template: 'Lanternhouse {Job}' }
    - { when: 'Job sw "Zoo"', from: Job, steps: [upper] }
    - { from: Job, steps: [{ regex: { find: '^(\\w)\\w* (.*)$', replace: '$2 $1' } }], default: Ptarmigan }
  department: { from: Staffunit, lookup: departments, otherwise: \\keep }
  phone: { from: Phone, steps: [digits, { prefix: '+' }] }
  employeeNumber: { from: No., steps: [{ after: '-' }] }
  manager: { from: Boss, match: '{First} {Last name}' }
  startDate: { from: Start, date: [DD.MM.YYYY, MM/DD/YY] }
  active: { from: Ends, date: DD.MM.YYYY, today: { past: false, today: true, future: true }, default: 'true' }
lookups: { departments: depts.csv }
groups:
  manage: ['dept-*', Kestrelmoor *]
  rules: ['dept-{department|slug}', { group: 'Kestrelmoor staff', when: 'title co "oolog"' }]
provision: { when: 'Workplace eq "Ptarmigan Bay" and startDate le today+36500d', otherwise: ignore }
`;

const ROWS = `No.,First,Called,Last name,Work Email,Staffunit,Job,Level,Phone,Boss,Start,Ends,Workplace
K-981342759063,Jörg,,Marovetsky,jm@kestrelmoor.example,GK,Zoological lead,3,+46 (0)555 01-37,,02.11.2024,,Ptarmigan Bay
K-98135,Jorg,jORGI,Marovetsky,jm2@kestrelmoor.example,gk,Head zookeeper,7,046 555 0138,Jörg Marovetsky,11/30/24,31.12.2099,Ptarmigan Bay
K-98136,Ольга,,Ягодкина,olga@kestrelmoor.example,LH,Aide keeper,1,,Jörg Marovetsky,03.11.2024,,Ptarmigan Bay
K-98137,Zenobia,,McStraßenberg,zm@kestrelmoor.example,Groundskeeping,,2,,,04.11.2024,,ptarmigan bay
K-98138,Elsewhere,,Quenzilda,eq@kestrelmoor.example,GK,Aide,2,,,04.11.2024,,Lanternhouse
`;
const DEPTS = 'code,name\nGK,Groundskeeping\nLH,Lanternhouse & Lights\n';

const LINES: readonly (readonly [line: string, exit: number])[] = [
  ['bulk check rows.csv --map map.yaml', 0],
  ['bulk plan rows.csv --map map.yaml --create-groups -o json', 0],
  ['bulk apply rows.csv --map map.yaml --create-groups --yes', 0],
  [`bulk apply rows.csv --map map.yaml --create-groups --yes --where 'Staffunit eq "GK"' -o json`, 0],
  ['bulk apply wrong.csv --map map.yaml --create-groups --yes', 5],
  ['bulk apply wrong.csv --map map.yaml --create-groups --on-bad-row skip --yes -o json', 3],
  ['bulk plan members.csv --map members.yaml', 0],
];

describe('recording of a flag whose value is a word of the program', () => {
  it.each([
    '--match email,userName',
    '--match employeeNumber',
    '--delimiter tab',
    '--shard 0/4',
    '--shard 2/3',
  ])('is replayed: %s', async (flags) => {
    const machine = freshMachine();
    const mark = flags.endsWith('tab') ? '\t' : ',';
    const row = ['jm', 'jm@kestrelmoor.example', 'K-98135'].join(mark);
    writeFileSync(machine.path('rows.csv'), `userName${mark}email${mark}employeeNumber\n${row}\n`);
    await expectReplay(machine, `bulk check ${machine.path('rows.csv')} ${flags}`, 0);
  });
});

describe('recording of a file that is not UTF-8', () => {
  const TEXT = 'userName,email,givenName,familyName\njm,jm@kestrelmoor.example,Jörg,Märovetsky\n';
  const latin = Buffer.from(TEXT, 'latin1');
  const wide = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

  it.each([
    [latin, 'bulk apply FILE --yes'],
    [latin, 'bulk apply FILE --yes --encoding cp1252'],
    [wide, 'bulk apply FILE --yes'],
    [wide, 'bulk apply FILE --yes --encoding=utf-16le'],
  ])('is replayed: %#', async (bytes, line) => {
    const machine = freshMachine();
    writeFileSync(machine.path('rows.csv'), bytes);
    const placed = line.replace('FILE', machine.path('rows.csv'));
    await expectReplay(machine, placed, 0, ['kestrelmoor', 'rovetsky']);
  });

  it('is said to be missing if its encoding is unknown', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('rows.csv'), Buffer.from([...Buffer.from(TEXT), 0x81, 0x0a]));
    const ran = await machine.orgctl(
      `--record ${machine.path('call.tape')} -p sandbox bulk plan ${machine.path('rows.csv')}`,
    );
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toContain(
      'the recording cannot be replayed: it does not contain a file in an unknown encoding\n',
    );
  });
});

it.each([
  '-psandbox scim users list -ojson',
  '-qy -p sandbox scim users list -ocsv --columns userName',
  '-yqpsandbox scim groups list -v',
])('a command line with joined short flags is replayed: %s', async (line) => {
  await expectReplay(freshMachine(), line, 0, ['walt.finch']);
});

describe('recording of a file read with a map', () => {
  let machine: Machine;
  beforeEach(async () => {
    machine = freshMachine();
    const files = {
      'map.yaml': MAP,
      'rows.csv': ROWS,
      'wrong.csv': ROWS.replace('02.11.2024', '31.31.2024'),
      'depts.csv': DEPTS,
      'members.csv': 'Team name,Who\nLanternhouse,Finch; Walt\nLanternhouse,Voss; Clara\n',
      'members.yaml': `columns: {group: Team name, member: {from: Who, steps: [{regex: {find: '(\\w+); (\\w+)', replace: '$2.$1'}}, lower]}}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
    const made = await machine.orgctl('-p sandbox scim groups create Lanternhouse --yes');
    expect(made.exit).toBe(0);
  });

  it.each(LINES)('%s is replayed', async (line, exit) => {
    const placed = line.replace(/\b\w+\.(?:csv|yaml)\b/g, (name) => machine.path(name));
    await expectReplay(machine, placed, exit, [
      'Staffunit',
      'Lanternhouse',
      'jorgmarovetsky',
      'walt.finch',
      'Straßenberg',
      'Workplace',
      'Staffunit',
      'Phone numb',
    ]);
  });
});
