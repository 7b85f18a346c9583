import { recordedWords } from './command-words.ts';
import type { Context } from './context.ts';

/**
 * What a stopped command did not do: it would have called the service, or changes only files of this machine.
 */
export type Undone = 'nothing was sent' | 'nothing was changed';

/**
 * Returns the message of a command that was stopped before it changed anything.
 * @param next how to continue; if absent, the same command again
 */
export function nothingSentMessage(
  { host, secrets }: Pick<Context, 'host' | 'secrets'>,
  next?: string,
  undone: Undone = 'nothing was sent',
): string {
  return `stopped; ${undone}; ${next ?? `run it again: ${recordedWords(host.argv, secrets.redact)}`}`;
}
