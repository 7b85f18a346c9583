import type { Filter } from '../rules/filter.ts';

/** What a value filter says of the entry that it means, where it says nothing of the value. */
export interface AskedEntry {
  readonly type?: string;
  readonly primary?: boolean;
}

/**
 * Returns what a filter says of an entry by its type and `primary`; undefined where it says something else as
 * well.
 */
export function askedIn(filter: Filter): AskedEntry | undefined {
  if (filter.kind === 'and') {
    const left = askedIn(filter.left);
    const right = askedIn(filter.right);
    return left === undefined || right === undefined ? undefined : { ...left, ...right };
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  const value = filter.value.toLowerCase();
  if (filter.attribute === 'type') return { type: value };
  return filter.attribute === 'primary' ? { primary: value === 'true' || value === '1' } : undefined;
}

/**
 * Whether an entry is the primary address: `type` work is, any other the secondary one (SCIM §4.3 rule 6).
 */
export function isPrimaryEmail({ type, primary }: AskedEntry): boolean {
  return primary ?? type === 'work';
}
