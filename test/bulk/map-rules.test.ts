import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { numberUserNames } from '../../src/bulk/plan/number-user-names.ts';
import { snapshotOf } from '../../src/bulk/plan/snapshot.ts';
import { userId } from '../../src/values/ids.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

function machineWith(files: Readonly<Record<string, string>>): Machine {
  const machine = freshMachine();
  for (const [name, text] of Object.entries(files)) writeFileSync(machine.path(name), text);
  return machine;
}

/** The users that the rows of a file would create with a map. */
async function created(csv: string, map: string) {
  const machine = machineWith({ 'hr.csv': csv, 'map.yaml': map });
  const line = `-p sandbox bulk plan ${machine.path('hr.csv')} --map ${machine.path('map.yaml')} -o json`;
  const { exit, stdout, stderr } = await machine.orgctl(line, { now: () => NOON });
  if (exit !== 0) throw new Error(stderr);
  const changes: readonly { readonly kind: string; readonly user?: Readonly<Record<string, unknown>> }[] =
    JSON.parse(stdout).changes;
  return changes.flatMap(({ kind, user }) => (kind === 'createUser' && user !== undefined ? [user] : []));
}

/** The printed findings of a check. */
async function findings(csv: string, map: string) {
  const machine = machineWith({ 'hr.csv': csv, 'map.yaml': map });
  const { stdout, stderr } = await machine.orgctl(
    `bulk check ${machine.path('hr.csv')} --map ${machine.path('map.yaml')} -o table`,
  );
  return `${stdout}${stderr}`.replaceAll(`${machine.home}/`, '').split('\n').slice(0, -1);
}

const KEYS = 'columns:\n  email: Mail\n  userName: { from: Mail, steps: [localPart] }\n';

describe('map rules with "when"', () => {
  const map = `${KEYS}  title:
    - { when: 'Kind eq "X" and Level_1 pr', value: Lead }
    - { when: 'Kind eq "x"', from: Kind }
    - { from: Role }
  division: { when: 'Kind eq "Y"', value: Field }
`;

  it('use the first rule whose condition holds', async () => {
    const csv =
      'Mail,Kind,Level 1,Role\na@k.example,x,7,Cook\nb@k.example,X,,Cook\nc@k.example,Y,7,Cook\nd@k.example,,,Cook\n';
    expect((await created(csv, map)).map(({ title, division }) => [title, division])).toEqual([
      ['Lead', undefined],
      ['X', undefined],
      ['Cook', 'Field'],
      ['Cook', undefined],
    ]);
  });

  it('report an unreadable condition and an unreachable rule', async () => {
    const wrong = `${KEYS}  title:
    - { from: Role }
    - { when: 'Kind equals X', value: Lead }
`;
    expect(await findings('Mail,Kind,Role\na@k.example,x,Cook\n', wrong)).toEqual([
      expect.stringMatching(
        /^map\.yaml:6:15 columns\.title\.1\.when: "equals" is not an operator; .*\(invalid_map\)$/,
      ),
      'map.yaml:5:7 columns.title.0: a rule without "when" always applies; later rules are never used (invalid_map)',
      expect.stringContaining('error: the map map.yaml is invalid: 2 findings'),
    ]);
  });

  it('report a heading of a condition that the file does not have', async () => {
    const wrong = `${KEYS}  title: { when: 'Kindd eq "x"', value: Lead }\n`;
    expect(await findings('Mail,Kind\na@k.example,x\n', wrong)).toEqual([
      'map.yaml:4:18 columns.title: hr.csv has no column "kindd" (did you mean "kind"?) (unknown_column)',
      'error: hr.csv: 1 finding in 1 row',
    ]);
  });
});

