import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('changed owner of an account found by address', () => {
  it('is reported with the line to accept', async () => {
    const machine = freshMachine();
    const write = (csv: string) => writeFileSync(machine.path('in.csv'), csv);
    const plan = (flags = '') =>
      machine.orgctl(`-p sandbox bulk plan ${machine.path('in.csv')} -o table ${flags}`);
    write(
      'userName,email,employeeNumber,givenName,familyName\nold,old@x.example,1001,John,Smith\njs,js@x.example,,John,Small\nact,act@x.example,3001,Al,Act\n',
    );
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('in.csv')} --yes --feed first`);
    await machine.orgctl('-p sandbox scim users deactivate old --yes');
    await machine.orgctl('-p sandbox scim users deactivate js --yes');
    for (const [csv, words] of [
      [
        'userName,email,employeeNumber,givenName,familyName,active\njane.s,js@x.example,2002,Jane,Stone,true\n',
        ', deactivated, with another name and no employeeNumber; this row has 2002',
      ],
      [
        'userName,email,displayName,active\nold,old@x.example,Jane Roe,true\n',
        ', deactivated, with another name and employeeNumber 1001; this row has none',
      ],
      [
        'userName,email,employeeNumber,givenName,familyName\nbeth,act@x.example,,Beth,Bell\n',
        ', with another name and employeeNumber 3001; this row has none',
      ],
    ] as const) {
      write(csv);
      const refused = await plan();
      expect(refused.exit).toBe(5);
      expect(refused.stderr).toContain(`${words} (identity_changed)\n`);
      expect(refused.stderr).toContain('--accept-identity-change 2\n');
      expect((await plan('--accept-identity-change 2')).exit).toBe(0);
    }
  });
});
