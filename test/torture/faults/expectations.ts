import type { FaultClass } from './kinds.ts';
import type { OperationClass } from './operations.ts';
import { type Cell, type CellResult, MOST_WAIT } from './run-cell.ts';

/** Expected exit code of an operation that meets a fault once, and that meets it every time. */
interface Ends {
  readonly once: number;
  readonly lasting: number;
  /** If the service acted before each response was lost; equals `lasting` if absent. */
  readonly applied?: number;
}

const ends = (once: number, lasting = once, applied = lasting): Ends => ({ once, lasting, applied });

const SAME_FOR_ALL = {
  // The program waits at least as long as the service requests, and at most as long as allowed.
  'refused for now': ends(0, 10),
  'refused for long': ends(10),
  token: ends(4),
} as const satisfies Partial<Record<FaultClass, Ends>>;

type Row = Readonly<Record<FaultClass, Ends>>;

const NEVER = ends(Number.NaN);

/** A read is repeated after a temporary fault; an unreadable response is an error. */
const READ: Row = {
  ...SAME_FOR_ALL,
  trouble: ends(0, 10),
  'other shape': ends(11),
  'empty success': ends(11),
  'failed for now': ends(0, 10),
  'failed badly': ends(6),
  'refused by a gateway': ends(11),
  'short list': NEVER,
  'empty page': NEVER,
  'long list': NEVER,
};

/**
 * A lost write is looked up: it is done if it is found, and sent again if not; after some attempts the
 * outcome is unknown.
 */
const WRITE: Row = {
  ...SAME_FOR_ALL,
  trouble: ends(0, 13, 0),
  'other shape': ends(0, 13, 0),
  'empty success': ends(0, 13, 0),
  'failed for now': ends(0, 13, 0),
  'failed badly': ends(0, 13, 0),
  'refused by a gateway': ends(0, 13, 0),
  'short list': NEVER,
  'empty page': NEVER,
  'long list': NEVER,
};

/** The outcome is not visible, so the write is sent again, because repeating it has the same effect. */
const BLIND: Row = {
  ...WRITE,
  trouble: ends(0, 13),
  'other shape': ends(0, 13),
  'empty success': ends(0, 13),
  'failed for now': ends(0, 13),
  'failed badly': ends(0, 13),
  'refused by a gateway': ends(0, 13),
};

const ROWS: Readonly<Record<OperationClass, Row>> = {
  get: READ,
  // On a screen, an incomplete list is printed as far as it was read; a script sees the exit code.
  list: { ...READ, 'short list': ends(3), 'empty page': ends(3), 'long list': ends(3) },
  export: { ...READ, 'short list': ends(7), 'empty page': ends(7), 'long list': ends(7) },
  'named export': { ...READ, 'short list': ends(0, 7), 'empty page': ends(0, 7), 'long list': ends(0, 7) },
  // The ID may be the cause, so the message names it.
  exchange: { ...READ, 'failed badly': ends(3) },
  write: WRITE,
  // A write may have an empty response. Then the result is read, and values that the service did not keep are
  // reported.
  update: WRITE,
  'blind write': BLIND,
  'repeatable write': BLIND,
};

/** Returns the expected exit code of a cell. */
function expectedExit({ operation, fault, aim, isLasting }: Cell): number {
  const { once, lasting, applied = lasting } = rowOf(operation, aim)[fault.kind];
  if (operation.kind === 'update' && aim === 'write' && fault.kind === 'empty success')
    return fault.isApplied ? 0 : 3;
  // After an unusable response the other SCIM version is used.
  const isUnusable = once === 11;
  if (isUnusable && !isLasting && operation.isByName && operation.version === '2.0') return 0;
  // A page that is not full is normal in a list by cursor, which has no total.
  if (fault.kind === 'empty page' && !operation.hasTotal) return 0;
  if (!isLasting) return once;
  return fault.isApplied ? applied : lasting;
}

/** A read before a write has the expectations of a read. */
function rowOf(operation: Cell['operation'], aim: Cell['aim']): Row {
  const row = aim === operation.aim ? ROWS[operation.kind] : READ;
  if (operation.api === 'web' || aim === 'write') return row;
  // An error object of the Web API has an unknown shape for SCIM.
  return { ...row, 'failed for now': row['other shape'], 'failed badly': row['other shape'] };
}

/** Maximum number of attempts for a request that may be repeated. */
const ATTEMPTS = 5;
/** Rounds of sending and looking up a write without a response, and requests in each round. */
const ROUNDS = 3;
const PER_ROUND = 6;
/** A service that throttles without Retry-After is asked at most once in two seconds. */
const OFTEN = 2000;

/** Returns the maximum number of requests of a command with any fault. */
function mostRequests({ operation, fault }: Cell, usual: number): number {
  const refusals = fault.kind === 'refused for now' ? MOST_WAIT / (fault.asks || OFTEN) : 0;
  const rounds = operation.aim === 'write' ? ROUNDS * PER_ROUND : 0;
  return usual * ATTEMPTS + rounds + refusals;
}

/**
 * Milliseconds: a result that is not visible yet is read again after a moment in each round. This does not
 * count as waiting for the service.
 */
const LOOKING = ROUNDS * 2000;

/** Exit codes that mean that nothing was done. */
const NOTHING_DONE: readonly number[] = [2, 4, 5, 6, 9, 10, 11, 14];

/**
 * Returns all deviations from the expected result.
 * @param usual number of requests of the same command without a fault
 */
export function findings(cell: Cell, result: CellResult, usual: number): readonly string[] {
  const { exit, stderr, requests } = result;
  const expected = expectedExit(cell);
  const most = mostRequests(cell, usual);
  return [
    ...(exit === expected ? [] : [`exit ${exit} instead of ${expected}: ${stderr}`]),
    ...(requests <= most ? [] : [`${requests} requests instead of at most ${most}`]),
    ...promises(cell, result),
  ];
}

/** Checks that apply to every operation and every fault. */
function promises({ operation, fault }: Cell, result: CellResult): readonly string[] {
  const { exit, stderr, changes, consumed, waited, slept } = result;
  const wanted = operation.aim === 'write' ? 1 : 0;
  const found: string[] = [];
  if (!consumed) found.push('the fault was not consumed');
  if (changes > wanted && operation.kind !== 'repeatable write')
    found.push(`${changes} requests changed something instead of ${wanted}`);
  if (exit === 0 && changes < wanted) found.push('it said that it was done, and it was not');
  if (NOTHING_DONE.includes(exit) && changes > 0) found.push(`exit ${exit}, although it was done`);
  if (exit === 1) found.push(`a defect: ${stderr}`);
  if (exit !== 0 && !/^(error|warning): /m.test(stderr)) found.push('it does not say why');
  if (/\n\s+at /.test(stderr)) found.push('a stack');
  if (slept > MOST_WAIT + LOOKING) found.push(`it waited ${slept} ms of ${MOST_WAIT}`);
  for (const pause of waited)
    if (pause < fault.asks) found.push(`the next request came after ${pause} ms instead of ${fault.asks}`);
  return found;
}
