import { Failure } from '../failure/failure.ts';
import { quoted } from './command-words.ts';

/** A mistake in a command line, with the most likely correction. */
export interface UsageMistake {
  readonly failure: Failure;
  /** The corrected command line; undefined if there are several candidates, or none. */
  readonly meant: readonly string[] | undefined;
}

/** Returns a mistake whose hint is the corrected command line, or else the help. */
export function mistake(message: string, meant: readonly string[] | undefined, help: string): UsageMistake {
  const hint = meant === undefined ? help : `orgctl ${meant.map(quoted).join(' ')}`;
  return { failure: new Failure('usage', message, { hint }), meant };
}
