import { onTestFinished } from 'vitest';
import type { HttpRequest, Transport } from '../../src/http/transport.ts';
import { Audit } from '../../src/sandbox/audit.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { TOKEN_KINDS } from '../../src/spec/wire.ts';
import { freshMachine, type Ran, type RunOptions } from './run-orgctl.ts';

export const NOW = Date.UTC(2026, 10, 22, 8);

/** A machine with the profile "acme" of a service in this process, and everything that is sent to it. */
export async function probedService({ quirks = {} }: { readonly quirks?: Quirks } = {}) {
  const now = () => NOW;
  const audit = new Audit(now);
  const sandbox = await openSandbox({ initial: demoOrganization(), now, audit, quirks });
  onTestFinished(() => sandbox.close());
  const seen: HttpRequest[] = [];
  const network: Transport = async (request, signal) => {
    seen.push(request);
    return sandbox.handle(request, signal);
  };
  const machine = freshMachine();
  const orgctl = (line: string, options: RunOptions = {}): Promise<Ran> =>
    machine.orgctl(line, { network, now, ...options });
  for (const kind of TOKEN_KINDS) {
    const added = await orgctl(
      `profile add acme --scim-url http://acme.localhost --api-url http://acme.localhost/api --scim-version auto --token-kind ${kind} --token-stdin --no-check --force`,
      { stdin: SANDBOX_TOKENS[kind] },
    );
    if (added.exit !== 0) throw new Error(added.stderr);
  }
  seen.length = 0;
  return { ...machine, orgctl, seen, sandbox, audit, network };
}
