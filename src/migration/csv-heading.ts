import { DELIMITERS, delimiterWord } from '../bulk/input/dialect.ts';
import { readRecord } from '../csv/read-cell.ts';
import { Failure } from '../failure/failure.ts';
import { asQuestion, suggest } from '../rules/suggest.ts';

/** Longest heading that is looked for, in bytes. */
const LONGEST_HEADING = 1024 * 1024;
/** As bytes. */
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The first bytes of a CSV, up to the end of its first record, and everything behind. */
export interface CsvStart {
  readonly heading: readonly string[];
  /** All bytes from the beginning. */
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Reads the first record of a CSV without losing its bytes.
 * @throws Failure `invalidInput` when no record ends within a megabyte.
 */
export async function readCsvStart(
  chunks: AsyncIterable<Buffer>,
  file: string,
  delimiter: string,
): Promise<CsvStart> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let isDone = false;
  let heading: readonly string[] | undefined;
  while (heading === undefined) {
    const next = await iterator.next();
    isDone = next.done === true;
    if (next.done !== true) head = Buffer.concat([head, next.value]);
    heading = firstRecord(head, delimiter, isDone);
    if (heading === undefined && head.length > LONGEST_HEADING) {
      throw new Failure('invalidInput', `${file}: the first record does not end within 1 MiB`);
    }
  }
  return {
    heading,
    bytes: (async function* () {
      if (head.length > 0) yield head;
      if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator };
    })(),
  };
}

/**
 * Returns the positions of columns that are named by heading, or by `#2` for the second.
 * @throws Failure `usage` for a column that the file does not have.
 */
export function columnPositions(
  wanted: readonly string[],
  heading: readonly string[],
  file: string,
): ReadonlySet<number> {
  const positions = wanted.map((name) => {
    const position = positionOf(name, heading);
    if (position !== undefined) return position;
    if (/^\s*[[{]/.test(heading[0] ?? ''))
      throw new Failure('usage', `${file} is JSON, which has no columns`, { hint: `--property ${name}` });
    const delimiter = delimiterWith(name, heading);
    if (delimiter !== undefined)
      throw new Failure('usage', `${file} separates its columns by ${delimiter.words}`, {
        hint: `add --delimiter ${delimiterWord(delimiter.character).replace('tab', "'\\t'")}`,
      });
    const suggestion = suggest(name, heading);
    throw new Failure('usage', `${file} has no column "${name}"${asQuestion(suggestion)}`, {
      hint: `it has ${heading.slice(0, 12).join(', ')}; or name one by its position, such as #2`,
    });
  });
  return new Set(positions);
}

/** The delimiter by which a heading that is one cell has the column after all. */
function delimiterWith(name: string, heading: readonly string[]): (typeof DELIMITERS)[number] | undefined {
  const [only = '', ...others] = heading;
  if (others.length > 0) return undefined;
  return DELIMITERS.find(({ character }) => {
    const { cells } = readRecord(only, 0, character);
    return cells.length > 1 && isThere(name, cells);
  });
}

function positionOf(name: string, heading: readonly string[]): number | undefined {
  const named = heading.indexOf(name);
  if (named >= 0) return named;
  const number = /^#([1-9]\d{0,5})$/.exec(name)?.[1];
  return number !== undefined && Number(number) <= heading.length ? Number(number) - 1 : undefined;
}

/** Whether a file with this heading has a column. */
export function isThere(name: string, heading: readonly string[]): boolean {
  return positionOf(name, heading) !== undefined;
}

/** Whether the columns are named by a heading; by positions alone, the first record is one like the others. */
export function hasHeading(wanted: readonly string[], heading: readonly string[]): boolean {
  return wanted.some((name) => heading.includes(name));
}

/** Returns the cells of the first record; undefined where more bytes may belong to it. */
function firstRecord(head: Buffer, delimiter: string, isWhole: boolean): readonly string[] | undefined {
  // Quotes, delimiters and line ends are ASCII, so that a character may be cut off at the end.
  const text = head.toString('latin1');
  const { cells, end } = readRecord(text, text.startsWith(BYTE_ORDER_MARK) ? 3 : 0, delimiter);
  if (end === text.length && !isWhole) return undefined;
  return cells.map((cell) => Buffer.from(cell, 'latin1').toString('utf8'));
}
