import { Failure } from '../failure/failure.ts';
import { quoted } from './command-words.ts';

/** A mistake in a command line, and the command line that is most likely meant. */
export interface UsageMistake {
  readonly failure: Failure;
  /** The words of the one command that is meant; undefined where there are several, or none. */
  readonly meant: readonly string[] | undefined;
}

/** Returns a mistake whose hint is the line that is meant; else the help. */
export function mistake(message: string, meant: readonly string[] | undefined, help: string): UsageMistake {
  const hint = meant === undefined ? help : `orgctl ${meant.map(quoted).join(' ')}`;
  return { failure: new Failure('usage', message, { hint }), meant };
}
