import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each(['who 7702', 'scim users get 7702'])(
  'an unknown number is looked for as employeeNumber: %s',
  async (line) => {
    const { exit, stderr } = await freshMachine().orgctl(`-p sandbox ${line}`);
    expect(exit).toBe(6);
    expect(stderr).toContain(`hint: orgctl -p sandbox scim users list --where 'employeeNumber eq "7702"'\n`);
  },
);
