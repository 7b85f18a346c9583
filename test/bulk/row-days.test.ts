import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');
const STARTS = { anna: '2026-12-01', bo: '2026-11-20', cai: '2026-10-01', dee: '' };
const ROWS = Object.entries(STARTS);

/** Users of a file, who are later created in the organization. */
async function people(): Promise<Machine> {
  const machine = freshMachine();
  const rows = ROWS.map(([name, day]) => `${name},${name}@x.example,${day},Made for this`);
  writeFileSync(machine.path('people.csv'), `userName,email,startDate,title\n${rows.join('\n')}\n`);
  return machine;
}

async function inFile(machine: Machine, where: string, flags: readonly string[] = []) {
  const words = ['-p', 'sandbox', 'bulk', 'plan', machine.path('people.csv'), '-o', 'json'];
  const ran = await machine.words([...words, ...flags, '--where', where], { now: () => NOW });
  if (ran.exit !== 0) return JSON.parse(ran.stderr).message;
  return JSON.parse(ran.stdout).changes.map(({ name }: { name: string }) => name);
}

const EXPRESSIONS: readonly (readonly [where: string, names: readonly string[]])[] = [
  ['startDate eq 2026-12-01', ['anna']],
  ['startDate eq "2026-12-01"', ['anna']],
  ['startDate ne 2026-12-01', ['bo', 'cai', 'dee']],
  ['startDate le 2026-11-20', ['bo', 'cai']],
  ['startDate gt 2026-11-20', ['anna']],
  ['startDate eq 2026-12', ['anna']],
  ['startDate le 2026-10', ['cai']],
  ['startDate ge 2026', ['anna', 'bo', 'cai']],
  ['startDate gt "-7d"', ['anna', 'bo']],
  ['startDate gt 7d', ['anna', 'bo']],
  ['startDate eq 3d', ['bo']],
  ['startDate gt today', ['anna']],
  ['startDate le today+8d and startDate gt today', ['anna']],
  ['startDate lt today-30d', ['cai']],
  ['startDate eq today-3d', ['bo']],
  ['startDate sw "2026-1"', ['anna', 'bo', 'cai']],
];

describe('days in expressions', () => {
  it('select the same rows of a file and users of the organization', async () => {
    const machine = await people();
    for (const [where, names] of EXPRESSIONS)
      expect([where, await inFile(machine, where)]).toEqual([where, names]);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('people.csv')} --yes -q`);
    for (const [where, names] of EXPRESSIONS) {
      const expression = `(${where}) and title eq "Made for this"`;
      const words = ['-p', 'sandbox', 'scim', 'users', 'list', '--where', expression, '-o', 'json'];
      const { stdout, stderr } = await machine.words([...words, '--columns', 'userName'], { now: () => NOW });
      expect([where, stdout === '' ? stderr : namesIn(stdout)]).toEqual([where, names]);
    }
  });

  it.each([
    [
      'startDate ge yesterday',
      /"startDate" is compared with a date such as 2026-03-01, or 7d for 7 days ago, not "yesterday"/,
    ],
    ['startDate eq 01.12.2026', /is compared with a date/],
    ['startDate gt 99999d', /an age is at most 36500d, not "99999d"/],
    ['startDate gt today-99999d', /an age is at most 36500d, not "today-99999d"/],
    ['startDate eq 36h', /"36h" is a date; compare it with gt, ge, lt or le/],
  ])('refuse %s in both places', async (where, reason) => {
    const machine = await people();
    expect(await inFile(machine, where)).toMatch(reason);
    const { stderr, exit } = await machine.words([
      '-p',
      'sandbox',
      'scim',
      'users',
      'list',
      '--where',
      where,
    ]);
    expect([exit, stderr]).toEqual([5, expect.stringMatching(reason)]);
  });

  it('count from --today for a file', async () => {
    const machine = await people();
    expect(await inFile(machine, 'startDate gt 7d', ['--today', '2026-12-02'])).toEqual(['anna']);
  });

  it('compare days in any heading of the file, but not other texts', async () => {
    const machine = freshMachine();
    const text = 'Mail,Login,Starts,Term\na@x.example,a,2026-12-01 08:00,7d\nb@x.example,b,2026-11-20,30d\n';
    writeFileSync(machine.path('people.csv'), text);
    writeFileSync(machine.path('map.yaml'), 'columns: {email: Mail, userName: Login}');
    const planned = (where: string) => inFile(machine, where, ['--map', machine.path('map.yaml')]);
    expect(await planned('starts eq 2026-12-01')).toEqual(['a']);
    expect(await planned('starts ge 7d')).toEqual(['a', 'b']);
    expect(await planned('starts ge today')).toEqual(['a']);
    expect(await planned('term eq 7d')).toEqual(['a']);
  });

  it('are available in conditions of a map', async () => {
    const machine = freshMachine();
    const text =
      'Mail,Login,Left\na@x.example,a,2026-11-22T17:00:00Z\nb@x.example,b,2026-11-30\nc@x.example,c,\n';
    writeFileSync(machine.path('people.csv'), text);
    const rules = '[{when: left le today, value: Leaving}, {value: Staying}]';
    writeFileSync(machine.path('map.yaml'), `columns: {email: Mail, userName: Login, title: ${rules}}`);
    const titles = async (flags: readonly string[] = []) => {
      const words = ['-p', 'sandbox', 'bulk', 'plan', machine.path('people.csv'), '-o', 'json'];
      const line = [...words, '--map', machine.path('map.yaml'), ...flags];
      const { stdout } = await machine.words(line, { now: () => NOW });
      const plan = JSON.parse(stdout);
      return [
        plan.source.reading.today,
        ...plan.changes.map(({ user }: { user: { title: string } }) => user.title),
      ];
    };
    expect(await titles()).toEqual(['2026-11-23', 'Leaving', 'Staying', 'Staying']);
    expect(await titles(['--today', '2026-12-01'])).toEqual(['2026-12-01', 'Leaving', 'Leaving', 'Staying']);
  });

  it('are a finding of provision if a cell is not a day', async () => {
    const machine = freshMachine();
    writeFileSync(machine.path('people.csv'), 'Mail,Login,Starts\na@x.example,a,12/01/2026\n');
    const map =
      'columns: {email: Mail, userName: Login}\nprovision: {when: starts le 2026-12-31, otherwise: ignore}\n';
    writeFileSync(machine.path('map.yaml'), map);
    const { exit, stderr } = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('people.csv')} --map ${machine.path('map.yaml')}`,
    );
    expect([exit, stderr]).toEqual([
      5,
      expect.stringContaining('"12/01/2026" is not a date like YYYY-MM-DD'),
    ]);
  });

  it.each(['logs --since today-2d', 'logs --since today-2d --until today', 'logs --since today'])(
    'are accepted by %s',
    async (line) => {
      const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line} -o json`);
      expect([exit, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    },
  );
});

function namesIn(json: string): readonly string[] {
  return JSON.parse(json)
    .map(({ userName }: { userName: string }) => userName)
    .sort();
}
