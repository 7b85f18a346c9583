import type { Change } from '../../bulk/plan/change.ts';
import type { Group } from '../../scim/group.ts';
import { membersIn } from '../options/group-options.ts';
import type { Question } from './confirm-writes.ts';

/** Returns what is asked before everybody leaves a group; undefined where somebody stays or joins. */
export function emptyingQuestion(
  { id, displayName, members }: Group,
  changes: readonly Change[],
): Question | undefined {
  if (members.length === 0 || !isEmptiedBy(changes, members.length)) return undefined;
  return {
    ask: 'name',
    about: `Remove ${membersIn(members.length)} from ${displayName} (${id}), which is everyone`,
    names: [displayName],
  };
}

function isEmptiedBy(changes: readonly Change[], size: number): boolean {
  const leaving = changes.reduce(
    (sum, change) => sum + (change.kind === 'removeMembers' ? change.members.length : 0),
    0,
  );
  const isJoined = changes.some(({ kind }) => kind === 'addMembers');
  return (
    (leaving === size && !isJoined) ||
    changes.some((change) => change.kind === 'sendGroupPatch' && change.asks.isEmptied)
  );
}
