import type { FaultClass } from './kinds.ts';
import type { OperationClass } from './operations.ts';
import { type Cell, type CellResult, MOST_WAIT } from './run-cell.ts';

/** The exit code in which an operation ends that meets a fault once, and that meets it again and again. */
interface Ends {
  readonly once: number;
  readonly lasting: number;
  /** Where the service did what it was asked before each answer was lost; as `lasting` when absent. */
  readonly applied?: number;
}

const ends = (once: number, lasting = once, applied = lasting): Ends => ({ once, lasting, applied });

const SAME_FOR_ALL = {
  // It is waited for, at least as long as the service says, and not for longer than is allowed.
  'refused for now': ends(0, 10),
  'refused for long': ends(10),
  token: ends(4),
} as const satisfies Partial<Record<FaultClass, Ends>>;

type Row = Readonly<Record<FaultClass, Ends>>;

const NEVER = ends(Number.NaN);

/** A read is sent again after what may pass; what cannot be read is no usable answer. */
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
 * A lost write is looked up: found means done, not found means it is sent again; after that it is unknown.
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

/** Nothing shows what became of it: it is sent again, because the second time is as the first one. */
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
  // A list on the screen that is not whole is printed as far as it goes; a program learns it from the exit
  // code.
  list: { ...READ, 'short list': ends(3), 'empty page': ends(3), 'long list': ends(3) },
  export: { ...READ, 'short list': ends(7), 'empty page': ends(7), 'long list': ends(7) },
  'named export': { ...READ, 'short list': ends(0, 7), 'empty page': ends(0, 7), 'long list': ends(0, 7) },
  // The failure may be due to the ID: then the message names the ID.
  exchange: { ...READ, 'failed badly': ends(3) },
  write: WRITE,
  // A write may be answered with nothing. Then the result is read, and values that the service did not keep
  // are reported.
  update: WRITE,
  'blind write': BLIND,
  'repeatable write': BLIND,
};

/** Returns the exit code in which a cell is to end. */
function expectedExit({ operation, fault, aim, isLasting }: Cell): number {
  const { once, lasting, applied = lasting } = rowOf(operation, aim)[fault.kind];
  if (operation.kind === 'update' && aim === 'write' && fault.kind === 'empty success')
    return fault.isApplied ? 0 : 3;
  // An answer that cannot be used of the one way sends it the other way.
  const isUnusable = once === 11;
  if (isUnusable && !isLasting && operation.isByName && operation.version === '2.0') return 0;
  // A page that is not full may be one of a list by cursor, which says no total.
  if (fault.kind === 'empty page' && !operation.hasTotal) return 0;
  if (!isLasting) return once;
  return fault.isApplied ? applied : lasting;
}

/** What a write reads before it is as any read. */
function rowOf(operation: Cell['operation'], aim: Cell['aim']): Row {
  const row = aim === operation.aim ? ROWS[operation.kind] : READ;
  if (operation.api === 'web' || aim === 'write') return row;
  // What the Web API says of itself is an object of another kind to SCIM.
  return { ...row, 'failed for now': row['other shape'], 'failed badly': row['other shape'] };
}

/** Attempts in all at a request that may be sent again. */
const ATTEMPTS = 5;
/** How many rounds of sending and looking up a write without an answer takes, and the requests in each. */
const ROUNDS = 3;
const PER_ROUND = 6;
/** A service that refuses without saying for how long is asked once in two seconds, or more seldom. */
const OFTEN = 2000;

/** Returns the most requests of a command that comes to an end, whatever the service does. */
function mostRequests({ operation, fault }: Cell, usual: number): number {
  const refusals = fault.kind === 'refused for now' ? MOST_WAIT / (fault.asks || OFTEN) : 0;
  const rounds = operation.aim === 'write' ? ROUNDS * PER_ROUND : 0;
  return usual * ATTEMPTS + rounds + refusals;
}

/**
 * What is not shown yet is looked for a second time a moment later, in each round; that is no waiting for the
 * service. In milliseconds.
 */
const LOOKING = ROUNDS * 2000;

/** Codes that say that nothing was done. */
const NOTHING_DONE: readonly number[] = [2, 4, 5, 6, 9, 10, 11, 14];

/**
 * Returns everything in which a cell is not as it should be; nothing when all is well.
 * @param usual requests of the same command where nothing goes wrong.
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

/** What holds for every operation and every fault. */
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
