import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { sandboxFile } from '../../src/cli/connection/connect.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { type Inhabitants, organizationOf } from './organization-world.ts';
import { freshMachine, type Machine } from './run-orgctl.ts';

/** The token of the built-in profile, which must be that of an owner. */
const OWNER = {
  token: SANDBOX_TOKENS.org,
  rank: 'primaryOwner',
  scopes: ['admin'],
  installedOn: 'organization',
} as const;

/** Creates a machine with this organization in its sandbox. */
export async function organizationHome(inhabitants: Inhabitants): Promise<Machine> {
  const machine = freshMachine();
  const stateFile = sandboxFile(machine.path('state'));
  mkdirSync(dirname(stateFile), { recursive: true });
  const settings = { ...inhabitants.settings, tokens: [OWNER] };
  const initial = organizationOf({ ...inhabitants, settings });
  (await openSandbox({ initial, stateFile, now: Date.now })).close();
  return machine;
}
