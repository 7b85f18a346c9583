import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** The message names what a rehearsal cannot check. */
const REHEARSED =
  'rehearsal passed: the service would accept every change; roles, bots and channel names are not visible and were not checked\n';

it('bulk plan --rehearse shows line and code of what the service would refuse, and sends nothing', async () => {
  const machine = freshMachine();
  // The service derives the userName "anna" from the address, so a plan cannot know that the same userName
  // in another row is in use.
  writeFileSync(
    machine.path('people.csv'),
    'userName,email,guest,password\nanna@x.example,anna@x.example,,\nbo,bo@x.example,,first-Password-1\nanna,anna@y.example,,\n' +
      'one.channel,one.channel@harbour-finch.example,true,\n',
  );
  const plan = `-p sandbox bulk plan ${machine.path('people.csv')} --out ${machine.path('plan.json')}`;
  const rehearsed = await machine.orgctl(`${plan} --rehearse`, { env: { ORGCTL_OUTPUT: 'table' } });
  expect(rehearsed.exit).toBe(5);
  expect(rehearsed.stderr.replaceAll(`${machine.home}/`, '')).toContain(
    'people.csv:4 anna: userName must be unique, also distinct from channel names (username_taken)\n' +
      'error: the service would refuse 1 of 4 changes\n' +
      'hint: nothing was sent; correct these rows, or omit --rehearse to plan them anyway\n',
  );
  const people = await machine.orgctl('-p sandbox scim users list -o json --query length(@)');
  expect(people.stdout).toBe('12\n');
  const applied = await machine.orgctl(`${plan} -q -o ndjson`);
  expect(applied.exit).toBe(0);
  const { stderr, exit } = await machine.orgctl(`-p sandbox bulk apply ${machine.path('plan.json')} --yes`);
  expect({ exit, says: /4 .*anna.*\[username_taken\]|1 failed/.test(stderr) }).toEqual({
    exit: 3,
    says: true,
  });
});

it('bulk plan --rehearse reports that the service would accept every change, and saves the plan', async () => {
  const machine = freshMachine();
  const out = machine.path('plan.json');
  const ran = await machine.orgctl(
    `-p sandbox bulk plan examples/people.csv --rehearse --out ${out} -q -o ndjson`,
  );
  expect(ran).toMatchObject({ exit: 0, stderr: '' });
  const told = await machine.orgctl(`-p sandbox bulk plan examples/people.csv --rehearse`);
  expect(told.stderr).toContain(REHEARSED);
  expect((await machine.orgctl(`-p sandbox bulk apply ${out} --yes`)).stderr).toContain('10 created');
  const again = await machine.orgctl(`-p sandbox bulk plan examples/people.csv --rehearse`);
  expect(again.stderr).not.toContain('rehearsal passed');
});

it('bulk plan --rehearse supports both SCIM versions', async () => {
  const machine = freshMachine();
  writeFileSync(
    machine.path('people.csv'),
    'userName,email,department,startDate\nanna,anna@x.example,R&D,2026-11-02\n',
  );
  for (const version of ['1.1', '2.0']) {
    const line = `-p sandbox --scim-version ${version} bulk plan ${machine.path('people.csv')} --rehearse`;
    expect((await machine.orgctl(line)).stderr).toContain(REHEARSED);
  }
});
