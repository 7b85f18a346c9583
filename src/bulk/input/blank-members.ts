import type { Place } from '../../failure/issue.ts';
import { foldedText } from '../../values/folded-text.ts';
import type { DesiredMembership } from './desired-membership.ts';

/** A row with a blank member, and the group that other rows name members of. */
export interface BlankMember {
  readonly group: string;
  readonly at: Place;
}

/**
 * Finds the rows that change nothing: they only say that there is a group, and so does every row that names a
 * member of it.
 */
export class BlankMembers {
  private readonly blank = new Map<string, BlankMember>();
  private readonly named = new Set<string>();

  see({ group, member }: DesiredMembership, placeOfMember: () => Place): void {
    const key = foldedText(group);
    if (member === undefined) this.blank.set(key, { group, at: placeOfMember() });
    else this.named.add(key);
  }

  /** Returns them in the order of the file. */
  withoutEffect(): readonly BlankMember[] {
    return [...this.blank].flatMap(([key, row]) => (this.named.has(key) ? [row] : []));
  }
}
