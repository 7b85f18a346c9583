import { type Change, idsOf } from '../../bulk/plan/change.ts';
import { MAY_NOT_JOIN } from '../../bulk/plan/may-not-join.ts';
import type { MemberName } from '../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import { quoted } from '../command-words.ts';

/** Maximum number of users named in the suggested command. */
const NAMED_AT_ONCE = 10;

/**
 * Refuses changes that would add deactivated users to a group. The service refuses such a call as a whole,
 * possibly after an earlier call has already removed all members.
 * @param members the users named on the command line
 * @throws Failure `refused` that names each of them; nothing was sent
 */
export function refuseDeactivated(changes: readonly Change[], members: readonly MemberName[]): void {
  const joining = new Set(changes.flatMap(idsJoining));
  const refused = members.filter(({ id, deactivated }) => deactivated !== undefined && joining.has(id));
  const [first] = refused;
  if (first === undefined) return;
  const issues = refused.map(
    (member): Issue => ({ code: MAY_NOT_JOIN, path: '', message: `${memberLabel(member)} is deactivated` }),
  );
  const who =
    refused.length === 1
      ? `${memberLabel(first)} is deactivated and cannot join a group`
      : `${pluralize(refused.length, 'user')} are deactivated and cannot join a group`;
  throw new Failure('refused', `${who}; nothing was sent`, {
    code: MAY_NOT_JOIN,
    issues: refused.length === 1 ? [] : issues,
    hint: activateCommand(refused.map(({ deactivated = '' }) => deactivated)),
  });
}

/** Returns the warning about single-channel guests among the joining members; undefined if there are none. */
export function guestsWarning(
  changes: readonly Change[],
  members: readonly MemberName[],
): string | undefined {
  const joining = new Set(changes.flatMap(idsJoining));
  const guests = members.flatMap(({ id, singleChannel }) => (joining.has(id) ? (singleChannel ?? []) : []));
  if (guests.length === 0) return undefined;
  const shown = guests.length > NAMED_AT_ONCE ? [...guests.slice(0, NAMED_AT_ONCE), '…'] : guests;
  const who = guests.length === 1 ? 'a single-channel guest' : `${guests.length} single-channel guests`;
  return `the service probably refuses ${who} in a group, and everybody who joins with them: ${shown.join(', ')}`;
}

/** Returns the command that reactivates users so that they may join. */
export function activateCommand(userNames: readonly string[]): string {
  if (userNames.length > NAMED_AT_ONCE) return "orgctl scim users list --where 'active eq false'";
  return `orgctl scim users activate ${userNames.map(quoted).join(' ')}`;
}

function memberLabel({ name, deactivated = '' }: MemberName): string {
  return name === deactivated ? name : `${name} (${deactivated})`;
}

/** The IDs of the users that a change adds to a group. */
export function idsJoining(change: Change): readonly string[] {
  switch (change.kind) {
    case 'addMembers':
      return idsOf(change.members);
    case 'replaceGroup':
      return idsOf(change.joining);
    case 'sendGroupPatch':
      return change.asks.joining;
    default:
      return [];
  }
}
