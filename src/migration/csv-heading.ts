import { DELIMITERS, delimiterWord } from '../bulk/input/dialect.ts';
import { Failure } from '../failure/failure.ts';
import { asQuestion, suggest } from '../rules/suggest.ts';

/** Longest heading that is looked for, in bytes. */
const LONGEST_HEADING = 1024 * 1024;

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
  let record = firstRecord(head, delimiter);
  while (record === undefined && !isDone) {
    const next = await iterator.next();
    isDone = next.done === true;
    if (next.done !== true) head = Buffer.concat([head, next.value]);
    record = firstRecord(head, delimiter);
    if (record === undefined && head.length > LONGEST_HEADING) {
      throw new Failure('invalidInput', `${file}: the first record does not end within 1 MiB`);
    }
  }
  return {
    heading: record ?? cellsOf(head.toString('utf8'), delimiter),
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
    const cells = cellsOf(only, character);
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

/** Returns the cells of the first record if it ends within the bytes. */
function firstRecord(head: Buffer, delimiter: string): readonly string[] | undefined {
  let isQuoted = false;
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at];
    if (byte === 0x22) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === 0x0a || byte === 0x0d))
      return cellsOf(head.toString('utf8', 0, at), delimiter);
  }
  return undefined;
}

function cellsOf(record: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of record.replace(/^\ufeff/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell].map((text) =>
    text.startsWith('"') && text.endsWith('"') && text.length > 1
      ? text.slice(1, -1).replaceAll('""', '"')
      : text,
  );
}
