import type { Change, PlannedMember } from '../../bulk/plan/change.ts';
import type { Group } from '../../scim/group.ts';
import { namesInWords } from './where-words.ts';

/** Returns "Change IT: remove samir.aziz; add tomas.rey". */
export function membershipInWords({ displayName }: Group, changes: readonly Change[]): string {
  const leaving = changes.flatMap((change): readonly PlannedMember[] => {
    if (change.kind === 'replaceGroup') return change.leaving;
    return change.kind === 'removeMembers' ? change.members : [];
  });
  const joining = changes.flatMap((change): readonly PlannedMember[] => {
    if (change.kind === 'replaceGroup') return change.joining;
    return change.kind === 'addMembers' ? change.members : [];
  });
  const parts = [
    ...(leaving.length === 0 ? [] : [`remove ${namesInWords(leaving.map(({ name }) => name))}`]),
    ...(joining.length === 0 ? [] : [`add ${namesInWords(joining.map(({ name }) => name))}`]),
  ];
  return `Change ${displayName}: ${parts.join('; ')}`;
}
