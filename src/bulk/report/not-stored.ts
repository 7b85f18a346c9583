import type { ChangeId } from '../../values/ids.ts';
import type { ChangeResult } from './summary.ts';

/** What a change that succeeded lacks. */
export interface MissingParts {
  /** Attributes and members that were sent, and that the service did not keep. */
  readonly notStored: readonly string[];
  /** Names of the members that were not sent, because their creation failed. */
  readonly notCreated: readonly string[];
}

/**
 * Returns what a change lacks; nothing of one that did not succeed. Pure.
 * @param failed changes of the run that failed
 */
export function missingPartsOf(
  { change, outcome }: ChangeResult,
  failed: ReadonlySet<ChangeId>,
): MissingParts {
  const names = outcome?.state === 'succeeded' ? (outcome.notKept ?? []) : [];
  if (change.kind !== 'addMembers' && change.kind !== 'removeMembers')
    return { notStored: names, notCreated: [] };
  const unsent = new Set(
    change.members.flatMap((one) => ('createdBy' in one && failed.has(one.createdBy) ? [one.name] : [])),
  );
  return {
    notStored: names.filter((name) => !unsent.has(name)),
    notCreated: names.filter((name) => unsent.has(name)),
  };
}

/** Returns the changes that failed. */
export function failedOf(results: readonly ChangeResult[]): ReadonlySet<ChangeId> {
  return new Set(results.flatMap(({ change, outcome }) => (outcome?.state === 'failed' ? [change.id] : [])));
}
