import { expect, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../src/sandbox/audit.ts';
import { Audit } from '../../src/sandbox/audit.ts';
import type { Fault } from '../../src/sandbox/faults/fault.ts';
import { FaultQueue } from '../../src/sandbox/faults/fault-queue.ts';
import { readFaults } from '../../src/sandbox/faults/read-faults.ts';
import { listen } from '../../src/sandbox/listen.ts';
import type { OrganizationChange } from '../../src/sandbox/organization-data.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';

/** A sandbox on a port of this machine that lets faults happen and tells what it really did. */
export interface FaultySandbox {
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly queue: FaultQueue;
  /** Every request in its order. */
  readonly met: readonly MetRequest[];
  /** What the service itself answered, as method, path and status. */
  readonly answered: readonly string[];
  /** What was changed since it was opened. */
  audit(): readonly AuditEntry[];
  close(): Promise<void>;
}

/** A request, when it came, and the fault that it met. */
export interface MetRequest {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly body: string;
  readonly fault: Fault | undefined;
}

/** A queue that remembers which requests came, and when. */
class RememberingQueue extends FaultQueue {
  readonly met: MetRequest[] = [];
  private readonly now: () => number;
  private readonly onFault: () => void;

  constructor(now: () => number, onFault: () => void) {
    super();
    this.now = now;
    this.onFault = onFault;
  }

  override take(request: Parameters<FaultQueue['take']>[0]): Fault | undefined {
    const { method, url, body = '' } = request;
    const fault = super.take(request);
    this.met.push({ at: this.now(), method, url, path: new URL(url).pathname, body, fault });
    if (fault !== undefined) this.onFault();
    return fault;
  }
}

/** Reads faults as they are written in a file; fails when anything is wrong with them. */
export function faultsOf(...faults: readonly JsonObject[]): readonly Fault[] {
  const read = readFaults({ faults: [...faults] });
  expect(read.issues).toEqual([]);
  return read.faults;
}

/**
 * Opens one with an organization and these faults. The caller closes it.
 * @param onFault is called when a fault begins to happen: what somebody else does meanwhile.
 */
export async function openFaultySandbox(
  initial: Iterable<OrganizationChange>,
  faults: readonly JsonObject[],
  now: () => number = Date.now,
  onFault: () => void = () => {},
): Promise<FaultySandbox> {
  const audit = new Audit(now);
  const queue = new RememberingQueue(now, onFault);
  const answered: string[] = [];
  if (faults.length > 0) queue.add(faultsOf(...faults));
  const sandbox = await openSandbox({ initial, now, audit });
  const answer: Sandbox['answer'] = async (request) => {
    const given = await sandbox.answer(request);
    answered.push(`${request.method} ${new URL(request.url).pathname} ${given.status}`);
    return given;
  };
  const server = await listen({ ...sandbox, answer }, 0, now, { faults: queue });
  return {
    origin: server.origin,
    sandbox,
    queue,
    met: queue.met,
    answered,
    audit: () => audit.entries(),
    close: async () => {
      await server.close();
      sandbox.close();
    },
  };
}

/** The same, closed after the test. */
export async function faultySandbox(
  initial: Iterable<OrganizationChange>,
  faults: readonly JsonObject[],
  now?: () => number,
  onFault?: () => void,
): Promise<FaultySandbox> {
  const opened = await openFaultySandbox(initial, faults, now, onFault);
  onTestFinished(opened.close);
  return opened;
}
