import type { Filter } from './filter.ts';

/**
 * Returns an expression in which `eq ""` asks for what has no value and `ne ""` for what has one, as `pr`
 * does: missing and empty are the same. The service, which compares texts, is asked for neither.
 */
export function withBlanks(filter: Filter): Filter {
  if (filter.kind === 'present') return filter;
  if (filter.kind === 'compare')
    return isBlankAsked(filter) ? { kind: 'not', inner: presenceOf(filter) } : filter;
  if (filter.kind === 'not')
    return isBlankAsked(filter.inner)
      ? presenceOf(filter.inner)
      : { kind: 'not', inner: withBlanks(filter.inner) };
  return { ...filter, left: withBlanks(filter.left), right: withBlanks(filter.right) };
}

type Comparison = Extract<Filter, { readonly kind: 'compare' }>;

function isBlankAsked(filter: Filter): filter is Comparison {
  return filter.kind === 'compare' && filter.operator === 'eq' && filter.value === '';
}

function presenceOf({ attribute }: Comparison): Filter {
  return { kind: 'present', attribute };
}
