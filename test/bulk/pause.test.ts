import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { throttlingSandbox } from '../support/throttling-sandbox.ts';

it('pauses when the service asks for a longer wait than allowed, and resumes where it stopped', async () => {
  const service = await throttlingSandbox('POST', 5);
  const machine = freshMachine();
  const rows = Array.from({ length: 30 }, (_, index) => `u${index},u${index}@x.example`);
  writeFileSync(machine.path('people.csv'), `userName,email\n${rows.join('\n')}\n`);
  const words = `--scim-url ${service.origin} --scim-version 2.0 bulk apply ${machine.path('people.csv')} --yes -o json --max-wait 1s`;
  const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
  const paused = await machine.orgctl(words, { env });
  expect(paused.exit).toBe(10);
  expect(paused.stderr).toContain('5 created, 25 left');
  expect(paused.stderr).toMatch(
    new RegExp(
      `"5 done, 25 left; resume: orgctl --scim-url ${service.origin} --scim-version 2.0 --max-wait 1s bulk resume \\S+ --yes"`,
    ),
  );
  // The resume command is complete even if the connection came from neither a profile nor a flag.
  const shown = await machine.orgctl('bulk runs show latest');
  expect(shown.stderr).toMatch(
    `5 done, 25 left; resume: orgctl --scim-url ${service.origin} --scim-version 2.0 --max-wait 1s bulk resume `,
  );
  const report = JSON.parse((await machine.orgctl('bulk report latest -o json')).stdout);
  expect(report).toMatchObject({ state: 'paused', succeeded: 5, left: 25, inDoubt: 0 });
  expect(report.time.pauses).toHaveLength(1);

  const fromVariable = await machine.orgctl(
    words.replace(`--scim-url ${service.origin} --scim-version 2.0 `, ''),
    {
      env: { ...env, ORGCTL_SCIM_URL: service.origin, ORGCTL_SCIM_VERSION: '2.0' },
    },
  );
  expect(fromVariable.stderr).toContain(
    `resume: orgctl --scim-url ${service.origin} --max-wait 1s bulk resume `,
  );

  service.queue.clear();
  const resumed = await machine.orgctl(words, { env });
  expect(resumed).toMatchObject({ exit: 0, stderr: expect.stringContaining('30 created') });
  const made = [...service.sandbox.organization.users()].filter(({ values }) =>
    /^u\d+$/.test(values.userName),
  );
  expect(made.map(({ values }) => values.userName).sort()).toEqual(
    rows.map((row) => row.split(',')[0] ?? '').sort(),
  );
});
