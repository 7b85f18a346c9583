import { Failure } from '../failure/failure.ts';
import { inputName, readBytes } from './read-input.ts';
import type { Streams } from './streams.ts';

/** Longest line, in characters. */
const LONGEST_LINE = 64 * 1024;

/**
 * Returns the lines of a file, or of stdin for `-`, as they come; without what is blank and what is a comment behind #.
 * @throws Failure `invalidInput` when the file cannot be read or has a line that is no line.
 */
export async function* readLines(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of readBytes(path, stdin)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE)
      throw new Failure(
        'invalidInput',
        `${inputName(path)} has a line of more than ${LONGEST_LINE} characters`,
      );
    yield* lines.flatMap(meant);
  }
  yield* meant(rest);
}

function meant(line: string): readonly string[] {
  const text = line.replace(/(^|\s)#.*$/, '').trim();
  return text === '' ? [] : [text];
}

/** Returns the words of a file, one or more on a line, between blanks or commas. */
export async function* readWords(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  for await (const line of readLines(path, stdin)) yield* line.split(/[\s,;]+/).filter((word) => word !== '');
}
