import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it('bulk apply creates the ten users of the example, and changes nothing the second time', async () => {
  const machine = freshMachine();
  const first = await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes -o json');
  expect(first.exit).toBe(0);
  expect(JSON.parse(first.stdout)).toHaveLength(10);
  expect(first.stderr).toContain('   2  create  noor.haddad');
  expect(first.stderr).toContain('10 created');

  const users = await machine.orgctl("-p sandbox scim users list -o json --query '[].userName'");
  expect(JSON.parse(users.stdout)).toEqual(expect.arrayContaining(['noor.haddad', 'hana.kovac']));

  const second = await machine.orgctl('-p sandbox bulk apply examples/people.csv --yes -o json');
  expect(second).toMatchObject({ exit: 0, stdout: '[]\n' });
  expect(second.stderr).toContain('nothing to do: 10 of 10 rows are unchanged');
});
