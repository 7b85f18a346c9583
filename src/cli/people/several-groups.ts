import { Failure } from '../../failure/failure.ts';
import type { Group } from '../../scim/group.ts';
import type { ConfirmationPrompt } from '../writes/confirm-writes.ts';
import { namesInWords } from '../writes/where-words.ts';

/** Refuses to give several groups the same name. @throws Failure `usage`; nothing was sent */
export function refuseSharedName(count: number, name: string | undefined): void {
  if (count < 2 || name === undefined) return;
  throw new Failure(
    'usage',
    `${count} groups given, but only one can have the name "${name}"; nothing was sent`,
    { hint: 'give one group' },
  );
}

/** Returns the prompt before several groups are changed; undefined for one group. */
export function changeQuestion(groups: readonly Group[]): ConfirmationPrompt | undefined {
  if (groups.length < 2) return undefined;
  const names = namesInWords(groups.map(({ displayName }) => displayName));
  return { ask: 'yes', about: `Change ${groups.length} groups: ${names}` };
}
