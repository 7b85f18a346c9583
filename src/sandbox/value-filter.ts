import type { Filter } from '../rules/filter.ts';

/** Type and `primary` that a value filter requires of an entry. */
export interface EntrySelector {
  readonly type?: string;
  readonly primary?: boolean;
}

/** Returns the type and `primary` that a filter requires; undefined if it has other conditions. */
export function entrySelectorOf(filter: Filter): EntrySelector | undefined {
  if (filter.kind === 'and') {
    const parts = filter.parts.map(entrySelectorOf).filter((part) => part !== undefined);
    if (parts.length < filter.parts.length) return undefined;
    return parts.reduce((all, part) => Object.assign(all, part), {});
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  const value = filter.value.toLowerCase();
  if (filter.attribute === 'type') return { type: value };
  return filter.attribute === 'primary' ? { primary: value === 'true' || value === '1' } : undefined;
}

/**
 * Whether an entry is the primary address: `primary`, if given, else `type` work; otherwise it is the
 * secondary one (SCIM §4.3 rule 6).
 */
export function isPrimaryEmail({ type, primary }: EntrySelector): boolean {
  return primary ?? type === 'work';
}
