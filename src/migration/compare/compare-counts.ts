import { pluralize } from '../../output/pluralize.ts';
import type { Difference } from './difference.ts';

/** Number of differences by type. */
export interface CompareCounts {
  readonly people: Kinds;
  readonly groups: Kinds;
  /** Number of different values of users, by attribute. */
  readonly attributes: ReadonlyMap<string, number>;
  readonly memberships: number;
  readonly all: number;
}

interface Kinds {
  readonly onlyInA: number;
  readonly onlyInB: number;
  /** Users or groups with at least one different value. */
  readonly different: number;
  readonly ambiguous: number;
}

export interface DifferenceCounter {
  add(difference: Difference): void;
  counts(): CompareCounts;
}

/** Creates a counter of the differences passed to it. */
export function createDifferenceCounter(): DifferenceCounter {
  const kinds = () => ({ onlyInA: 0, onlyInB: 0, different: 0, ambiguous: 0 });
  const [people, groups] = [kinds(), kinds()];
  const attributes = new Map<string, number>();
  let memberships = 0;
  let all = 0;
  let last = '';
  return {
    add({ found, subject, attribute = '', a }) {
      all += 1;
      if (subject === 'membership') {
        memberships += 1;
        return;
      }
      const about = subject === 'user' ? people : groups;
      if (subject === 'user' && found === 'different')
        attributes.set(attribute, (attributes.get(attribute) ?? 0) + 1);
      // All differences of a user arrive consecutively.
      const who = `${subject} ${a[0] ?? ''}`;
      if (found !== 'different' || who !== last) about[found] += 1;
      last = found === 'different' ? who : '';
    },
    counts: () => ({ people, groups, attributes, memberships, all }),
  };
}

/** Returns the counts as one line of text. */
export function describeCounts({ people, groups, memberships, attributes, all }: CompareCounts): string {
  if (all === 0) return 'no differences';
  const part = (count: number, words: string) => (count === 0 ? [] : [words]);
  const values = [...attributes.values()].reduce((sum, count) => sum + count, 0);
  const parts = [
    ...part(people.onlyInA, `${pluralize(people.onlyInA, 'user')} only in A`),
    ...part(people.onlyInB, `${pluralize(people.onlyInB, 'user')} only in B`),
    ...part(
      people.different,
      `${pluralize(people.different, 'user')} ${people.different === 1 ? 'differs' : 'differ'} in ${pluralize(values, 'value')}`,
    ),
    ...part(people.ambiguous, `${pluralize(people.ambiguous, 'ambiguous user')}`),
    ...part(groups.onlyInA, `${pluralize(groups.onlyInA, 'group')} only in A`),
    ...part(groups.onlyInB, `${pluralize(groups.onlyInB, 'group')} only in B`),
    ...part(groups.different, `${pluralize(groups.different, 'group')} renamed`),
    ...part(groups.ambiguous, `${pluralize(groups.ambiguous, 'ambiguous group name')}`),
    ...part(memberships, `${pluralize(memberships, 'membership')} different`),
  ];
  return parts.join('; ');
}
