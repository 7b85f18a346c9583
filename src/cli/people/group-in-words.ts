import { withCommas } from '../../output/pluralize.ts';
import type { Group, GroupMember } from '../../scim/group.ts';

/** Names listed in full; the rest are only counted. */
const NAMES_TOLD = 12;

/**
 * Returns the differences of a group: ": name: IT → IT2; joined: Tomás Rey; left: Samir Aziz"; empty if there
 * are none.
 */
export function groupChangesInWords(before: Group, after: Group): string {
  const joined = membersNotIn(after.members, before.members);
  const left = membersNotIn(before.members, after.members);
  const told = [
    ...(before.displayName === after.displayName
      ? []
      : [`name: ${before.displayName} → ${after.displayName}`]),
    ...(joined.length === 0 ? [] : [`joined: ${namesOf(joined)}`]),
    ...(left.length === 0 ? [] : [`left: ${namesOf(left)}`]),
  ];
  return told.length === 0 ? '' : `: ${told.join('; ')}`;
}

function membersNotIn(
  members: readonly GroupMember[],
  others: readonly GroupMember[],
): readonly GroupMember[] {
  const ids = new Set(others.map(({ id }) => id));
  return members.filter(({ id }) => !ids.has(id));
}

function namesOf(members: readonly GroupMember[]): string {
  const names = members.slice(0, NAMES_TOLD).map(({ id, name }) => (name === '' ? id : name));
  const rest = members.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${withCommas(rest)} more` : '');
}
