import { recordedWords } from './command-words.ts';
import type { Context } from './context.ts';

/**
 * Returns what a command says that was stopped before it changed anything.
 * @param next how to go on; the same command again when absent
 */
export function stoppedBeforeSending(
  { world, secrets }: Pick<Context, 'world' | 'secrets'>,
  next?: string,
): string {
  return `stopped; nothing was sent; ${next ?? `run it again: ${recordedWords(world.argv, secrets.redact)}`}`;
}
