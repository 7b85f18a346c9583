import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { TOKEN_KINDS } from '../../src/spec/protocol-types.ts';
import { freshMachine, type RunOptions } from './run-orgctl.ts';
import { skippedWaits } from './skipped-waits.ts';

/** A machine with the profile "acme" for a service and a sandbox token of every kind. Waits take no time. */
export async function acmeMachine(origin: string) {
  const machine = freshMachine();
  const timed = skippedWaits();
  for (const kind of TOKEN_KINDS) {
    const urls = `--scim-url ${origin} --api-url ${origin}/api --scim-version 2.0`;
    await machine.orgctl(`profile add acme ${urls} --token-kind ${kind} --token-stdin --no-check`, {
      stdin: SANDBOX_TOKENS[kind],
    });
  }
  const orgctl = (line: string, options: RunOptions = {}) =>
    machine.orgctl(`-p acme --yes ${line}`, { ...timed, ...options });
  return { ...machine, orgctl };
}
