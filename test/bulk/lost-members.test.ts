import { expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

it('members whose every answer is lost are sent three times in all, and then their outcome is unknown', async () => {
  const { origin, met } = await faultySandbox(
    [...demoOrganization()],
    [{ method: 'PATCH', do: 'reset', times: 'always' }],
  );
  const flags = `--scim-url ${origin} --scim-version 2.0 --max-wait 0s`;
  const { exit } = await freshMachine().orgctl(`${flags} scim groups members add IT tomas.rey`, {
    env: { ORGCTL_TOKEN: 'sandbox-owner-token' },
    sleep: async () => {},
  });
  expect(exit).toBe(13);
  expect(met.filter(({ method }) => method === 'PATCH')).toHaveLength(3);
});
