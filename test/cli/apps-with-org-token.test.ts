import { expect, it } from 'vitest';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const env = { ORGCTL_TOKEN: SANDBOX_TOKENS.org };

it.each([
  ['who tomas.rey -o table', 'stdout'],
  ['offboard tomas.rey --plan', 'stderr'],
] as const)('reads the apps of one workspace with an org-level token: %s', async (line, stream) => {
  const { orgctl } = freshMachine();
  const without = await orgctl(`-p sandbox ${line}`, { env });
  expect(without.exit).toBe(0);
  expect(without[stream]).toMatch(/apps +not read: an org-level token needs --team ID\n/i);
  expect(without[stream]).not.toContain('team_id');
  const within = await orgctl(`-p sandbox ${line} --team T0HARBOUR`, { env });
  expect(within.exit).toBe(0);
  expect(within[stream]).toMatch(/apps +Incoming webhooks/i);
});
