import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HttpRequest, Transport } from '../../src/http/transport.ts';
import { Audit } from '../../src/sandbox/audit.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import type { Quirks } from '../../src/sandbox/quirks/quirk-table.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { TOKEN_KINDS } from '../../src/spec/protocol-types.ts';
import { type KeptFile, keptFiles, putFiles } from './file-snapshot.ts';
import { machineAt, type Ran, type RunOptions } from './run-orgctl.ts';

export const NOW = Date.UTC(2026, 10, 22, 8);

export interface ServiceOptions {
  readonly quirks?: Quirks;
  /** Name of the profile and the host; "acme" if absent. */
  readonly name?: string;
}

/**
 * A machine with a profile of an in-process service, and all requests sent to it; released at the end of the
 * test.
 */
export async function probedService(options: ServiceOptions = {}) {
  const world = await openProbedService(options);
  onTestFinished(world.release);
  return world;
}

/**
 * Like probedService, but released explicitly, so that a campaign of thousands of services does not keep them
 * until its test ends.
 */
export async function openProbedService({ quirks = {}, name = 'acme' }: ServiceOptions = {}) {
  const now = () => NOW;
  const audit = new Audit(now);
  const sandbox = await openSandbox({ initial: demoOrganization(), now, audit, quirks });
  const seen: HttpRequest[] = [];
  const network: Transport = async (request, signal) => {
    seen.push(request);
    return sandbox.handle(request, signal);
  };
  const machine = machineAt(mkdtempSync(join(tmpdir(), 'orgctl-test-')));
  // Waits are skipped, including those for rate headers.
  let waited = 0;
  const clock = () => performance.now() + waited;
  const sleep = async (milliseconds: number) => {
    waited += milliseconds;
  };
  const orgctl = (line: string, options: RunOptions = {}): Promise<Ran> =>
    machine.orgctl(line, { network, now, clock, sleep, ...options });
  const files = profileFiles.get(name) ?? filesOfProfile(name);
  profileFiles.set(name, files);
  putFiles(machine.home, await files);
  const release = async () => {
    await sandbox.close();
    rmSync(machine.home, { recursive: true, force: true });
  };
  return { ...machine, orgctl, seen, sandbox, audit, network, release };
}

/** Files of a machine with the profile of this name: equal for every service, and created once. */
const profileFiles = new Map<string, Promise<readonly KeptFile[]>>();

async function filesOfProfile(name: string): Promise<readonly KeptFile[]> {
  const machine = machineAt(mkdtempSync(join(tmpdir(), 'orgctl-test-')));
  for (const kind of TOKEN_KINDS) {
    const added = await machine.orgctl(
      `profile add ${name} --scim-url http://${name}.localhost --api-url http://${name}.localhost/api --scim-version auto --token-kind ${kind} --token-stdin --no-check --force`,
      { stdin: SANDBOX_TOKENS[kind], now: () => NOW },
    );
    if (added.exit !== 0) throw new Error(added.stderr);
  }
  const files = keptFiles(machine.home);
  rmSync(machine.home, { recursive: true, force: true });
  return files;
}
