import { Failure } from '../failure/failure.ts';
import { inputName, readBytes } from './read-input.ts';
import type { Streams } from './streams.ts';

/** Maximum length of a line, in characters. */
const MAX_LINE_LENGTH = 64 * 1024;

/**
 * Yields the lines of a file, or of stdin for `-`, while they are read. Blank lines and comments after # are
 * removed.
 * @throws Failure `invalidInput` if the file cannot be read or a line is too long
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
    if (rest.length > MAX_LINE_LENGTH)
      throw new Failure('invalidInput', `${file} has a line longer than ${MAX_LINE_LENGTH} characters`);
    yield* lines.flatMap(withoutComment);
  }
  yield* withoutComment(rest);
}

function withoutComment(line: string): readonly string[] {
  const text = line.replace(/(^|\s)#.*$/, '').trim();
  return text === '' ? [] : [text];
}

/** Yields the words of a file; words are separated by spaces, commas, semicolons or line breaks. */
export function readWords(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  return wordsOf(readBytes(path, stdin), inputName(path));
}

/** Like `readWords`, for bytes that have already been read. @param file name of the source in messages */
export async function* wordsOf(bytes: AsyncIterable<Buffer>, file: string): AsyncGenerator<string> {
  for await (const line of linesOf(bytes, file)) yield* line.split(/[\s,;]+/).filter((word) => word !== '');
}