describe('map rules with "today"', () => {
  const csv = (days: readonly string[]) =>
    `Mail,Last day\n${days.map((day, index) => `u${index}@k.example,${day}\n`).join('')}`;

  it('distinguish past, today and future', async () => {
    const map = `${KEYS}  active: { from: Last day, date: DD.MM.YYYY, today: { past: false, today: true, future: true }, default: true }\n  title: { from: Last day, date: DD.MM.YYYY, today: { past: P, today: T, future: F } }\n`;
    const users = await created(csv(['21.11.2026', '22.11.2026', '23.11.2026', '']), map);
    expect(users.map(({ title }) => title)).toEqual(
      users.length === 4 ? ['P', 'T', 'F', undefined] : ['T', 'F', undefined],
    );
  });

  it('refuse an unreadable day and unknown keys', async () => {
    const map = `${KEYS}  title: { from: Last day, today: { past: P } }\n`;
    expect((await findings(csv(['21.11.2026']), map))[0]).toBe(
      'hr.csv:2:14 Last day → title: "21.11.2026" is not a date like YYYY-MM-DD (not_a_date)',
    );
    for (const day of ['2026-11-21 or so', '2026-11-21x', '2026-02-30'])
      expect((await findings(csv([day]), map))[0]).toContain(`"${day}" is not a date like YYYY-MM-DD`);
    expect((await findings(csv(['2026-11-21T08:00:00Z']), map)).at(-1)).toContain('no findings');
    expect((await findings(csv(['']), `${KEYS}  title: { from: Last day, today: { gone: P } }\n`))[0]).toBe(
      'map.yaml:4:37 columns.title.today.gone: "gone" is not a map key (invalid_map)',
    );
  });
});

describe('dates without separators', () => {
  it.each([
    ['DDMMYYYY', '1122024', ': it has 7 digits, not 8; a zero may be lost'],
    ['DDMMYYYY', '001122024', ': it has 9 digits, not 8'],
    ['YYYYMMDD', '2024112', ': it has 7 digits, not 8; a zero may be lost'],
    ['DDMMYY', '11224', ': it has 5 digits, not 6; a zero may be lost'],
    ['YYYYMMDD', '45627', '; as a spreadsheet serial number it is 2024-12-01 (date: serial)'],
    ['[DDMMYYYY, DD.MM.YYYY]', '1122024', ''],
  ])('like %s refuse %s', async (pattern, day, why) => {
    const map = `${KEYS}  startDate: { from: Hired, date: ${pattern} }\n`;
    const words = pattern.replace(/[[\]]/g, '').replace(', ', ' or ');
    expect((await findings(`Mail,Hired\na@k.example,${day}\n`, map))[0]).toBe(
      `hr.csv:2:13 Hired → startDate: "${day}" is not a date like ${words}${why} (not_a_date)`,
    );
  });
});

describe('letter case in a lookup', () => {
  const map = `${KEYS}  title: { from: Code, lookup: { PM: Product, pm: Project, ENG: Engineer } }\n`;
  const csv = (code: string) => `Mail,Code\na@k.example,${code}\n`;

  it.each([
    ['PM', 'Product'],
    [' pm ', 'Project'],
    ['eng', 'Engineer'],
    ['ENG', 'Engineer'],
  ])('distinguishes keys that differ only in case: "%s" is %s', async (code, title) => {
    expect(await created(csv(code), map)).toMatchObject([{ title }]);
  });

  it('reports a value that differs from two keys only in case', async () => {
    expect((await findings(csv('Pm'), map))[0]).toContain('no lookup value for "Pm"');
  });

  it('refuses a lookup file in which one key has two values', async () => {
    const machine = machineWith({
      'hr.csv': csv('ENG'),
      'map.yaml': `${KEYS}  title: { from: Code, lookup: codes }\nlookups: { codes: codes.csv }\n`,
      'codes.csv': 'Code,Title\nENG,Engineer\nPM,Product\nENG,Engineer\nPM ,Project\n',
    });
    const check = () =>
      machine.orgctl(`bulk check ${machine.path('hr.csv')} --map ${machine.path('map.yaml')}`);
    const ran = await check();
    expect(ran.exit).toBe(5);
    expect(ran.stderr).toMatch(/codes\.csv:5 .*"PM " is "Product" in line 3 and "Project" here/);
    writeFileSync(machine.path('codes.csv'), 'Code,Title\nENG,Engineer\nENG,Engineer\n');
    expect((await check()).exit).toBe(0);
  });
});

