import { FAULT_KINDS, type FaultKind, LIST_KINDS } from './kinds.ts';
import { LISTS, OPERATIONS, type VersionedOperation } from './operations.ts';
import type { Cell } from './run-cell.ts';

/** Every operation with every fault on its reads and on its writes, once and permanently. */
export const CELLS: readonly Cell[] = OPERATIONS.flatMap((operation) =>
  planScopeOf(operation).flatMap((aim) =>
    faultsFor(operation, aim).flatMap((fault) =>
      [false, true].map((isLasting): Cell => ({ operation, fault, aim, isLasting })),
    ),
  ),
);

/** A SCIM write looks up its user first, except for a create. */
function planScopeOf({ aim, isByName }: VersionedOperation): readonly Cell['aim'][] {
  return aim === 'write' && isByName ? ['write', 'read'] : [aim];
}

function faultsFor(operation: VersionedOperation, aim: Cell['aim']): readonly FaultKind[] {
  const { kind } = operation;
  // For a read, it does not matter whether the response was lost before or after the service acted.
  const faults = aim === 'read' ? FAULT_KINDS.filter(({ title }) => !title.endsWith(', after')) : FAULT_KINDS;
  const isList = LISTS.has(kind);
  return isList ? [...faults, ...LIST_KINDS.filter((fault) => mayMeet(operation, fault))] : faults;
}

/**
 * A list by cursor has no total. The log has one but does not use it to request more pages. A list that is
 * read again has the correct total, so no further page is requested that could be repeated.
 */
function mayMeet(operation: VersionedOperation, { kind, faults }: FaultKind): boolean {
  const { api, hasTotal } = operation;
  if (operation.kind === 'named export' && faults.length > 1) return false;
  return (
    api === 'scim' || kind === 'empty page' || (hasTotal && kind === 'short list' && faults.length === 1)
  );
}
