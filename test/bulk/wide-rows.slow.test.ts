import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_COLUMNS } from '../../src/bulk/input/bounded-columns.ts';
import { freshMachine } from '../support/run-orgctl.ts';

/** Far more columns than are read, in a record of valid length. */
const HUGE = 50_000;
const PERSON = { userName: 'anna', email: 'anna@x.example' };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A file whose only row has this many columns. */
const FILES: readonly (readonly [name: string, text: (columns: number) => string])[] = [
  [
    'wide.csv',
    (columns) =>
      [Object.keys(PERSON), Object.values(PERSON)].map((cells) => cells + ','.repeat(columns - 2)).join('\n'),
  ],
  [
    'wide.ndjson',
    (columns) =>
      JSON.stringify({ ...PERSON, ...Object.fromEntries(numbers(columns - 2).map((n) => [n, ''])) }),
  ],
  [
    'wide.json',
    (columns) =>
      JSON.stringify([{ ...PERSON, ...Object.fromEntries(numbers(columns - 2).map((n) => [n, ''])) }]),
  ],
  [
    'wide.ldif',
    (columns) =>
      `dn: uid=anna\nuserName: anna\n${numbers(columns - 2)
        .map(() => 'c: 1\n')
        .join('')}`,
  ],
];

async function checked(name: string, text: string) {
  const machine = freshMachine();
  writeFileSync(machine.path(name), text);
  const { exit, stdout } = await machine.orgctl(`bulk check ${machine.path(name)} -o json`);
  const issues: readonly { readonly code: string; readonly message: string; readonly at: object }[] =
    JSON.parse(stdout);
  return { exit, issues };
}

describe.each(FILES)('row with too many columns: %s', (name, text) => {
  it(`reads ${MAX_COLUMNS} columns`, async () => {
    for (const columns of [MAX_COLUMNS - 1, MAX_COLUMNS]) {
      const { issues } = await checked(name, text(columns));
      expect(issues.filter(({ code }) => code === 'too_many_columns')).toEqual([]);
    }
  });

  it.each([MAX_COLUMNS + 1, HUGE])('refuses %i columns with one finding', async (columns) => {
    const { exit, issues } = await checked(name, text(columns));
    expect(exit).toBe(5);
    expect(issues).toMatchObject([
      { code: 'too_many_columns', message: `too many columns: ${columns}; the maximum is 2000` },
    ]);
  });
});

describe('other wide input', () => {
  it('refuses a CSV row that is wider than its header row', async () => {
    const { exit, issues } = await checked(
      'a.csv',
      `userName,email\nanna,anna@x.example${',x'.repeat(HUGE)}\nbo,bo@\n`,
    );
    expect(exit).toBe(5);
    expect(issues.map(({ code }) => code)).toEqual(['too_many_columns', 'bad_email_address']);
  });

  it('reads an LDIF whose groups have many members', async () => {
    const members = numbers(HUGE)
      .map((n) => `member: uid=p${n}\n`)
      .join('');
    const text = `dn: cn=all\nobjectClass: groupOfNames\n${members}\ndn: uid=anna\nobjectClass: person\nuserName: anna\nemail: anna@x.example\n`;
    const { issues } = await checked('a.ldif', text);
    expect(issues.filter(({ code }) => code === 'too_many_columns')).toEqual([]);
  });

  it('refuses a map with too many columns', async () => {
    const machine = freshMachine();
    const columns = Object.fromEntries(numbers(MAX_COLUMNS + 1).map((n) => [`c${n}`, 'x']));
    writeFileSync(machine.path('map.json'), JSON.stringify({ columns }));
    writeFileSync(machine.path('a.csv'), 'x\ny\n');
    const { exit, stderr } = await machine.orgctl(
      `bulk check ${machine.path('a.csv')} --map ${machine.path('map.json')} -o table`,
    );
    expect(exit).toBe(5);
    expect(stderr).toContain('too many columns: 2001; the maximum is 2000');
  });
});

describe('list of more names than a JavaScript call accepts as arguments', () => {
  const LONG = 200_000;

  it('is read with unknown members', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('names.txt'), numbers(LONG).map(String).join('\n'));
    const { exit, stderr } = await machine.orgctl(
      `-p sandbox scim groups members add IT @${machine.path('names.txt')}`,
    );
    expect(exit).toBe(6);
    expect(stderr).toContain('200000 members are not in the organization; nothing was sent');
  });

  it('is read with the same user repeated', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('names.txt'), 'clara.voss\n'.repeat(LONG));
    const { exit, stderr } = await machine.orgctl(
      `-p sandbox -n scim users deactivate --yes @${machine.path('names.txt')}`,
    );
    expect(exit).toBe(0);
    expect(stderr).toContain('dry run: 1 to deactivate');
  });
});
