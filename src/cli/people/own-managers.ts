import type { Change } from '../../bulk/plan/change.ts';
import { ownManagers } from '../../bulk/plan/own-managers.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { namesInWords } from '../writes/where-words.ts';

/** Warns about users who become their own managers. */
export async function warnOfOwnManagers(
  { messages }: Pick<Context, 'messages'>,
  changes: readonly Change[],
): Promise<void> {
  const own = ownManagers(changes);
  if (own.length === 0) return;
  const names = namesInWords(own.map(({ name }) => name));
  await messages.warn(
    `${pluralize(own.length, 'user')} will be their own ${own.length === 1 ? 'manager' : 'managers'}: ${names}`,
  );
}
