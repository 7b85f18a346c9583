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

/** A sandbox on a local port that injects faults and reports what it really did. */
export interface FaultySandbox {
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly queue: FaultQueue;
  /** Every request in order. */
  readonly met: readonly MetRequest[];
  /** The responses of the service itself, as method, path and status. */
  readonly answered: readonly string[];
  /** Changes since it was opened. */
  audit(): readonly AuditEntry[];
  close(): Promise<void>;
}

/** A request, its time, and its fault. */
export interface MetRequest {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly body: string;
  readonly fault: Fault | undefined;
}

/** A queue that records requests and their times. */
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

/** Reads faults as written in a file; throws on any error in them. */
export function faultsOf(...faults: readonly JsonObject[]): readonly Fault[] {
  const read = readFaults({ faults: [...faults] });
  expect(read.issues).toEqual([]);
  return read.faults;
}

/**
 * Opens a faulty sandbox with an organization and faults. The caller closes it.
 * @param onFault called when a fault begins, to simulate a concurrent change
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

/** Like openFaultySandbox, but closed after the test. */
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