describe('managers matched by several headings', () => {
  const map = `${KEYS}  manager: { from: Boss, match: '{First} {Last}' }\n`;
  const heading = 'Mail,First,Last,Boss\n';

  it('are found by first and last name', async () => {
    const users = await created(
      `${heading}m@k.example,Mona,Vance,\nb@k.example,Bo,Berg,mona  vance\n`.replace(
        'mona  vance',
        'mona vance',
      ),
      map,
    );
    expect(users.map(({ manager }) => manager)).toEqual([undefined, 'm@k.example']);
  });

  it('report a missing heading once, and no missing manager', async () => {
    const wrong = map.replace('{First}', '{Firsts}');
    expect(
      (await findings(`${heading}m@k.example,Mona,Vance,\nb@k.example,Bo,Berg,Mona Vance\n`, wrong))[0],
    ).toContain('columns.manager: hr.csv has no column "Firsts" (did you mean "First"?)');
    expect((await findings(`${heading}b@k.example,Bo,Berg,Mona Vance\n`, wrong)).join('\n')).not.toContain(
      'no row has',
    );
  });

  it('report a name of two rows', async () => {
    const rows = 'm@k.example,Mona,Vance,\nn@k.example,Mona,Vance,\nb@k.example,Bo,Berg,Mona Vance\n';
    expect(await findings(heading + rows, map)).toEqual([
      'hr.csv:4:21 Boss → manager: "Mona Vance" is ambiguous: lines 2 and 3 (ambiguous_user)',
      'error: hr.csv: 1 finding in 3 rows',
    ]);
  });

  it('report a heading of the template that the file does not have', async () => {
    expect((await findings('Mail,First,Boss\nm@k.example,Mona,\n', map))[0]).toBe(
      'map.yaml:4:3 columns.manager: hr.csv has no column "Last" (unknown_column)',
    );
  });
});

