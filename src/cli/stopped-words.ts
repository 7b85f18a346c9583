import { recordedWords } from './command-words.ts';
import type { Context } from './context.ts';

/**
 * Returns what a command says that was stopped before it changed anything.
 * @param next how to go on; the same command again when absent
 */
export function stoppedBeforeSending(
  { host, secrets }: Pick<Context, 'host' | 'secrets'>,
  next?: string,
): string {
  return `stopped; nothing was sent; ${next ?? `run it again: ${recordedWords(host.argv, secrets.redact)}`}`;
}
