import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const HEADINGS = 'Personalnummer,Nachname,Vorname,E-Mail,Vorgesetzter';

/** Applies a file with the manager 00101, and plans another file, in which this manager has no row. */
async function planned(row: string, change: (map: string) => string = (map) => map) {
  const machine = freshMachine();
  const hr = machine.path('hr.csv');
  const map = machine.path('map.yaml');
  const rest = machine.path('rejects.csv');
  const rows = [
    '00101,Lind,Anna,anna.lind@x.example,',
    '00102,Berg,Bo,bo.berg@x.example,00101',
    '00103,Ek,Cy,cy.ek@x.example,00101',
  ];
  writeFileSync(hr, `${[HEADINGS, ...rows].join('\n')}\n`);
  const proposed = await machine.orgctl(`bulk init-map ${hr}`);
  expect(proposed.stdout).toContain('\n  manager: { from: Vorgesetzter, match: Personalnummer }\n');
  writeFileSync(map, change(proposed.stdout));
  writeFileSync(hr, `${HEADINGS}\n${rows[0]}\n`);
  const applied = await machine.orgctl(`-p sandbox bulk apply ${hr} --map ${map} --yes`);
  expect(applied).toMatchObject({ exit: 0 });
  const users = await machine.orgctl('-p sandbox scim users list -o json --limit 100');
  const names = new Map<string, string>(
    JSON.parse(users.stdout).map(({ id, userName }: Record<string, string>) => [id, userName]),
  );
  writeFileSync(rest, `${HEADINGS}\n${row}\n`);
  const check = await machine.orgctl(`bulk check ${rest} --map ${map}`);
  const plan = await machine.orgctl(`-p sandbox bulk plan ${rest} --map ${map} -o json`);
  if (plan.exit !== 0) return { check, issues: JSON.parse(plan.stderr).issues };
  return { check, manager: names.get(JSON.parse(plan.stdout).changes[0].user.manager) };
}

describe('manager found by number', () => {
  it('is looked up in the organization if no row of the corrected rows has the number', async () => {
    const { manager, check } = await planned('00104,Dal,Di,di.dal@x.example,00101');
    expect(manager).toBe('anna.lind');
    expect(check).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('not checked offline: 1 manager not in this file (line 2: 00101)'),
    });
  });

  it('is looked up as the map stores the number', async () => {
    const stored = "{ from: Personalnummer, steps: [{ regex: { find: '^', replace: P } }] }";
    const change = (map: string) =>
      map.replace('employeeNumber: Personalnummer', `employeeNumber: ${stored}`);
    expect((await planned('00104,Dal,Di,di.dal@x.example,00101', change)).manager).toBe('anna.lind');
  });

  it.each([
    ['email', 'E-Mail', 'anna.lind@x.example', 'anna.lind'],
    ['userName', 'Nachname', 'Lind', 'lind'],
  ])('is looked up by %s if that is what the heading is', async (column, heading, reference, found) => {
    const change = (map: string) =>
      map
        .replace('match: Personalnummer', `match: ${heading}`)
        .replace(new RegExp(`${column}: .*`), `${column}: ${heading}`);
    expect((await planned(`00104,Dal,Di,di.dal@x.example,${reference}`, change)).manager).toBe(found);
  });

  it('is a finding if nobody has the number', async () => {
    const { issues } = await planned('00104,Dal,Di,di.dal@x.example,00999');
    expect(issues).toMatchObject([
      { message: '"00999" is neither in the organization nor in this file', code: 'unknown_user' },
    ]);
  });

  it.each([
    ['the heading is no key of the map', (map: string) => map.replace(/ {2}employeeNumber: .*\n/, '')],
    ['numbers find nobody', (map: string) => `${map}match: [email, userName]\n`],
  ])('is a finding about the file if %s', async (_, change) => {
    const { issues } = await planned('00104,Dal,Di,di.dal@x.example,00101', change);
    expect(issues).toMatchObject([{ message: 'no row has "00101"', path: 'Vorgesetzter → manager' }]);
  });
});
