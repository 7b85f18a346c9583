import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

/** The cost center of Clara is 4130; three others have five digits with a leading zero. */
describe('an exported code shorter than the others', () => {
  let machine: Machine;
  let file: string;
  const run = (words: string) => machine.orgctl(`-p sandbox ${words}`);

  beforeEach(async () => {
    machine = freshMachine();
    file = machine.path('people.csv');
    await run('scim users patch walt.finch samir.aziz tomas.rey --cost-center 04100 --yes');
    expect((await run(`scim users export --out ${file}`)).exit).toBe(0);
  });

  it('compares as equal to the organization', async () => {
    const { exit, stdout, stderr } = await run(`compare ${file} sandbox`);
    expect(stdout + stderr).not.toContain('leading zeros');
    expect(exit).toBe(0);
  });

  it('is a difference if a code has lost its zeros', async () => {
    writeFileSync(file, readFileSync(file, 'utf8').replace('04100', '4100'));
    const { exit, stdout } = await run(`compare ${file} sandbox --detailed-exitcode -o json`);
    expect(exit).toBe(8);
    expect(stdout).toMatch(/"04100"/);
  });

  it('is a difference if it is a spreadsheet error', async () => {
    writeFileSync(file, readFileSync(file, 'utf8').replace('04100', '#N/A'));
    const { exit, stdout } = await run(`compare ${file} sandbox --detailed-exitcode -o json`);
    expect(exit).toBe(8);
    expect(stdout).toMatch(/#N\/A/);
  });

  it('causes no finding in bulk check and no change in bulk plan', async () => {
    const checked = await run(`bulk check ${file}`);
    expect(checked).toMatchObject({ exit: 0, stdout: '' });
    expect(checked.stderr).toContain(
      'not checked offline: 1 number shorter than the others (line 6: costCenter 4130)',
    );
    const planned = await run(`bulk plan ${file}`);
    expect(planned.exit).toBe(0);
    expect(planned.stdout + planned.stderr).not.toContain('leading zeros');
  });

  it('is accepted by sandbox seed', async () => {
    const { exit } = await run(`sandbox seed --people ${file} --only --yes`);
    expect(exit).toBe(0);
  });

  it('is refused without IDs, as the origin of the file is unknown', async () => {
    await run(`scim users export --columns userName,email,costCenter --out ${file} --force`);
    const checked = await run(`bulk check ${file}`);
    expect(checked.exit).toBe(5);
    expect(checked.stdout).toContain('"4130" has lost its leading zeros');
  });
});

describe('a number without its leading zeros', () => {
  it('is refused with the flag that accepts it', async () => {
    const machine = freshMachine();
    const run = (words: string) => machine.orgctl(`-p sandbox ${words}`);
    await run('scim users patch samir.aziz --employee-number 000042 --yes');
    const file = machine.path('people.csv');
    writeFileSync(file, 'userName,employeeNumber\nsamir.aziz,42\n');
    const refused = await run(`bulk plan ${file} --mode update`);
    expect(refused.exit).toBe(5);
    expect(refused.stderr).toContain(
      'hint: export the column as text; if the short number is correct: --accept-identity-change 2\n',
    );
    expect((await run(`bulk plan ${file} --mode update --accept-identity-change 2`)).exit).toBe(0);
  });
});
