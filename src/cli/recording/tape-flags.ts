import { Failure } from '../../failure/failure.ts';
import { nodeAt } from '../command-path.ts';

/** A command line that records or replays. */
export interface TapeFlag {
  readonly flag: '--record' | '--replay';
  readonly file: string;
  /** The arguments without the flag. */
  readonly rest: readonly string[];
}

/**
 * Returns the recording flag of a command line; undefined if there is none, and for `sandbox serve --record`,
 * which has a format of its own.
 * @throws Failure `usage` for a flag without a file, or for both flags
 */
export function tapeFlag(argv: readonly string[]): TapeFlag | undefined {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const at = words.findIndex(isTapeWord);
  const word = words[at];
  if (word === undefined || isServing(words)) return undefined;
  const flag = word.startsWith('--record') ? '--record' : '--replay';
  const isJoined = word.includes('=');
  const file = isJoined ? word.slice(word.indexOf('=') + 1) : words[at + 1];
  if (file === undefined || file === '') throw new Failure('usage', `${flag} needs a file`);
  const rest = [...argv.slice(0, at), ...argv.slice(at + (isJoined ? 1 : 2))];
  if (rest.slice(0, end < 0 ? undefined : end).some(isTapeWord))
    throw new Failure('usage', 'give --record or --replay once; they cannot be combined');
  return { flag, file, rest };
}

function isTapeWord(word: string): boolean {
  return /^--(?:record|replay)(?:=|$)/.test(word);
}

function isServing(words: readonly string[]): boolean {
  const start = words.indexOf('sandbox');
  return start >= 0 && nodeAt(words.slice(start)).path.join(' ') === 'sandbox serve';
}
