import { FAULT_KINDS, type FaultKind, LIST_KINDS } from './kinds.ts';
import { LISTS, OPERATIONS, type VersionedOperation } from './operations.ts';
import type { Cell } from './run-cell.ts';

/** Every operation with every fault on what it reads, on what it writes, once and again and again. */
export const CELLS: readonly Cell[] = OPERATIONS.flatMap((operation) =>
  planScopeOf(operation).flatMap((aim) =>
    faultsFor(operation, aim).flatMap((fault) =>
      [false, true].map((isLasting): Cell => ({ operation, fault, aim, isLasting })),
    ),
  ),
);

/** A write over SCIM looks up its user first; a create and the Web API do not. */
function planScopeOf({ aim, isByName }: VersionedOperation): readonly Cell['aim'][] {
  return aim === 'write' && isByName ? ['write', 'read'] : [aim];
}

function faultsFor(operation: VersionedOperation, aim: Cell['aim']): readonly FaultKind[] {
  const { kind } = operation;
  // For a read it makes no difference whether the service answered before the answer was lost.
  const faults = aim === 'read' ? FAULT_KINDS.filter(({ title }) => !title.endsWith(', after')) : FAULT_KINDS;
  const isList = LISTS.has(kind);
  return isList ? [...faults, ...LIST_KINDS.filter((fault) => mayMeet(operation, fault))] : faults;
}

/**
 * A list by cursor says no total. The log does, but does not ask for more pages because of it. A list that is
 * read again has the right total then, so that no page is asked for that could be repeated.
 */
function mayMeet(operation: VersionedOperation, { kind, faults }: FaultKind): boolean {
  const { api, hasTotal } = operation;
  if (operation.kind === 'named export' && faults.length > 1) return false;
  return (
    api === 'scim' || kind === 'empty page' || (hasTotal && kind === 'short list' && faults.length === 1)
  );
}
