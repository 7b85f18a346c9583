import type { Filter } from '../rules/filter.ts';
import { appliesFilters, type LearnedTraits } from './learned-traits.ts';

/**
 * Whether a filter of users may be sent to v2, which documents no filters (SCIM §4.5): if a probe found that
 * all its operators and attributes work there. The results are filtered again locally, so a service that has
 * changed since yields no wrong user.
 */
export function canPushDown(filter: Filter, learned: LearnedTraits | undefined): boolean {
  if (learned === undefined || appliesFilters(learned, '2.0') !== true) return false;
  const { filterAttributes: attributes = [] } = learned;
  const isKnown = ({ attribute }: Word) => attribute === undefined || attributes.includes(attribute);
  return usesKnownOperators(filter, learned) && wordsOf(filter).every(isKnown);
}

/**
 * Whether the service supports all operators of a filter. An operator that the probe does not test, such as
 * `lt`, counts as supported if `ge` is.
 */
export function usesKnownOperators(
  filter: Filter,
  { filterOperators: operators = [] }: LearnedTraits,
): boolean {
  const isKnown = ({ operator }: Word) =>
    operators.includes(['gt', 'lt', 'le'].includes(operator) ? 'ge' : operator);
  return wordsOf(filter).every(isKnown);
}

interface Word {
  readonly operator: string;
  readonly attribute?: string;
}

function wordsOf(filter: Filter): readonly Word[] {
  switch (filter.kind) {
    case 'compare':
      // A comparison with a day is evaluated only locally.
      return [{ operator: filter.isDay === true ? 'day' : filter.operator, attribute: filter.attribute }];
    case 'present':
      return [{ operator: 'pr', attribute: filter.attribute }];
    case 'not':
      return [{ operator: 'not' }];
    default:
      return [{ operator: filter.kind }, ...filter.parts.flatMap(wordsOf)];
  }
}
