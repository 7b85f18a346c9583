import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const MAP =
  'columns:\n  givenName: First\n  familyName: Last\n  email: Mail\n' +
  "  userName: { from: Mail, steps: [localPart] }\n  manager: { from: Manager, match: '{First} {Last}' }\n";

/** Users of the sandbox. */
const NAMES: Readonly<Record<string, string>> = { W1118NVR2: 'walt.finch', W10IMBXVJ: 'ines.harbour' };
const nameOf = (manager: string) => NAMES[manager] ?? manager;

/** The managers that a plan gives the users of a file, or its findings. */
async function managersOf(rows: readonly string[], before: readonly string[] = []) {
  const machine = freshMachine();
  writeFileSync(machine.path('hr.csv'), `First,Last,Mail,Manager\n${rows.join('\n')}\n`);
  writeFileSync(machine.path('map.yaml'), MAP);
  for (const command of before)
    expect(await machine.orgctl(`-p sandbox scim users ${command} --yes`)).toMatchObject({ exit: 0 });
  const line = `-p sandbox bulk plan ${machine.path('hr.csv')} --map ${machine.path('map.yaml')}`;
  const { stdout, stderr, exit } = await machine.orgctl(`${line} -o json`);
  if (exit !== 0) return JSON.parse(stderr).issues.map(({ message }: { message: string }) => message);
  const { changes } = JSON.parse(stdout);
  return changes.map(({ user }: { user: { manager?: string } }) => nameOf(user.manager ?? ''));
}

const created = (userName: string, name: string) =>
  `create --user-name ${userName} --email ${userName}@x.example --display-name "${name}"`;

describe('manager found by name', () => {
  it.each(['Walt Finch', 'walt finch', 'Finch Walt', '"Finch, Walt"', 'Inês Harbour'])(
    'is found in the organization by the name %s',
    async (name) => {
      const expected = name.startsWith('In') ? 'ines.harbour' : 'walt.finch';
      expect(await managersOf([`Anna,Lind,anna.lind@x.example,${name}`])).toEqual([expected]);
    },
  );

  it('is the user in the file if the organization has the same name', async () => {
    const rows = ['Anna,Lind,anna.lind@x.example,Walt Finch', 'Walt,Finch,other.walt@x.example,'];
    expect(await managersOf(rows)).toContain('other.walt@x.example');
  });

  it('is a finding that lists the candidates if several users have the name', async () => {
    const twin = [created('walt.two', 'Walt Finch')];
    expect(await managersOf(['Anna,Lind,anna.lind@x.example,Walt Finch'], twin)).toEqual([
      '"Walt Finch" matches 2 users: walt.finch, walt.two; use the userName',
    ]);
  });

  it('is a finding if a deactivated user has the same name', async () => {
    const gone = [created('old.walt', 'Walt Finch'), 'deactivate old.walt'];
    expect(await managersOf(['Anna,Lind,anna.lind@x.example,Walt Finch'], gone)).toEqual([
      '"Walt Finch" matches 2 users: walt.finch, old.walt (deactivated); use the userName',
    ]);
  });

  it('is a finding if it is the user of the row', async () => {
    const own = 'Walt,Lind,walt.finch@harbour-finch.example,Walt Finch';
    expect(await managersOf([own])).toEqual(['"Walt Finch" is the user of this row']);
  });

  it('is a finding if no user has the name, or only a deactivated user', async () => {
    const called = (name: string) => `no row and no active user is named "${name}"`;
    const gone = [created('old.hand', 'Old Hand'), 'deactivate old.hand'];
    const rows = ['Anna,Lind,anna.lind@x.example,No Body', 'Bo,Berg,bo.berg@x.example,Old Hand'];
    expect(await managersOf(rows, gone)).toEqual([called('No Body'), called('Old Hand')]);
  });

  it('is a finding about the file only if the text is not a name', async () => {
    expect(await managersOf(['Anna,Lind,anna.lind@x.example,S7'])).toEqual(['no row has "S7"']);
  });

  it('is counted by an offline check, which cannot find it', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), 'First,Last,Mail,Manager\nAnna,Lind,a@x.example,Walt Finch\n');
    writeFileSync(machine.path('map.yaml'), MAP);
    const line = `bulk check ${machine.path('hr.csv')} --map ${machine.path('map.yaml')}`;
    const { exit, stderr } = await machine.orgctl(line);
    expect([exit, stderr]).toEqual([
      0,
      expect.stringContaining('1 manager not in this file (line 2: Walt Finch)'),
    ]);
  });
});

