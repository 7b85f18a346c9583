import type { UserAttributeName } from '../../spec/user-attributes.ts';
import type { DifferenceType, Subject } from './compare-scope.ts';
import type { JoinedGroups } from './join-groups.ts';
import type { JoinedBy, JoinedPeople } from './join-people.ts';
import type { OrganizationCopy } from './organization-copy.ts';

/** One thing that two organizations do not have alike. */
export interface Difference {
  readonly found: DifferenceType;
  readonly subject: Subject;
  /** userName, or displayName of a group; several where it is ambiguous. */
  readonly name: string;
  /** Its IDs in A and in B. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  readonly attribute?: string;
  /** The values; blank where there is none. */
  readonly valueInA?: string;
  readonly valueInB?: string;
  /** What joined the two. */
  readonly key?: JoinedBy | 'displayName';
  readonly why?: string;
}

/** Who is who, and which attributes both can hold. */
export interface Joined {
  readonly a: OrganizationCopy;
  readonly b: OrganizationCopy;
  readonly people: JoinedPeople;
  readonly groups: JoinedGroups;
  readonly attributes: readonly UserAttributeName[];
  /** Attributes that one of them does not hold. */
  readonly missing: readonly UserAttributeName[];
}
