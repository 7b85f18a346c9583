import { writeFileSync } from 'node:fs';
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

it('the hint about a wrong number in a list leads to a list without it', async () => {
  const machine = freshMachine();
  const [list, found] = [machine.path('list.csv'), machine.path('found.csv')];
  await machine.orgctl('-p sandbox scim users patch clara.voss --employee-number 7001');
  await machine.orgctl('-p sandbox scim users patch tomas.rey --employee-number 7002');
  writeFileSync(list, 'employeeNumber\n7001\n999\n7002\n');
  const refused = await machine.orgctl(`-p sandbox scim users deactivate @${list} --yes`);
  expect(refused).toMatchObject({ exit: 6, stdout: '' });
  const [, command] =
    /^hint: correct the list, or give @found\.csv instead: (.*) > found\.csv$/m.exec(refused.stderr) ?? [];
  expect(command).toBe(`orgctl -p sandbox scim users get @${list} -o csv --columns id`);
  writeFileSync(found, (await machine.orgctl(command?.replace('orgctl ', '') ?? '')).stdout);
  const { exit, stderr } = await machine.orgctl(`-p sandbox scim users deactivate @${found} --yes`);
  expect(exit, stderr).toBe(0);
  expect(stderr).toContain('deactivated clara.voss (W12L3NPDN)\ndeactivated tomas.rey (W133PZN96)\n');
});

it('a list without a single right number has no such hint', async () => {
  const { stderr } = await freshMachine().orgctl('-p sandbox scim users deactivate - --yes', {
    stdin: 'employeeNumber\n999\n998\n',
  });
  expect(stderr).toContain('hint: orgctl -p sandbox scim users list --columns id,userName,employeeNumber\n');
});
