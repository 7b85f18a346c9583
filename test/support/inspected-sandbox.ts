import { onTestFinished } from 'vitest';
import { Audit } from '../../src/sandbox/audit.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { FaultQueue } from '../../src/sandbox/faults/fault-queue.ts';
import { ChangeLog } from '../../src/sandbox/inspect/inspector.ts';
import { Recorder } from '../../src/sandbox/inspect/recorder.ts';
import { type ListenOptions, listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';

/** Serves the demo organization with the inspect page until the end of the test. */
export async function inspectedSandbox(options: ListenOptions = {}) {
  const now = Date.now;
  const changes = new ChangeLog();
  const sandbox = await openSandbox({
    initial: demoOrganization(),
    now,
    audit: new Audit(now, changes.tell),
  });
  const { organization } = sandbox;
  const recorder = new Recorder(organization, now, () => performance.now());
  const inspector = { organization, recorder, changes, started: new Date(now()).toISOString() };
  const queue = new FaultQueue();
  const server = await listen(sandbox, 0, now, { faults: queue, watch: recorder, inspector, ...options });
  onTestFinished(async () => {
    await server.close();
    sandbox.close();
  });
  /** Sends a request with a token, by default that of the owner. */
  const ask = (method: string, path: string, body?: unknown, token: string = SANDBOX_TOKEN) =>
    fetch(`${server.origin}${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        'user-agent': 'probe/1.0',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ...server, sandbox, inspector, queue, ask };
}
