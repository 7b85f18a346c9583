import { DELIMITERS, delimiterWord } from '../csv/delimiters.ts';
import { readRecord } from '../csv/read-cell.ts';
import { Failure } from '../failure/failure.ts';
import { asQuestion, suggest } from '../values/suggest.ts';

/**
 * Returns the positions of columns, given by heading or by number, such as `#2`.
 * @throws Failure `usage` for a column that the file does not have, or whose name is ambiguous.
 */
export function columnPositions(
  wanted: readonly string[],
  heading: readonly string[],
  file: string,
): ReadonlySet<number> {
  const positions = wanted.map((name) => {
    refuseSeveral(name, heading, file);
    const position = positionOf(name, heading);
    if (position !== undefined) return position;
    if (/^\s*[[{]/.test(heading[0] ?? ''))
      throw new Failure('usage', `${file} is JSON and has no columns`, { hint: `--property ${name}` });
    const delimiter = delimiterWith(name, heading);
    if (delimiter !== undefined)
      throw new Failure('usage', `${file} separates its columns by ${delimiter.words}`, {
        hint: `add --delimiter ${delimiterWord(delimiter.character)}`,
      });
    throw noColumn(name, heading, file);
  });
  return new Set(positions);
}

function noColumn(name: string, heading: readonly string[], file: string): Failure {
  const filled = heading.filter((cell) => cell.trim() !== '');
  if (filled.length === 0)
    return new Failure('usage', `${file} has no column "${name}": it has no heading`, {
      hint: 'the first line that is not empty is the header row',
    });
  return new Failure('usage', `${file} has no column "${name}"${asQuestion(suggest(name, filled))}`, {
    hint: `its columns are ${filled.slice(0, 12).join(', ')}; or use a position such as #2`,
  });
}

/** Refuses a name that several columns have. @throws Failure `usage` */
function refuseSeveral(name: string, heading: readonly string[], file: string): void {
  const isCalled = heading.includes(name)
    ? (cell: string) => cell === name
    : (cell: string) => cell.trim() === name.trim();
  const called = heading.flatMap((cell, at) => (isCalled(cell) ? [{ cell, position: `#${at + 1}` }] : []));
  if (called.length < 2) return;
  const words = called.map(({ cell, position }) => `"${cell}" (${position})`).join(', ');
  throw new Failure('usage', `${file} has several columns "${name}": ${words}`, {
    hint: `use a position such as ${called[0]?.position}`,
  });
}

/** Returns the delimiter that splits a header row of one cell so that it has the column. */
function delimiterWith(name: string, heading: readonly string[]): (typeof DELIMITERS)[number] | undefined {
  const [only = '', ...others] = heading;
  if (others.length > 0) return undefined;
  return DELIMITERS.find(({ character }) => {
    const { cells } = readRecord(only, 0, character);
    return cells.length > 1 && isThere(name, cells);
  });
}

function positionOf(name: string, heading: readonly string[]): number | undefined {
  const named = namedPosition(name, heading);
  if (named >= 0) return named;
  const number = /^#([1-9]\d{0,5})$/.exec(name)?.[1];
  return number !== undefined && Number(number) <= heading.length ? Number(number) - 1 : undefined;
}

/** Blanks around a heading are ignored unless another heading matches exactly. */
function namedPosition(name: string, heading: readonly string[]): number {
  const exact = heading.indexOf(name);
  return exact >= 0 ? exact : heading.findIndex((cell) => cell.trim() === name.trim());
}

/** Whether a file with this header row has a column. */
export function isThere(name: string, heading: readonly string[]): boolean {
  return positionOf(name, heading) !== undefined;
}

/** Whether a column is given by its heading. If all are given by number, the first record is data. */
export function hasHeading(wanted: readonly string[], heading: readonly string[]): boolean {
  return wanted.some((name) => namedPosition(name, heading) >= 0);
}
