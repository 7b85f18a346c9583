import { Failure } from '../failure/failure.ts';
import { findHeading } from './find-heading.ts';
import { namedSeparator } from './separator.ts';

/** Longest beginning in which the heading is looked for, in bytes. */
const LONGEST_HEADING = 1024 * 1024;
/** As bytes. */
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/**
 * The heading of a CSV, and all of its bytes: in front of the heading, the heading without its line end, and
 * the rest.
 */
export interface CsvStart {
  readonly heading: readonly string[];
  readonly delimiter: string;
  readonly above: Buffer;
  readonly bytesOfHeading: Buffer;
  readonly rest: AsyncIterable<Buffer>;
}

/**
 * What separates cells: where somebody said so, and where neither that nor the first line (`sep=;`) says it.
 */
export interface DelimiterChoice {
  readonly given?: string | undefined;
  readonly usual: string;
}

/**
 * Reads the heading of a CSV as its bytes come, without losing one of them.
 * @throws Failure `invalidInput` when it does not end within a megabyte.
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
      return { ...begun, rest: chained(begun.behind, left) };
    }
    if (head.length > LONGEST_HEADING)
      throw new Failure('invalidInput', `${file}: the first record does not end within 1 MiB`);
  }
}

/** Returns the heading; undefined where more bytes may belong to it. */
function headingOf(head: Buffer, { given, usual }: DelimiterChoice, isWhole: boolean) {
  // Quotes, delimiters and line ends are ASCII: with a character for each byte, offsets are those of the
  // bytes.
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

async function* chained(first: Buffer, others: AsyncIterable<Buffer> | undefined): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  if (others !== undefined) yield* others;
}
