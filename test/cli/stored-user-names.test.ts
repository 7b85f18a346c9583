import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['Bo Ek', 'bo_ek'],
  ['Bo.Ek', 'bo.ek'],
  ['bo.ek', undefined],
  // If "bo.ek" is taken, it is bo.ek1.
  ['bo.ek@x.example', undefined, 'bo.ek'],
])(
  'SCIM §2.1: a plan shows that the userName %s is stored as %s',
  async (userName, stored, made = stored) => {
    const machine = freshMachine();
    const words = stored === undefined ? '' : `stored as ${stored}`;
    writeFileSync(machine.path('p.csv'), `userName,email\n${userName},one@x.example\n`);
    const plan = await machine.orgctl(`-p sandbox bulk plan ${machine.path('p.csv')} -o tsv`);
    const told = words === '' ? 'one@x.example' : `${words}, one@x.example`;
    expect(plan.stdout).toBe(`line\taction\tuser\twhat\n2\tcreate\t${userName}\t${told}\n`);
    const create = `-p sandbox scim users create --user-name '${userName}' --email one@x.example`;
    const single = await machine.orgctl(`${create} --dry-run -o tsv`);
    const email = 'email: one@x.example';
    expect(single.stdout).toContain(`\t${words === '' ? email : `${words}; ${email}`}\n`);
    const { stdout } = await machine.orgctl(`${create} --query userName -o text`);
    expect(stdout.trim()).toBe(made ?? userName);
  },
);