describe('map step "unique"', () => {
  const map = `columns:
  email: Mail
  userName: { from: Mail, steps: [localPart, lower, { truncate: 5 }, unique] }
`;
  const apply = (machine: Machine) =>
    machine.orgctl(`-p sandbox bulk apply ${machine.path('hr.csv')} --map ${machine.path('map.yaml')} --yes`);
  const names = async (machine: Machine) => {
    const { stdout } = await machine.orgctl('-p sandbox scim users list -o csv --columns userName,email');
    return stdout.split('\n').filter((line) => line.includes('k.example'));
  };

  it('numbers new users and renames no user if the rows are in another order', async () => {
    const machine = machineWith({
      'hr.csv': 'Mail\nannabel@k.example\nanna-bo@k.example\n',
      'map.yaml': map,
    });
    expect((await apply(machine)).exit).toBe(0);
    const before = await names(machine);
    expect(before).toEqual(['annab,annabel@k.example', 'anna-,anna-bo@k.example']);
    writeFileSync(machine.path('hr.csv'), 'Mail\nannabi@k.example\nanna-bo@k.example\nannabel@k.example\n');
    expect((await apply(machine)).exit).toBe(0);
    expect(await names(machine)).toEqual([...before, 'annab1,annabi@k.example']);
    expect((await apply(machine)).stderr).toContain('3 of 3 rows are unchanged');
  });

  it('must be the last step of a userName, in rows with another key', async () => {
    const first = async (text: string) => (await findings('Mail\nanna@k.example\n', text))[0];
    expect(await first('columns:\n  email: Mail\n  title: { from: Mail, steps: [unique] }\n')).toBe(
      'map.yaml:3:32 columns.title.steps.0: only a userName can be "unique" (invalid_map)',
    );
    expect(await first('columns:\n  email: Mail\n  userName: { from: Mail, steps: [unique, lower] }\n')).toBe(
      'map.yaml:3:35 columns.userName.steps.0: "unique" must be the last step (invalid_map)',
    );
    expect(await first('columns:\n  userName: { from: Mail, steps: [localPart, unique] }\n')).toBe(
      'hr.csv:2:1 Mail → userName: a userName with the step "unique" does not identify a user; add an email (missing_key)',
    );
  });

  it('never gives a name that another user has', () => {
    const name = fc.stringMatching(/^[ab]{1,3}$/);
    const people = fc.array(fc.record({ name, isThere: fc.boolean(), isNumbered: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(people, fc.array(name, { maxLength: 10 }), (given, strangers) => {
        const there = given.filter(({ isThere }) => isThere).map((_, index) => `old${index}`);
        let next = 0;
        const rows = given.map(({ name: userName, isThere, isNumbered }, index): DesiredUser => {
          const email = isThere ? `${there[next++]}@x.example` : `new${index}@x.example`;
          return {
            line: index + 2,
            set: { email, userName: isNumbered ? userName : `fixed${index}` },
            clear: [],
            ...(isNumbered ? { isNumbered } : {}),
          };
        });
        const users = [
          ...there.map((userName) => ({ userName, email: `${userName}@x.example` })),
          ...[...new Set(strangers)].map((userName) => ({ userName, email: `${userName}@y.example` })),
        ].map((values, index) => ({ id: userId(`U${index}`), values: { ...values, active: true } }));
        const isKnown = ({ set }: DesiredUser) => set.email?.startsWith('old') === true;
        const numbered = numberUserNames(rows, [], snapshotOf(users), isKnown);
        const made = numbered.flatMap(({ isNumbered, set }) =>
          isNumbered === true ? (set.userName ?? []) : [],
        );
        expect(new Set(made).size).toBe(made.length);
        for (const one of made) expect(users.map(({ values }) => values.userName)).not.toContain(one);
        expect(
          numbered.filter(({ isNumbered, set }) => isNumbered === true && set.userName === undefined),
        ).toHaveLength(given.filter(({ isThere, isNumbered }) => isThere && isNumbered).length);
      }),
    );
  });
});

it('bulk check reports invalid steps, each with its place', async () => {
  const map = `columns:
  email: Mail
  title: { from: Mail, steps: [{ truncate: 0 }, { truncate: x }, { regex: a }, { regex: { find: '(' } }, { regex: { find: a, with: b } }] }
`;
  const printed = await findings('Mail\nanna@k.example\n', map);
  expect(printed).toEqual([
    'map.yaml:3:32 columns.title.steps.0: "truncate" takes a number of characters; for example {truncate: 21} (invalid_map)',
    'map.yaml:3:49 columns.title.steps.1: "truncate" takes a number of characters; for example {truncate: 21} (invalid_map)',
    `map.yaml:3:66 columns.title.steps.2: "regex" takes a pattern to find and its replacement; for example {regex: {find: '.*\\((\\d+)\\)$', replace: '$1'}} (invalid_map)`,
    expect.stringMatching(
      /^map\.yaml:3:97 columns\.title\.steps\.3\.regex\.find: invalid pattern: .*; expected an RE2 pattern: no look-around, no back-references \(invalid_map\)$/,
    ),
    expect.stringMatching(/^map\.yaml:3:\d+ columns\.title\.steps\.4\.regex\.with: "with" is not a map key/),
    'error: the map map.yaml is invalid: 5 findings; nothing was sent',
  ]);
});

it('bulk check counts the references that only the service can check', async () => {
  const machine = machineWith({
    'people.csv':
      'userName,email,manager,groups\nanna,anna@k.example,bo,IT;Sales\nbo,bo@k.example,BO@k.example,it\ncai,cai@k.example,boss@k.example,\ndi,di@k.example,W0AAAAAAA,\n',
  });
  const { exit, stderr } = await machine.orgctl(`bulk check ${machine.path('people.csv')}`);
  expect({ exit, stderr: stderr.replaceAll(`${machine.home}/`, '') }).toEqual({
    exit: 0,
    stderr:
      'people.csv: 4 rows, no findings\nnot checked offline: 2 managers not in this file (line 4: boss@k.example), 2 group names\n',
  });
});
