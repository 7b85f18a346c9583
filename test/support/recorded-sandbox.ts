import { onTestFinished } from 'vitest';
import { Audit } from '../../src/sandbox/audit.ts';
import { WATCH_BOUNDS } from '../../src/sandbox/bounds.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { FaultQueue } from '../../src/sandbox/faults/fault-queue.ts';
import type { ShownExchange } from '../../src/sandbox/inspect/exchange.ts';
import { Recorder } from '../../src/sandbox/inspect/recorder.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultsOf } from './faulty-sandbox.ts';

/** Serves the demo organization and records its requests until the end of the test. */
export async function recordedSandbox(...faults: readonly JsonObject[]) {
  const now = () => Date.UTC(2026, 10, 22, 8);
  let clock = 0;
  const sandbox = await openSandbox({ initial: demoOrganization(), now, audit: new Audit(now) });
  const queue = new FaultQueue();
  if (faults.length > 0) queue.add(faultsOf(...faults));
  const recorder = new Recorder(sandbox.organization, now, () => (clock += 5), WATCH_BOUNDS);
  const server = await listen(sandbox, 0, now, { faults: queue, watch: recorder });
  onTestFinished(async () => {
    await server.close();
    sandbox.close();
  });
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${SANDBOX_TOKEN}`,
        'content-type': 'application/json',
        'user-agent': 'probe/1.0',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  /** The last exchange, which is recorded before its response can be read. */
  const last = (): ShownExchange | undefined => recorder.kept.at(recorder.kept.last);
  return { ...server, sandbox, queue, recorder, ask, last };
}
