import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DesiredUser } from '../../src/bulk/input/desired-state.ts';
import { readMap } from '../../src/bulk/input/read-map.ts';
import { readUsersCsv } from '../../src/bulk/input/read-users-csv.ts';
import type { Issue } from '../../src/failure/issue.ts';
import { memoryStreams } from '../support/memory-streams.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const FOLDER = 'test/bulk/exports';
const TODAY = '2026-11-22';

/** The correct result for an export, worked out by hand. */
interface Expected {
  /** Active state by the proposed map; omitted if the cells give none. */
  readonly active: Readonly<Record<string, boolean>>;
  /** Managers by the first names of their reports. */
  readonly managers: Readonly<Record<string, string>>;
  readonly starts?: Readonly<Record<string, string>>;
  /** The lookup entries that an admin adds for the values left open by the map. */
  readonly said?: readonly string[];
}

const MONA = 'mona.vance@kestrel.example';
const INES = 'ines.carrow@kestrel.example';
const MANAGERS = { ludwig: MONA, ines: MONA, tariq: INES };
const STARTS = { mona: '2019-03-04', ludwig: '2020-11-16', ines: '2023-06-01', tariq: '2024-02-12' };

const EXPORTS: Readonly<Record<string, Expected>> = {
  'workday-raas': {
    active: { mona: true, ludwig: false, ines: true, tariq: true },
    managers: MANAGERS,
    starts: STARTS,
  },
  'workday-excel': {
    active: { mona: true, ludwig: false, ines: true, tariq: true },
    managers: MANAGERS,
    starts: STARTS,
  },
  'personio-de': {
    active: { mona: true, ludwig: false, ines: true, juergen: false },
    managers: { ludwig: MONA, ines: MONA, juergen: INES },
    starts: { mona: '2019-03-04', ludwig: '2020-11-16', ines: '2023-06-01', juergen: '2024-02-12' },
  },
  'entra-bulk': { active: { mona: true, ludwig: false, ines: true }, managers: {} },
  directory: { active: { ludwig: false }, managers: { ludwig: MONA, ines: MONA } },
  'graph-users': { active: { mona: true, ludwig: false }, managers: {} },
  bamboohr: {
    active: { mona: true, ludwig: false, ines: true, tariq: true, odile: false },
    managers: { ...MANAGERS, odile: MONA },
    starts: { ...STARTS, odile: '2021-02-01' },
  },
  'personio-en': {
    active: { mona: true, ludwig: false, ines: true, tariq: false },
    managers: MANAGERS,
    starts: { ...STARTS, tariq: '2026-12-01' },
    said: ['Leave: true', 'Onboarding: false'],
  },
  successfactors: {
    active: { mona: true, ludwig: false, ines: true, tariq: true },
    managers: MANAGERS,
    starts: STARTS,
  },
  okta: {
    active: { mona: true, ludwig: false, ines: false, tariq: true },
    managers: MANAGERS,
    said: ['PASSWORD_EXPIRED: true'],
  },
  'entra-download': { active: { mona: true, ludwig: false, ines: true, tariq: true }, managers: {} },
  'google-console': { active: { mona: true, ludwig: false, ines: false, tariq: true }, managers: MANAGERS },
  'gam-print-users': { active: { mona: true, ludwig: false, ines: false, tariq: true }, managers: MANAGERS },
  'active-directory': { active: { mona: true, ludwig: false, ines: true, tariq: true }, managers: MANAGERS },
  'get-aduser': { active: { mona: true, ludwig: false }, managers: { ludwig: MONA } },
  'workspace-members': { active: { mona: true, ludwig: false, ines: true, tariq: true }, managers: {} },
  french: {
    active: { mona: true, ludwig: false, ines: true, tariq: false },
    managers: MANAGERS,
    starts: STARTS,
  },
  spanish: {
    active: { mona: true, ludwig: false, ines: true, tariq: true },
    managers: MANAGERS,
    starts: STARTS,
  },
};

/** Directories export LDIF and JSON. */
function fileOf(name: string): string {
  if (name === 'directory') return 'directory.ldif';
  return name === 'graph-users' ? 'graph-users.json' : `${name}.csv`;
}

