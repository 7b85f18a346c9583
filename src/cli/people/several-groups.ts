import { Failure } from '../../failure/failure.ts';
import type { Group } from '../../scim/group.ts';
import type { Context } from '../context.ts';
import type { ConfirmationPrompt } from '../writes/confirm-writes.ts';
import { namesInWords } from '../writes/where-words.ts';
import { refuseDuplicateName } from './duplicate-group-name.ts';

/**
 * Refuses a new name for several groups, and one that another group has.
 * @param name absent if the groups keep their names
 * @param isAllowed whether another group may have the name
 * @throws Failure `usage` or `refused`; nothing was sent
 */
export async function refuseName(
  context: Context,
  groups: readonly Group[],
  name: string | undefined,
  isAllowed = false,
): Promise<void> {
  const [group] = groups;
  if (name === undefined || group === undefined) return;
  if (groups.length > 1) {
    throw new Failure(
      'usage',
      `${groups.length} groups given, but only one can have the name "${name}"; nothing was sent`,
      { hint: 'give one group' },
    );
  }
  // Commands that look a name up do not see spaces around it.
  const shown = name.trim();
  if (isAllowed || shown === group.displayName) return;
  await refuseDuplicateName((await context.connection()).scim, shown, group.id);
}

/** Returns the prompt before several groups are changed; undefined for one group. */
export function changeQuestion(groups: readonly Group[]): ConfirmationPrompt | undefined {
  if (groups.length < 2) return undefined;
  const names = namesInWords(groups.map(({ displayName }) => displayName));
  return { ask: 'yes', about: `Change ${groups.length} groups: ${names}` };
}
