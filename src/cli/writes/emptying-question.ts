import type { Change } from '../../bulk/plan/change.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Group } from '../../scim/group.ts';
import { membersIn } from '../options/group-options.ts';
import type { ConfirmationPrompt } from './confirm-writes.ts';

/**
 * Returns the prompt before some of these groups lose all members; undefined if each group keeps or gains
 * one.
 */
export function emptyingQuestion(
  groups: readonly Group[],
  changes: readonly Change[],
): ConfirmationPrompt | undefined {
  const emptied = groups.filter(({ id, members }) => {
    const own = changes.filter(
      (change) => 'target' in change && 'id' in change.target && change.target.id === id,
    );
    return members.length > 0 && isEmptiedBy(own, members.length);
  });
  if (emptied.length === 0) return undefined;
  const lost = emptied.map(
    ({ id, displayName, members }) => `${allOf(members.length)} of ${displayName} (${id})`,
  );
  const others = groups.length - emptied.length;
  return {
    ask: 'name',
    about: `Remove ${lost.join(', ')}${others === 0 ? '' : `, and change ${pluralize(others, 'other group')}`}`,
    names: emptied.map(({ displayName }) => displayName),
  };
}

function allOf(count: number): string {
  return count === 1 ? 'the only member' : `all ${membersIn(count)}`;
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
