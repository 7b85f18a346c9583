import type { UserAttributeName } from '../../spec/user-attributes.ts';
import type { DifferenceType, Subject } from './compare-scope.ts';
import type { JoinedGroups } from './join-groups.ts';
import type { JoinedPeople, MatchedBy } from './join-people.ts';
import type { OrganizationCopy } from './organization-copy.ts';

/** One difference between two organizations. */
export interface Difference {
  readonly found: DifferenceType;
  readonly subject: Subject;
  /** userName, or displayName of a group; several if ambiguous. */
  readonly name: string;
  /** IDs in A and in B. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly attribute?: string;
  /** The values; empty if there is none. */
  readonly valueInA?: string;
  readonly valueInB?: string;
  /** The key that matched the two. */
  readonly key?: MatchedBy | 'displayName';
  readonly why?: string;
}

/** The matched users and groups, and the attributes that both sides have. */
export interface Joined {
  readonly a: OrganizationCopy;
  readonly b: OrganizationCopy;
  readonly people: JoinedPeople;
  readonly groups: JoinedGroups;
  readonly attributes: readonly UserAttributeName[];
  /** Attributes that one side does not have. */
  readonly missing: readonly UserAttributeName[];
}
