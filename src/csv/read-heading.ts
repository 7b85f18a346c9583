import { Failure } from '../failure/failure.ts';
import { findHeading } from './find-heading.ts';
import { namedSeparator } from './separator.ts';

/** Maximum number of bytes that are searched for the header row. */
const MAX_HEADING_LENGTH = 1024 * 1024;
/** UTF-8 byte order mark, one character per byte. */
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/**
 * The header row of a CSV, and all bytes of the file: above the header row, the header row without its line
 * end, and the rest.
 */
export interface CsvStart {
  readonly heading: readonly string[];
  readonly delimiter: string;
  readonly above: Buffer;
  readonly bytesOfHeading: Buffer;
  readonly rest: AsyncIterable<Buffer>;
}

/**
 * The delimiter given by the user, and the default if neither the user nor the first line (`sep=;`) names
 * one.
 */
export interface DelimiterChoice {
  readonly given?: string | undefined;
  readonly usual: string;
}

/**
 * Reads the header row from a byte stream and preserves every byte.
 * @throws Failure `invalidInput` if the header row does not end within 1 MiB
 */
export async function readHeading(
  chunks: AsyncIterable<Buffer>,
  file: string,
  choice: DelimiterChoice,
): Promise<CsvStart> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await iterator.next();
    if (next.done !== true) head = Buffer.concat([head, next.value]);
    const begun = headingOf(head, choice, next.done === true);
    if (begun !== undefined) {
      const left = next.done === true ? undefined : { [Symbol.asyncIterator]: () => iterator };
      return { ...begun, rest: concatTexts(begun.behind, left) };
    }
    if (head.length > MAX_HEADING_LENGTH)
      throw new Failure('invalidInput', `${file}: the first record does not end within 1 MiB`);
  }
}

/** Returns the header row; undefined if it may continue in the next bytes. */
function headingOf(head: Buffer, { given, usual }: DelimiterChoice, isWhole: boolean) {
  // Quotes, delimiters and line ends are ASCII. With one character per byte, text offsets are byte offsets.
  const bytes = head.toString('latin1');
  const mark = bytes.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const text = bytes.slice(mark);
  const delimiter = given ?? namedSeparator(text) ?? usual;
  const { cells, start, end } = findHeading(text, delimiter);
  if (end === text.length && !isWhole) return undefined;
  return {
    heading: cells.map((cell) => Buffer.from(cell, 'latin1').toString('utf8')),
    delimiter,
    above: head.subarray(0, mark + start),
    bytesOfHeading: head.subarray(mark + start, mark + end),
    behind: head.subarray(mark + end),
  };
}

async function* concatTexts(
  first: Buffer,
  others: AsyncIterable<Buffer> | undefined,
): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  if (others !== undefined) yield* others;
}
