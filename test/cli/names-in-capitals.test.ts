import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe.each(['1.1', '2.0'])('a userName in capitals that looks like an ID, over SCIM %s', (version) => {
  const withUwe = async () => {
    const machine = freshMachine();
    const orgctl = (line: string) => machine.orgctl(`-p sandbox --scim-version ${version} ${line}`);
    expect((await orgctl('scim users create --user-name uwe --email uwe@x.example -q')).exit).toBe(0);
    return orgctl;
  };

  it('names the user in every command', async () => {
    const orgctl = await withUwe();
    const got = await orgctl('scim users get UWE -o csv --columns userName --no-header');
    expect(got.stdout).toBe('uwe\n');
    expect((await orgctl('scim users deactivate UWE -n')).stdout).toMatch(/^deactivate {2}uwe {3}/m);
    const led = await orgctl('scim users patch clara.voss --manager UWE -n');
    expect(led.stdout).toContain('manager: empty → uwe');
    expect((await orgctl('scim groups members add IT UWE')).stderr).toContain('1 member added to IT');
    expect((await orgctl('scim groups members remove IT UWE')).stderr).toContain('1 member removed from IT');
    expect(await orgctl('admin sessions UWE --team T0HARBOUR')).toMatchObject({ exit: 0, stdout: '[]\n' });
  });

  it('belongs to this user in a row of a list, too', async () => {
    const orgctl = await withUwe();
    const file = freshMachine().path('list.csv');
    writeFileSync(file, 'userName,email\nUWE,clara.voss@harbour-finch.example\n');
    const { exit, stdout, stderr } = await orgctl(`scim users deactivate @${file} --yes`);
    expect({ exit, stdout }).toEqual({ exit: 5, stdout: '' });
    expect(stderr).toMatch(/userName UWE belongs to uwe \(\w+\), email clara\.voss@\S+ belongs to clara/);
    expect(stderr).toContain('[identity_conflict]');
  });

  it('names the manager in an expression', async () => {
    const orgctl = await withUwe();
    await orgctl('scim users patch clara.voss --manager uwe -q --yes');
    const where = `--where 'manager eq "UWE"'`;
    const listed = await orgctl(`scim users list ${where} -o csv --columns userName --no-header`);
    expect(listed.stdout).toBe('clara.voss\n');
    const patched = await orgctl(`scim users patch ${where} --set title=x -n`);
    expect(patched.stdout).toContain('clara.voss');
    await orgctl('scim users patch clara.voss --set title=CEO --yes');
    expect((await orgctl(`undo latest ${where} -n`)).stdout).toContain('clara.voss');
    const nobody = await orgctl(`undo latest --where 'manager eq "WALTER"' -n`);
    expect(nobody).toMatchObject({ exit: 5, stderr: expect.stringContaining('no user is named "WALTER"') });
  });

  it('makes a saved plan stale that creates a user with it', async () => {
    const machine = freshMachine();
    const orgctl = (line: string) => machine.orgctl(`-p sandbox --scim-version ${version} ${line}`);
    const file = machine.path('people.csv');
    writeFileSync(file, 'userName,email\nUWE,uwe.new@x.example\n');
    const plan = machine.path('plan.json');
    expect((await orgctl(`bulk plan ${file} --out ${plan}`)).exit).toBe(0);
    await orgctl('scim users create --user-name uwe --email uwe@x.example -q');
    const { exit, stderr } = await orgctl(`bulk apply ${plan} --yes`);
    expect(exit).toBe(7);
    expect(stderr).toContain('UWE: a user with this name or address exists now');
  });

  it('is reported as an unknown ID if no user has it', async () => {
    const { orgctl } = freshMachine();
    const one = await orgctl(`-p sandbox --scim-version ${version} scim users get WALTER`);
    expect(one).toMatchObject({ exit: 6, stderr: expect.stringContaining('[no_such_user]') });
    const several = await orgctl(`-p sandbox --scim-version ${version} scim groups members add IT WALTER`);
    expect(several.stderr).toContain('no user has the ID or userName "WALTER"');
  });
});
