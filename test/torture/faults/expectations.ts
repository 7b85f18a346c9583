import type { FaultClass } from './kinds.ts';
import type { OperationClass } from './operations.ts';
import type { Cell, CellResult } from './run-cell.ts';

/** The exit codes in which an operation may end that meets a fault, once or again and again. */
interface Expected {
  readonly once: readonly number[];
  readonly lasting: readonly number[];
}

const WAITED_OUT: Expected = { once: [0], lasting: [10] };
const GIVEN_UP: Expected = { once: [10], lasting: [10] };
const NO_TOKEN: Expected = { once: [4], lasting: [4] };

/** A read is tried again after what may pass; what cannot be read is no usable answer. */
const READS: Readonly<Record<FaultClass, Expected>> = {
  'refused for now': WAITED_OUT,
  'refused for long': GIVEN_UP,
  token: NO_TOKEN,
  trouble: { once: [0], lasting: [10, 11] },
  // An object without anything is a configuration that says nothing, and an empty list.
  'other shape': { once: [0, 6, 7, 11, 13], lasting: [0, 6, 7, 11, 13] },
  'not ok': { once: [0, 3, 6, 11, 13], lasting: [0, 3, 6, 10, 11, 13] },
  'refused by a gateway': { once: [11], lasting: [11] },
  // What is short is read again, and then told.
  'short list': { once: [0, 3, 7, 11], lasting: [0, 3, 7, 11] },
  'long list': { once: [0, 3, 7], lasting: [0, 3, 7] },
};

/** What was lost is looked for: what is there was done, and what is not there is sent again or told. */
const WRITES: Readonly<Record<FaultClass, Expected>> = {
  'refused for now': WAITED_OUT,
  'refused for long': GIVEN_UP,
  token: NO_TOKEN,
  trouble: { once: [0, 13], lasting: [0, 13] },
  'other shape': { once: [0, 13], lasting: [0, 13] },
  'not ok': { once: [0, 13], lasting: [0, 13] },
  'refused by a gateway': { once: [0, 13], lasting: [0, 13] },
  'short list': { once: [], lasting: [] },
  'long list': { once: [], lasting: [] },
};

const EXPECTED: Readonly<Record<OperationClass, Readonly<Record<FaultClass, Expected>>>> = {
  get: READS,
  list: READS,
  write: WRITES,
  // What nothing shows is unknown, or sent again where the service says of the second time that it was done.
  'blind write': WRITES,
  'repeatable write': WRITES,
};

/** Where a client may still believe what it is told, or tells the wrong thing (reliability: what a response means). */
const KNOWN: readonly {
  readonly operation: OperationClass;
  readonly fault: FaultClass;
  readonly finding: RegExp;
}[] = [
  // An answer without a result is taken for the empty answer of a write that was done.
  { operation: 'write', fault: 'not ok', finding: /^it said that it was done/ },
  { operation: 'write', fault: 'other shape', finding: /^it said that it was done/ },
  // A page of a gateway is taken for a refusal of the service.
  { operation: 'write', fault: 'refused by a gateway', finding: /^exit 11/ },
  { operation: 'blind write', fault: 'refused by a gateway', finding: /^exit 11/ },
  { operation: 'repeatable write', fault: 'refused by a gateway', finding: /^exit 11/ },
];

function isKnown({ operation, fault }: Cell, finding: string): boolean {
  return KNOWN.some(
    (known) =>
      known.operation === operation.kind && known.fault === fault.kind && known.finding.test(finding),
  );
}

/** Codes that say that nothing was done. */
const NOTHING_DONE: readonly number[] = [2, 4, 5, 6, 9, 10, 11, 14];
/** Requests of a command that comes to an end, whatever the service does. */
const MOST_REQUESTS = 60;

/** Returns everything in which a cell is not as it should be; nothing when all is well. */
export function findings(cell: Cell, result: CellResult): readonly string[] {
  return [...promises(cell, result), ...classOf(cell, result)].filter((finding) => !isKnown(cell, finding));
}

/** What holds for every operation and every fault. */
function promises({ operation, fault, isLasting, aim }: Cell, result: CellResult): readonly string[] {
  const { exit, stderr, changes, consumed, requests, waits } = result;
  const wanted = operation.aim === 'write' ? 1 : 0;
  const found: string[] = [];
  if (!consumed) found.push('the fault was not consumed');
  if (changes > wanted && operation.kind !== 'repeatable write')
    found.push(`${changes} requests changed something instead of ${wanted}`);
  if (exit === 0 && changes < wanted) found.push('it said that it was done, and it was not');
  if (NOTHING_DONE.includes(exit) && changes > 0) found.push(`exit ${exit}, although it was done`);
  if (exit === 1) found.push(`a defect: ${stderr}`);
  if (/\n\s+at /.test(stderr)) found.push('a stack');
  if (requests > MOST_REQUESTS) found.push(`${requests} requests`);
  const isTried = exit === 0 || (isLasting && result.timesMet > 1);
  if (fault.asks > 0 && isTried && aim === operation.aim && Math.max(0, ...waits) < fault.asks)
    found.push(`waited ${Math.max(0, ...waits)} ms instead of ${fault.asks}`);
  return found;
}

/** What holds for operations of this class and faults of that class. */
function classOf({ operation, fault, aim, isLasting }: Cell, { exit }: CellResult): readonly string[] {
  const row = aim === 'read' ? READS[fault.kind] : EXPECTED[operation.kind][fault.kind];
  const expected = isLasting ? row.lasting : row.once;
  return expected.includes(exit) ? [] : [`exit ${exit} instead of ${expected.join(' or ')}`];
}
