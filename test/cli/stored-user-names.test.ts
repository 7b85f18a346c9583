import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['Bo Ek', ['stored as bo_ek'], 'bo_ek'],
  ['Bo.Ek', ['stored as bo.ek'], 'bo.ek'],
  ['bo.ek', [], 'bo.ek'],
  // Not certain: if another user has the name, the service stores bo.ek1.
  ['bo.ek@x.example', [], 'bo.ek'],
])(
  'SCIM §2.1: a plan shows how the userName %s is stored if that is certain and different: %s',
  async (userName, told, stored) => {
    const machine = freshMachine();
    writeFileSync(machine.path('p.csv'), `userName,email\n${userName},one@x.example\n`);
    const plan = await machine.orgctl(`-p sandbox bulk plan ${machine.path('p.csv')} -o tsv`);
    const what = [...told, 'one@x.example'].join(', ');
    expect(plan.stdout).toBe(`line\taction\tuser\twhat\n2\tcreate\t${userName}\t${what}\n`);
    const create = `-p sandbox scim users create --user-name '${userName}' --email one@x.example`;
    const single = await machine.orgctl(`${create} --dry-run -o tsv`);
    expect(single.stdout).toContain(`\t${[...told, 'email: one@x.example'].join('; ')}\n`);
    const { stdout } = await machine.orgctl(`${create} --query userName -o text`);
    expect(stdout.trim()).toBe(stored);
  },
);
