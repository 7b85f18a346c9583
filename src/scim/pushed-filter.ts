import type { Filter } from '../rules/filter.ts';
import { appliesFilters, type LearnedTraits } from './learned-traits.ts';

/**
 * Whether a filter of users may be sent to v2, which describes none (SCIM §4.5): a probe has seen that every
 * operator and attribute in it works there. What comes is compared again here, so that a service that has
 * changed since gives no wrong user.
 */
export function mayBePushedDown(filter: Filter, learned: LearnedTraits | undefined): boolean {
  if (learned === undefined || appliesFilters(learned, '2.0') !== true) return false;
  const { filterAttributes: attributes = [] } = learned;
  const isKnown = ({ attribute }: Word) => attribute === undefined || attributes.includes(attribute);
  return usesOnly(filter, learned) && wordsOf(filter).every(isKnown);
}

/**
 * Whether a filter has only operators that work. What was not asked about, such as `lt`, goes with its
 * opposite.
 */
export function usesOnly(filter: Filter, { filterOperators: operators = [] }: LearnedTraits): boolean {
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
      // A day is compared here alone.
      return [{ operator: filter.isDay === true ? 'day' : filter.operator, attribute: filter.attribute }];
    case 'present':
      return [{ operator: 'pr', attribute: filter.attribute }];
    case 'not':
      return [{ operator: 'not' }];
    default:
      return [{ operator: filter.kind }, ...wordsOf(filter.left), ...wordsOf(filter.right)];
  }
}
