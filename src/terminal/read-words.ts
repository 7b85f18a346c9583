import { Failure } from '../failure/failure.ts';
import { inputName, readBytes } from './read-input.ts';
import type { Streams } from './streams.ts';

/** Longest line, in characters. */
const LONGEST_LINE = 64 * 1024;

/**
 * Returns the lines of a file, or of stdin for `-`, as they come; without what is blank and what is a comment
 * behind #.
 * @throws Failure `invalidInput` when the file cannot be read or has a line that is no line.
 */
export function readLines(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  return linesOf(readBytes(path, stdin), inputName(path));
}

async function* linesOf(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE)
      throw new Failure('invalidInput', `${file} has a line of more than ${LONGEST_LINE} characters`);
    yield* lines.flatMap(meant);
  }
  yield* meant(rest);
}

function meant(line: string): readonly string[] {
  const text = line.replace(/(^|\s)#.*$/, '').trim();
  return text === '' ? [] : [text];
}

/** Returns the words of a file, one or more on a line, between blanks or commas. */
export function readWords(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  return wordsOf(readBytes(path, stdin), inputName(path));
}

/** The same of bytes that are read already. @param file what findings call them */
export async function* wordsOf(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  for await (const line of linesOf(bytes, file)) yield* line.split(/[\s,;]+/).filter((word) => word !== '');
}
