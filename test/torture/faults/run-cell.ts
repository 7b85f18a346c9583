import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoOrganization } from '../../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN, SANDBOX_TOKENS } from '../../../src/sandbox/demo-tokens.ts';
import { WEB_API_METHODS } from '../../../src/spec/webapi-methods.ts';
import { type MetRequest, openFaultySandbox } from '../../support/faulty-sandbox.ts';
import { machineAt, type Ran } from '../../support/run-orgctl.ts';
import type { FaultKind } from './kinds.ts';
import type { VersionedOperation } from './operations.ts';

/** One operation with one fault. */
export interface Cell {
  readonly operation: VersionedOperation;
  readonly fault: FaultKind;
  /** Whether the fault affects its reads or its writes. */
  readonly aim: 'read' | 'write';
  readonly isLasting: boolean;
}

/** The result of a cell. */
export interface CellResult extends Ran {
  /** Number of requests that changed something. */
  readonly changes: number;
  /** Whether every fault happened at least once. */
  readonly consumed: boolean;
  readonly requests: number;
  /** Milliseconds from each fault to the next request, if there is one. */
  readonly waited: readonly number[];
  /** Milliseconds that the command waited in total. */
  readonly slept: number;
}

export function titleOf({ operation, fault, aim, isLasting }: Cell): string {
  return `${operation.title}, ${aim}: ${fault.title}${isLasting ? ', again and again' : ''}`;
}

/** Number of requests after which a command that does not end is stopped. */
const ENDLESS = 200;
/** More waits than in any command that ends. */
const MOST_WAITS = 1000;
const START = Date.UTC(2026, 2, 1, 12, 0, 0);
/** Timeout for responses that stall or drip; only this time really passes. */
const IMPATIENT = '1s';
/** Timeout for all other responses, long enough for a busy machine. */
const PATIENT = '10m';

/** The maximum wait of a command, in milliseconds. */
export const MOST_WAIT = 120_000;

/** Returns the number of requests of a command without a fault. */
export async function usualRequests(operation: VersionedOperation): Promise<number> {
  const nothing: FaultKind = {
    title: 'nothing',
    kind: 'trouble',
    faults: [],
    isApplied: false,
    asks: 0,
    isShort: false,
  };
  const { exit, requests, stderr } = await runCell({
    operation,
    fault: nothing,
    aim: operation.aim,
    isLasting: false,
  });
  if (exit !== 0) throw new Error(`${operation.title} fails without a fault: ${stderr}`);
  return requests;
}

/** Runs a cell with a separate organization and home folder; all waits are simulated. */
export async function runCell({ operation, fault, aim, isLasting }: Cell): Promise<CellResult> {
  let time = START;
  const now = () => time;
  let waits = 0;
  let stopper: NodeJS.Timeout | undefined;
  const path = operation.api === 'web' ? `/api/${operation.name}` : '/scim/*';
  const times = isLasting ? { times: 'always' } : {};
  const sandbox = await openFaultySandbox(
    demoOrganization(),
    fault.faults.map((one, at) => ({
      method: aim,
      path,
      ...one,
      ...(at === fault.faults.length - 1 ? times : {}),
    })),
    now,
  );
  const home = mkdtempSync(join(tmpdir(), 'orgctl-fault-'));
  const line = [
    `--scim-url ${sandbox.origin} --api-url ${sandbox.origin}/api --scim-version ${operation.version}`,
    `--max-wait ${MOST_WAIT / 1000}s --timeout ${isSlow(fault) ? IMPATIENT : PATIENT} --no-input ${operation.line}`,
  ].join(' ');
  try {
    const ran = await machineAt(home).orgctl(line, {
      env: { ORGCTL_TOKEN: tokenFor(operation) },
      now,
      clock: now,
      onStart: (deliver) => {
        stopper = setInterval(() => {
          if (sandbox.queue.requests > ENDLESS) deliver('SIGTERM');
        }, 20);
      },
      sleep: async (milliseconds) => {
        waits += 1;
        if (waits > MOST_WAITS) throw new Error('it waits without end');
        // A real timer takes at least a millisecond.
        time += Math.max(1, milliseconds);
      },
    });
    const { all, consumed } = sandbox.queue.tally;
    return {
      ...ran,
      requests: sandbox.queue.requests,
      consumed: all === consumed,
      waited: waitedIn(sandbox.met),
      slept: time - START,
      changes: new Set(sandbox.audit().flatMap(({ action, request }) => (action === 'same' ? [] : [request])))
        .size,
    };
  } finally {
    clearInterval(stopper);
    await sandbox.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the pause after each request that met a fault. */
function waitedIn(met: readonly MetRequest[]): readonly number[] {
  return met.flatMap(({ at, fault }, index) => {
    const next = met[index + 1];
    return fault === undefined || next === undefined ? [] : [next.at - at];
  });
}

function isSlow({ faults }: FaultKind): boolean {
  return faults.some((one) => one['do'] === 'stall' || one['do'] === 'drip');
}

/** The token of the kind that the method prefers (WEB §5). */
function tokenFor({ name, api }: VersionedOperation): string {
  const [, method] = Object.entries(WEB_API_METHODS).find(([known]) => known === name) ?? [];
  return api === 'scim' || method === undefined ? SANDBOX_TOKEN : SANDBOX_TOKENS[method.tokens[0] ?? 'org'];
}
