import { recordedWords } from './command-words.ts';
import type { Context } from './context.ts';

/**
 * Returns the message of a command that was stopped before it changed anything.
 * @param next how to continue; if absent, the same command again
 */
export function nothingSentMessage(
  { host, secrets }: Pick<Context, 'host' | 'secrets'>,
  next?: string,
): string {
  return `stopped; nothing was sent; ${next ?? `run it again: ${recordedWords(host.argv, secrets.redact)}`}`;
}
