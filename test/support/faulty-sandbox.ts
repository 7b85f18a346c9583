import { expect, onTestFinished } from 'vitest';
import type { AuditEntry } from '../../src/sandbox/audit.ts';
import { Audit } from '../../src/sandbox/audit.ts';
import type { Fault } from '../../src/sandbox/faults/fault.ts';
import { FaultQueue } from '../../src/sandbox/faults/fault-queue.ts';
import { readFaults } from '../../src/sandbox/faults/read-faults.ts';
import { listen } from '../../src/sandbox/listen.ts';
import type { OrganisationChange } from '../../src/sandbox/organisation-data.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { JsonObject } from '../../src/spec/wire.ts';

/** A sandbox on a port of this machine that lets faults happen and tells what it really did. */
export interface FaultySandbox {
  readonly origin: string;
  readonly sandbox: Sandbox;
  readonly queue: FaultQueue;
  /** Every request in its order. */
  readonly met: readonly MetRequest[];
  /** What was changed since it was opened. */
  audit(): readonly AuditEntry[];
  close(): Promise<void>;
}

/** A request, when it came, and the fault that it met. */
export interface MetRequest {
  readonly at: number;
  readonly fault: Fault | undefined;
}

/** A queue that remembers when requests came. */
class TimedQueue extends FaultQueue {
  readonly met: MetRequest[] = [];
  private readonly now: () => number;

  constructor(now: () => number) {
    super();
    this.now = now;
  }

  override take(request: Parameters<FaultQueue['take']>[0]): Fault | undefined {
    const at = this.now();
    const fault = super.take(request);
    this.met.push({ at, fault });
    return fault;
  }
}

/** Reads faults as they are written in a file; fails when anything is wrong with them. */
export function faultsOf(...faults: readonly JsonObject[]): readonly Fault[] {
  const read = readFaults({ faults: [...faults] });
  expect(read.issues).toEqual([]);
  return read.faults;
}

/** Opens one with an organization and these faults. Whoever opens it closes it. */
export async function openFaultySandbox(
  initial: Iterable<OrganisationChange>,
  faults: readonly JsonObject[],
  now: () => number = Date.now,
): Promise<FaultySandbox> {
  const audit = new Audit(now);
  const queue = new TimedQueue(now);
  if (faults.length > 0) queue.add(faultsOf(...faults));
  const sandbox = await openSandbox({ initial, now, audit });
  const server = await listen(sandbox, 0, now, { faults: queue });
  return {
    origin: server.origin,
    sandbox,
    queue,
    met: queue.met,
    audit: () => audit.entries(),
    close: async () => {
      await server.close();
      sandbox.close();
    },
  };
}

/** The same, closed after the test. */
export async function faultySandbox(
  initial: Iterable<OrganisationChange>,
  faults: readonly JsonObject[],
  now?: () => number,
): Promise<FaultySandbox> {
  const opened = await openFaultySandbox(initial, faults, now);
  onTestFinished(opened.close);
  return opened;
}
