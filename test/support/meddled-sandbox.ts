import { onTestFinished } from 'vitest';
import { listen } from '../../src/sandbox/listen.ts';
import type { SandboxRequest } from '../../src/sandbox/scim-service.ts';
import { TOKENS } from './organisation-world.ts';
import { freshMachine } from './run-orgctl.ts';
import { NOW, openTestSandbox, type TestSandboxOptions, type TestService } from './wire.ts';

/** Answers a request in place of the sandbox, or lets it through. */
export type Meddling = (
  request: SandboxRequest,
  answer: TestService['sandbox']['answer'],
) => ReturnType<TestService['sandbox']['answer']>;

/** A sandbox on a socket whose answers may be meddled with, and the program connected to it. */
export async function meddledSandbox(
  options: TestSandboxOptions,
  meddle: Meddling = (request, answer) => answer(request),
) {
  const service = await openTestSandbox(options);
  const { sandbox } = service;
  const server = await listen(
    { ...sandbox, answer: (request) => meddle(request, sandbox.answer) },
    0,
    () => NOW,
  );
  onTestFinished(() => server.close());
  const machine = freshMachine();
  const orgctl = (line: string) =>
    machine.orgctl(`--scim-url ${server.origin} --scim-version ${service.version} ${line}`, {
      env: { ORGCTL_TOKEN: TOKENS.primaryOwner },
      now: () => NOW,
      sleep: async () => {},
    });
  return { machine, orgctl, service };
}