describe('bulk init-map with managers by name', () => {
  it('proposes a map that finds them by the names of rows and of users', async () => {
    const machine = freshMachine();
    const file = machine.path('hr.csv');
    writeFileSync(file, 'First,Last,Mail,Manager\nAnna,Lind,anna.lind@x.example,"Finch, Walt"\n');
    const map = machine.path('map.yaml');
    const { stderr } = await machine.orgctl(`bulk init-map ${file} --out ${map}`);
    expect(stderr).toContain('review userName, displayName, manager\n');
    const { stdout } = await machine.orgctl(`-p sandbox bulk plan ${file} --map ${map} -o json`);
    expect(JSON.parse(stdout).changes[0].user.manager).toBe('W1118NVR2');
  });

  it('names what it omitted, and the next step', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('hr.csv'), 'Mail,Manager\nanna.lind@x.example,CN=Walt;OU=IT\n');
    const { stdout, stderr } = await machine.orgctl(`bulk init-map ${machine.path('hr.csv')}`);
    expect(stdout).toContain('\n  # manager: Manager #');
    expect(stderr).toContain(
      'manager is commented out in the map: a manager is an email, userName or ID; to find managers by another column, use "match"\n',
    );
  });
});

describe('several rules for the manager of a map', () => {
  const RULES = [
    '{ when: \'Manager eq "the boss"\', value: ines.harbour }',
    "{ when: 'Manager co \"#\"', from: Manager, steps: [{ after: '#' }], match: No }",
    "{ from: Manager, match: '{First} {Last}' }",
  ];

  it.each([
    ['in this order', RULES],
    ['in another order', [RULES[1], RULES[0], RULES[2]]],
  ])('each find a manager by their own heading (%s)', async (_, rules) => {
    const machine = freshMachine();
    const map = MAP.replace(/ {2}manager: .*\n/, `  manager: [${rules.join(', ')}]\n`);
    writeFileSync(machine.path('map.yaml'), map);
    const rows = [
      'Anna,Lind,anna@x.example,the boss,1',
      'Bo,Ek,bo@x.example,#1,2',
      'Cy,Lund,cy@x.example,Bo Ek,3',
      'Di,Moe,di@x.example,Walt Finch,4',
    ];
    writeFileSync(machine.path('hr.csv'), `First,Last,Mail,Manager,No\n${rows.join('\n')}\n`);
    const line = `-p sandbox bulk plan ${machine.path('hr.csv')} --map ${machine.path('map.yaml')} -o json`;
    const { stdout } = await machine.orgctl(line);
    const given = JSON.parse(stdout).changes.map(
      ({ user }: { user: { userName: string; manager: string } }) => [user.userName, nameOf(user.manager)],
    );
    expect(Object.fromEntries(given)).toEqual({
      anna: 'ines.harbour',
      bo: 'anna@x.example',
      cy: 'bo@x.example',
      di: 'walt.finch',
    });
  });

  it('do not find a text of one heading under another', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('map.yaml'),
      MAP.replace(/ {2}manager: .*\n/, `  manager: [${RULES[1]}, ${RULES[2]}]\n`),
    );
    const rows = ['Anna,Lind,anna@x.example,#Anna,1', 'Bo,Ek,bo@x.example,1,2'];
    writeFileSync(machine.path('hr.csv'), `First,Last,Mail,Manager,No\n${rows.join('\n')}\n`);
    const { exit, stderr } = await machine.orgctl(
      `bulk check ${machine.path('hr.csv')} --map ${machine.path('map.yaml')}`,
    );
    expect(exit).toBe(5);
    expect(stderr).toContain('2 findings in 2 rows');
  });
});
