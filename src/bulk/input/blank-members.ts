import type { Place } from '../../failure/issue.ts';
import { comparisonKey } from '../../values/comparison-key.ts';
import type { DesiredMembership } from './desired-membership.ts';

/** A row with a blank member, for a group that has members in other rows. */
export interface BlankMember {
  readonly group: string;
  readonly at: Place;
}

/**
 * Finds rows without effect: a row with a blank member only declares the group, and so does any row that adds
 * a member.
 */
export class BlankMembers {
  private readonly blank = new Map<string, BlankMember>();
  private readonly named = new Set<string>();

  see({ group, member, action }: DesiredMembership, placeOfMember: () => Place): void {
    const key = comparisonKey(group);
    if (member === undefined) this.blank.set(key, { group, at: placeOfMember() });
    else if (action === 'add') this.named.add(key);
  }

  /** Returns these rows in file order. */
  rowsWithoutEffect(): readonly BlankMember[] {
    return [...this.blank].flatMap(([key, row]) => (this.named.has(key) ? [row] : []));
  }
}
