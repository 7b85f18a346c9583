import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('leaves every row of a run that lost its permission to the run that goes on', async () => {
  const forbidden = {
    method: 'POST',
    do: 'answer',
    status: 403,
    body: { Errors: { description: 'permission_denied', code: 403 } },
    nth: 6,
    times: 'always',
  };
  const service = await faultySandbox(demoOrganization(), [forbidden]);
  const machine = freshMachine();
  const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const words = `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o csv`;
  const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
  const stopped = await machine.orgctl(words, { env });
  expect(stopped.exit).toBe(4);
  expect(stopped.stderr).toContain('5 created, 25 left\n');
  expect(stopped.stderr).toMatch(
    /error: \d+ changes in a row were refused: the token lacks permission for this action \[permission_denied\]\n/,
  );
  expect(stopped.stderr).toMatch(
    new RegExp(
      `hint: 5 done, 25 left; resume: orgctl --scim-url ${service.origin} --scim-version 2.0 bulk resume \\S+ --yes\n$`,
    ),
  );
  expect(service.met.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(5 + 8 + 3);
  service.queue.clear();
  const resumed = await machine.orgctl('bulk resume latest --yes --scim-url '.concat(service.origin), {
    env,
  });
  expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
});
