import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { UserAttributeName } from '../../src/spec/user-attributes.ts';
import { checked, valuesOf } from '../support/checked-people.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** The value of a column in the first row. */
async function valueAt(text: string, column: UserAttributeName, decimal?: '.' | ',') {
  const { rows } = await valuesOf(Buffer.from(text), undefined, decimal === undefined ? {} : { decimal });
  return rows[0]?.[column];
}

describe('spreadsheet damage', () => {
  const heading = 'userName,email,employeeNumber,title,startDate\n';

  it.each([
    ['1.23E+11', 'employeeNumber: "1.23E+11" was rounded by a spreadsheet; export the column as text'],
    ['1,23E+11', 'employeeNumber: "1,23E+11" was rounded by a spreadsheet; export the column as text'],
    ['#N/A', 'employeeNumber: "#N/A" is a spreadsheet error, not a value'],
    ['#REF!', 'employeeNumber: "#REF!" is a spreadsheet error, not a value'],
    ['########', 'employeeNumber: "########" is a spreadsheet placeholder for a column that is too narrow'],
    ['#BEZUG!', 'employeeNumber: "#BEZUG!" is a spreadsheet error, not a value'],
    ['1001.0', 'employeeNumber: "1001.0" has decimals; --decimal . reads it as 1001'],
    ['1001', undefined],
    ['10E5', undefined],
    ['A#1', undefined],
  ])('is detected only in damaged values: %s', async (cell, finding) => {
    const { findings } = await checked(`${heading}anna,anna@x.example,"${cell}",,\n`);
    expect(findings).toEqual(
      finding === undefined ? [] : [`people.csv:2:21 ${finding} (spreadsheet_damage)`],
    );
  });

  it('includes decimals of integers unless --decimal is given', async () => {
    expect((await checked(`${heading}anna,anna@x.example,1001.0,,\n`, '--decimal .')).exit).toBe(0);
    expect((await checked(`${heading}anna,anna@x.example,"1001,0",,\n`, '--decimal ,')).exit).toBe(0);
    expect((await checked(`${heading}anna,anna@x.example,"1001,0",,\n`, '--decimal .')).exit).toBe(5);
  });

  it.each(['employeeNumber', 'manager', 'phone', 'mobilePhone', 'postalCode'] as const)(
    'includes decimals in %s unless --decimal is given',
    async (column) => {
      const text = `userName,email,${column}\nanna,anna@x.example,4711.0\n`;
      const { findings } = await checked(text);
      expect(findings).toEqual([
        `people.csv:2:21 ${column}: "4711.0" has decimals; --decimal . reads it as 4711 (spreadsheet_damage)`,
      ]);
      expect(await valueAt(text, column, '.')).toBe('4711');
      expect(await valueAt(text.replace('4711.0', '4711.5'), column)).toBe('4711.5');
    },
  );

  it('excludes decimals of a cost center and of a title', async () => {
    const text = (column: string) => `userName,email,${column}\nanna,anna@x.example,4711.0\n`;
    expect(await valueAt(text('costCenter'), 'costCenter')).toBe('4711.0');
    expect(await valueAt(text('costCenter'), 'costCenter', '.')).toBe('4711');
    expect(await valueAt(text('title'), 'title', '.')).toBe('4711.0');
  });

  it('is undone by --decimal in lookups, manager keys and numeric days', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('map.yaml'),
      `columns:
  userName: Login
  email: Mail
  manager: { from: Boss, match: No }
  department: { from: Dept, lookup: { 10: Sales } }
  startDate: { from: Start, date: serial }
  guestExpiration: { from: End, date: epoch }
`,
    );
    writeFileSync(
      machine.path('people.csv'),
      'Login,Mail,No,Boss,Dept,Start,End\nann,ann@x.example,1,,10.0,46387.0,\nbob,bob@x.example,2.0,1.0,10,46387.75,1893456000.0\n',
    );
    const plan = (flag: string) =>
      machine.orgctl(
        `-p sandbox bulk plan ${machine.path('people.csv')} --map ${machine.path('map.yaml')} -o json ${flag}`,
      );
    const { stdout } = await plan('--decimal .');
    const [ann, bob] = JSON.parse(stdout).changes;
    const day = expect.stringMatching(/^2026-12-31/);
    expect(ann.user).toMatchObject({ department: 'Sales', startDate: day });
    expect(bob).toMatchObject({
      after: [ann.id],
      user: {
        manager: 'ann@x.example',
        startDate: day,
        guestExpiration: expect.stringMatching(/^2030-01-01T00:00:00/),
      },
    });
    const plain = JSON.parse((await plan('')).stderr).issues;
    expect(plain.map(({ message }: { message: string }) => message)).toEqual([
      'no lookup value for "10.0"',
      '"1.0" has decimals; --decimal . reads it as 1',
    ]);
  });

  it('includes the number of a day', async () => {
    expect((await checked(`${heading}anna,anna@x.example,,,46387\n`)).findings).toEqual([
      'people.csv:2:23 startDate: "46387" is a spreadsheet serial number for the date 2026-12-31 (spreadsheet_damage)',
    ]);
  });

  const numbered = (numbers: readonly string[]) =>
    `userName,email,employeeNumber\n${numbers.map((number, index) => `u${index},u${index}@x.example,${number}\n`).join('')}`;
  const withShort = (count: number) =>
    numbered(['000001', '000002', ...Array.from({ length: count }, (_, index) => String(2000 + index))]);

  it.each([
    [999, undefined],
    [1000, undefined],
    [1001, 'people.csv:1004 employeeNumber: from here on, 1 more number without leading zeros'],
    [1500, 'people.csv:1004 employeeNumber: from here on, 500 more numbers without leading zeros'],
  ])('counts numbers without their leading zeros, however many: %i', async (short, last) => {
    const { findings } = await checked(withShort(short));
    expect(findings.slice(1000)).toEqual(last === undefined ? [] : [`${last} (spreadsheet_damage)`]);
    expect(findings[998]).toContain('people.csv:1002 employeeNumber: "2998" has lost its leading zeros');
  });

  it('skips every row with a number without its leading zeros', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), withShort(1100));
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('hr.csv')} --on-bad-row skip --max-bad-rows 2000 -o csv --columns user --no-header`,
    );
    expect(ran).toMatchObject({ exit: 3, stdout: 'u0\nu1\n' });
  });

  const nine = ['00101', '00102', '00103', '00104', '00105', '00106', '00107', '00108', '10999'];

  it.each([
    [
      'a number that lost its zeros',
      [...nine, '110'],
      [
        'people.csv:11 employeeNumber: "110" has lost its leading zeros: the others have 5 digits, such as 00110 (spreadsheet_damage)',
      ],
    ],
    [
      'five digits in half of a few rows',
      ['00123', '124'],
      [
        'people.csv:3 employeeNumber: "124" has lost its leading zeros: the others have 5 digits, such as 00124 (spreadsheet_damage)',
      ],
    ],
    [
      'five digits in more than half of a few rows',
      ['00123', '7', '10999'],
      [
        'people.csv:3 employeeNumber: "7" has lost its leading zeros: the others have 5 digits, such as 00007 (spreadsheet_damage)',
      ],
    ],
    ['leading zeros in numbers of two lengths', ['00123', '0123', '12', '13'], []],
    ['a longer number among few rows', ['00123', '124', '100125'], []],
    [
      'numbers that never had zeros',
      ['98', '99', '100', '101', '102', '103', '104', '105', '106', '107', '108'],
      [],
    ],
    ['a longer number', [...nine, '100110'], []],
  ])('is judged by the other rows: %s', async (_, numbers, findings) => {
    expect((await checked(numbered(numbers))).findings).toEqual(findings);
  });
});
