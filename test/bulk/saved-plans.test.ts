import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const FILE = 'email,userName,title\nclara.voss@harbour-finch.example,,VP\nnew@x.example,new,\n';

async function withPlan(): Promise<Machine & { readonly apply: string }> {
  const machine = freshMachine();
  writeFileSync(machine.path('people.csv'), FILE);
  const ran = await machine.orgctl(
    `-p sandbox bulk plan ${machine.path('people.csv')} --out ${machine.path('plan.json')}`,
  );
  expect(ran.exit).toBe(0);
  return { ...machine, apply: `-p sandbox bulk apply ${machine.path('plan.json')} --yes --debug` };
}

const WRITES = /POST|PATCH|DELETE|PUT/;

describe('engine: Plan, saved plans', () => {
  it('carries a plan out as it is, once', async () => {
    const machine = await withPlan();
    expect((await machine.orgctl(machine.apply)).exit).toBe(0);
    const again = await machine.orgctl(machine.apply);
    expect(again.exit).toBe(0);
    expect(again.stderr).toContain('this plan was carried out by run');
    expect(again.stderr).not.toMatch(WRITES);
  });

  it.each([
    ['a value that was edited', (text: string) => text.replace('"VP"', '"CEO"')],
    ['a change that was taken out', (text: string) => text.replace(/,\n\s+\{"id":"L3".*\}/, '')],
    ['a file that was cut', (text: string) => text.slice(0, -20)],
    ['another version', (text: string) => text.replace('"version": 1', '"version": 2')],
  ])('refuses %s', async (_, edit) => {
    const machine = await withPlan();
    const path = machine.path('plan.json');
    const edited = edit(readFileSync(path, 'utf8'));
    expect(edited).not.toBe(readFileSync(path, 'utf8'));
    writeFileSync(path, edited);
    const ran = await machine.orgctl(machine.apply);
    expect(ran).toMatchObject({ exit: 5, stdout: '' });
    expect(ran.stderr).not.toMatch(WRITES);
  });

  it.each([
    ['the file changed', 'sed', 'the plan is stale'],
    ['a value is another', "scim users patch clara.voss --title 'CEO'", 'title is "CEO" now, the plan saw'],
    [
      'the user is there',
      'scim users create --user-name new --email other@x.example',
      'there is such a user now',
    ],
  ])('refuses a plan that is stale because %s', async (_, command, message) => {
    const machine = await withPlan();
    if (command === 'sed') writeFileSync(machine.path('people.csv'), FILE.replace('VP', 'CEO'));
    else expect((await machine.orgctl(`-p sandbox ${command}`)).exit).toBe(0);
    const ran = await machine.orgctl(machine.apply);
    expect(ran).toMatchObject({ exit: 7, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toMatch(WRITES);
  });

  it('holds no password, and says what is implied and how many calls it takes', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('people.csv'),
      'email,userName,password,guest\nnew@x.example,new,hunter2-secret,\nclara.voss@harbour-finch.example,clara,,true\n',
    );
    const ran = await machine.orgctl(
      `-p sandbox bulk plan ${machine.path('people.csv')} --out ${machine.path('plan.json')}`,
    );
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toContain('line 3: the nickname changes with the userName');
    expect(ran.stderr).toContain('; 3 calls');
    expect(readFileSync(machine.path('plan.json'), 'utf8')).not.toContain('hunter2');
  });
});
