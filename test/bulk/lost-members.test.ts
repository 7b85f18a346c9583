import { expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const NAMED = '{"detail":"failed_to_remove_users_for_linked_subteam","status":500}';

it.each<[string, JsonObject, number]>([
  ['is lost', { do: 'reset' }, 13],
  ['is a server error', { do: 'error', status: 500 }, 13],
  ['is a server error with a code', { do: 'answer', status: 500, body: NAMED }, 6],
])('sends members three times in all if every response %s', async (_, fault, expected) => {
  const { origin, met } = await faultySandbox(
    [...demoOrganization()],
    [{ ...fault, method: 'PATCH', times: 'always' }],
  );
  const flags = `--scim-url ${origin} --scim-version 2.0 --max-wait 0s`;
  const { exit } = await freshMachine().orgctl(`${flags} scim groups members add IT tomas.rey`, {
    env: { ORGCTL_TOKEN: 'sandbox-owner-token' },
    sleep: async () => {},
  });
  expect(exit).toBe(expected);
  expect(met.filter(({ method }) => method === 'PATCH')).toHaveLength(3);
});
