import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const rows = (count: number) =>
  `userName,email\n${Array.from({ length: count }, (_, at) => `p${at},p${at}@x.example\n`).join('')}`;

describe('sandbox reset', () => {
  it.each([
    ['that changed something', 1],
    ['that changed nothing', 2],
  ])('forgets the last feed %s', async (_, times) => {
    const machine = freshMachine();
    const file = machine.path('people.csv');
    const plan = (flags: string) => machine.orgctl(`-p sandbox bulk plan ${file} ${flags}`);
    writeFileSync(file, rows(30));
    for (let time = 0; time < times; time += 1)
      expect((await machine.orgctl(`-p sandbox bulk apply ${file} --yes`)).exit).toBe(0);
    writeFileSync(file, rows(20));
    expect((await plan('--compare-last')).stderr).not.toContain('not applied before');
    expect((await plan('--min-rows 90%')).exit).toBe(9);
    expect((await machine.orgctl('sandbox reset --yes')).exit).toBe(0);
    expect((await plan('--compare-last')).stderr).toContain('was not applied before');
    const judged = await plan('--min-rows 90%');
    expect(judged.exit).toBe(0);
    expect(judged.stderr).toContain('no earlier feed named people.csv to compare with');
  });

  it('deletes the names offered by completion', async () => {
    const machine = freshMachine();
    await machine.orgctl('-p sandbox scim users list');
    const names = machine.path('state/names/sandbox-user.tsv');
    expect(existsSync(names)).toBe(true);
    await machine.orgctl('sandbox reset --yes');
    expect(existsSync(names)).toBe(false);
  });
});
