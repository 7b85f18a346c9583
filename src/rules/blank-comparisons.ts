import type { Filter, FilterComparison } from './filter.ts';

/**
 * Returns an expression in which `eq ""` matches resources without a value and `ne ""` those with one, like
 * `pr`: missing and empty are the same. The service compares texts, so these comparisons are never sent to
 * it.
 */
export function withBlanks(filter: Filter): Filter {
  if (filter.kind === 'present') return filter;
  if (filter.kind === 'compare')
    return isBlankAsked(filter) ? { kind: 'not', inner: presenceOf(filter) } : filter;
  if (filter.kind === 'not')
    return isBlankAsked(filter.inner)
      ? presenceOf(filter.inner)
      : { kind: 'not', inner: withBlanks(filter.inner) };
  return { ...filter, parts: filter.parts.map(withBlanks) };
}

function isBlankAsked(filter: Filter): filter is FilterComparison {
  return filter.kind === 'compare' && filter.operator === 'eq' && filter.value === '';
}

function presenceOf({ attribute }: FilterComparison): Filter {
  return { kind: 'present', attribute };
}
