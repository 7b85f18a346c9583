import { expect, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { type FaultySandbox, faultySandbox } from './faulty-sandbox.ts';
import { organizationOf, TOKENS } from './organization-world.ts';
import { freshMachine } from './run-orgctl.ts';
import { skippedWaits } from './skipped-waits.ts';
import { NOW, type TestSandboxOptions } from './test-sandbox.ts';

/**
 * The program, connected to a sandbox with these faults; waits take no time. A fault that does not happen
 * fails the test.
 * @param onFault simulates a concurrent change during a fault
 */
export async function faultyWorld(
  options: Pick<TestSandboxOptions, 'version' | 'users' | 'groups' | 'settings'> = {},
  faults: readonly JsonObject[] = [],
  onFault: (sandbox: FaultySandbox) => void = () => {},
) {
  const sandbox: FaultySandbox = await faultySandbox(
    organizationOf(options),
    faults,
    () => NOW,
    () => onFault(sandbox),
  );
  onTestFinished(() => {
    const { all, consumed } = sandbox.queue.tally;
    expect({ consumed }).toEqual({ consumed: all });
  });
  const machine = freshMachine();
  // With a clock that stands still during waits, the program would use up its wait budget.
  const { clock, sleep } = skippedWaits();
  const orgctl = (line: string) =>
    machine.orgctl(`--scim-url ${sandbox.origin} --scim-version ${options.version ?? '1.1'} ${line}`, {
      env: { ORGCTL_TOKEN: TOKENS.primaryOwner },
      now: () => NOW,
      clock,
      sleep,
    });
  return { machine, orgctl, sandbox, organization: sandbox.sandbox.organization };
}