/** The users that a file describes with a map, by the first part of their address. */
async function identitiesOf(file: string, map: string) {
  const rows: DesiredUser[] = [];
  const issues: Issue[] = [];
  await readUsersCsv(once(readFileSync(file)), {
    file,
    shareRead: undefined,
    mode: 'upsert',
    vendor: 'service',
    map: await readMap(map, memoryStreams({}).stdin, TODAY),
    onUser: (row) => rows.push(row),
    onIssue: (issue) => issues.push(issue),
  });
  const byName = new Map(rows.map((row) => [(row.set.email ?? '').split('.')[0] ?? '', row]));
  const pick = <T>(value: (row: DesiredUser) => T | undefined) =>
    Object.fromEntries(
      [...byName].flatMap(([name, row]) => {
        const found = value(row);
        return found === undefined ? [] : [[name, found]];
      }),
    );
  return {
    issues,
    ids: rows.flatMap(({ id }) => id ?? []),
    active: pick(({ set }) => set.active),
    managers: pick(({ set }) => set.manager),
    starts: pick(({ set }) => set.startDate?.slice(0, 10)),
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

describe("bulk init-map of other systems' exports", () => {
  it.each(Object.keys(EXPORTS))('proposes the reviewed map for %s', async (name) => {
    const machine = freshMachine();
    const { exit, stdout } = await machine.orgctl(`bulk init-map ${FOLDER}/${fileOf(name)}`);
    expect(exit).toBe(0);
    expect(stdout.replace(`${FOLDER}/`, '')).toBe(readFileSync(`${FOLDER}/${name}.expected`, 'utf8'));
  });

  it.each(Object.entries(EXPORTS))('maps active state, managers and dates of %s', async (name, expected) => {
    const machine = freshMachine();
    const { active, managers, starts = {}, said = [] } = expected;
    const proposed = readFileSync(`${FOLDER}/${name}.expected`, 'utf8');
    const words = said.map((entry) => `${entry}, `).join('');
    writeFileSync(machine.path('map.yaml'), proposed.replace('lookup: { ', `lookup: { ${words}`));
    const people = await identitiesOf(`${FOLDER}/${fileOf(name)}`, machine.path('map.yaml'));
    expect(people).toEqual({
      issues: [],
      ids: name === 'workspace-members' ? ['U012AB3CD', 'U012AB3CE', 'U012AB3CF', 'U012AB3CG'] : [],
      active,
      managers,
      starts,
    });
  });

  it.each(Object.entries(EXPORTS).filter(([, { said }]) => said !== undefined))(
    'leaves unknown values of %s open, and a check names them',
    async (name, { said = [] }) => {
      const people = await identitiesOf(`${FOLDER}/${fileOf(name)}`, `${FOLDER}/${name}.expected`);
      expect(people.issues.map(({ code, message }) => [code, message])).toEqual(
        said.map((entry) => [
          'not_in_lookup',
          expect.stringContaining(`no lookup value for "${entry.split(':')[0]}"`),
        ]),
      );
    },
  );
});

describe('bulk init-map of a directory with profile headings', () => {
  const plain = readFileSync(`${FOLDER}/okta.csv`, 'utf8');
  const [first = '', ...rest] = plain.split('\n');
  const outside = ['id', 'status', 'created', 'activated', 'lastLogin'];
  const prefixed = first.split(',').map((name) => (outside.includes(name) ? name : `profile.${name}`));

  it('makes the same map if the headings begin with profile', async () => {
    const machine = freshMachine();
    const proposed = async (text: string) => {
      writeFileSync(machine.path('okta.csv'), text);
      return (await machine.orgctl(`bulk init-map ${machine.path('okta.csv')}`)).stdout;
    };
    const map = await proposed([prefixed.join(','), ...rest].join('\n'));
    expect(map).toContain('\n  email: profile.email\n');
    expect(map.replaceAll('profile.', '')).toBe(await proposed(plain));
  });

  it("maps a response of the directory's API", async () => {
    const machine = freshMachine();
    const file = machine.path('okta.json');
    const profile = {
      login: 'mona@x.example',
      email: 'mona@x.example',
      firstName: 'Mona',
      employeeNumber: '101',
    };
    writeFileSync(file, JSON.stringify([{ id: '00u1', status: 'ACTIVE', profile }]));
    const map = machine.path('map.yaml');
    expect((await machine.orgctl(`bulk init-map ${file} --out ${map}`)).exit).toBe(0);
    const { stdout } = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} -o json`);
    expect(JSON.parse(stdout).changes).toMatchObject([
      {
        user: {
          email: 'mona@x.example',
          userName: 'mona',
          givenName: 'Mona',
          employeeNumber: '101',
          active: true,
        },
      },
    ]);
  });
});

describe('bulk init-map, active column', () => {
  const proposal = async (text: string) =>
    (await freshMachine().orgctl('bulk init-map -', { stdin: text })).stdout;

  it('maps every known status and never maps a leaver to active', async () => {
    const map = await proposal(
      'email,status\na@x.example,Active\nb@x.example,Deactivated\nc@x.example,Not active\nd@x.example,Unactivated\ne@x.example,Member\n',
    );
    expect(map).toContain(
      '  active: { from: status, lookup: { Active: true, Deactivated: false, Not active: false, Unactivated: false } } # decide what Member means\n',
    );
  });

  it.each([
    ['suspended', 'True', 'False', "{ from: suspended, lookup: { 'True': false, 'False': true } }"],
    [
      'Disabled',
      'yes',
      'no',
      "{ from: Disabled, lookup: { 'yes': false, 'no': true, 'true': false, 'false': true } }",
    ],
    ['accountEnabled', 'False', 'True', 'accountEnabled'],
    ['Enabled', 'FALSE', 'TRUE', 'Enabled'],
    ['nsAccountLock', 'TRUE', 'FALSE', "{ from: nsAccountLock, lookup: { 'TRUE': false, 'FALSE': true } }"],
    [
      'Gesperrt',
      'Ja',
      'Nein',
      "{ from: Gesperrt, lookup: { Ja: false, Nein: true, 'true': false, 'false': true } }",
    ],
    [
      'Block sign in (Yes/No) [accountEnabled]',
      'Yes',
      'No',
      "{ from: 'Block sign in (Yes/No) [accountEnabled]', lookup: { 'Yes': false, 'No': true, 'true': false, 'false': true } }",
    ],
  ])('maps %s with the right polarity', async (heading, gone, here, rule) => {
    const map = await proposal(`email,${heading}\na@x.example,${gone}\nb@x.example,${here}\n`);
    expect(map).toContain(`  active: ${rule}\n`);
  });

  it('leaves the lookup empty if no status is known, and the map is refused until it is filled', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), 'email,status\na@x.example,Zombie\n');
    await machine.orgctl(`bulk init-map ${machine.path('hr.csv')} --out ${machine.path('map.yaml')}`);
    const check = `bulk check ${machine.path('hr.csv')} --map ${machine.path('map.yaml')}`;
    expect(await machine.orgctl(check)).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining('the lookup is empty'),
    });
  });

  it('maps a state of a country to region', async () => {
    const map = await proposal('email,state\na@x.example,Texas\nb@x.example,Ohio\n');
    expect(map).toContain('  region: state\n');
    expect(map).not.toContain('active');
  });

  it('ignores IDs of other systems, nicknames and passwords', async () => {
    const map = await proposal('email,id,nickName,password\na@x.example,00u1,Al,secret\n');
    expect(map).toContain('# Ignored columns:\n#   id\n#   nickName\n#   password\n');
  });
});

describe('bulk init-map, userNames and dates', () => {
  const proposal = async (text: string) =>
    (await freshMachine().orgctl('bulk init-map -', { stdin: text })).stdout;

  it.each([
    ['a'.repeat(21), '[localPart, lower] }'],
    ['a'.repeat(22), '[localPart, lower, { truncate: 21 }, unique] }'],
  ])('truncates userNames if one in the file is too long: %s', async (name, steps) => {
    expect(await proposal(`email\n${name}@x.example\n`)).toContain(
      `userName: { from: email, steps: ${steps}`,
    );
  });

  it('numbers userNames if the file has one twice', async () => {
    expect(await proposal('email\nanna@x.example\nanna@y.example\n')).toContain('{ truncate: 21 }, unique]');
  });

  const dates = (cells: readonly string[]) =>
    proposal(`email,Hire date\n${cells.map((cell, index) => `u${index}@x.example,"${cell}"\n`).join('')}`);

  it('recognizes a date pattern despite one odd value and names that value', async () => {
    const days = Array.from({ length: 29 }, (_, day) => `${day + 1}.11.2026`);
    expect(await dates([...days, 'tbd'])).toContain(
      '  startDate: { from: Hire date, date: DD.MM.YYYY } # not in this format: tbd\n',
    );
  });

  it.each([
    [['1/2/26', '12/31/2026', '11/30/2026'], '[MM/DD/YYYY, MM/DD/YY]'],
    [['4 March 2019', '16 Nov 2020'], 'D MMM YYYY'],
    [['4. März 2019', '16. Dezember 2020'], 'D. MMM YYYY'],
    [['Mar 4, 2019', 'Nov 16, 2020'], "'MMM D, YYYY'"],
    [['1551657600', '1605484800'], 'epoch'],
    [['43528', '44151'], 'serial'],
  ])('recognizes the date pattern of %j', async (cells, pattern) => {
    expect(await dates(cells)).toContain(`startDate: { from: Hire date, date: ${pattern} }`);
  });

  it('mentions another order of day and month that also fits', async () => {
    expect(await dates(['01/02/2026', '03/04/2026'])).toContain('# DD/MM/YYYY could also fit');
  });
});
