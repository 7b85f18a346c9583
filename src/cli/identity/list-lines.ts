import { csvLine, unguarded } from '../../csv/csv-line.ts';
import { cellsOf } from '../../csv/read-cell.ts';
import { unescaped } from '../../csv/tsv-rows.ts';
import { isComment } from './list-comments.ts';

/** A line of a list. */
export interface Line {
  readonly line: string;
  readonly number: number;
  /** Start offset in the text. */
  readonly start: number;
}

/** Returns the lines of a list, without blank lines and comments. */
export function linesOf(text: string): readonly Line[] {
  return rawLinesOf(text).filter(({ line }) => line !== '' && !isComment(line));
}

/** Returns all lines of a list, blank ones and comments included. */
export function rawLinesOf(text: string): readonly Line[] {
  let end = 0;
  return text.split(/(?<=\n|\r(?!\n))/).map((line, index) => {
    const start = end;
    end += line.length;
    return { line: line.trim(), number: index + 1, start };
  });
}

/**
 * Returns the name in a line of a plain list, which may be a column of a CSV without its heading: a name that
 * `csvLine` writes in quotes, or with a ', is read without. Other quotes are part of a name.
 * @param isEscaped whether the list is TSV with escapes
 */
export function nameInLine(line: string, isEscaped: boolean): string {
  const [cell = line] = cellsOf(line, ',');
  const name = csvLine([cell], { isRaw: true }) === `${line}\n` ? cell : line;
  return unguarded(isEscaped ? unescaped(name) : name);
}

/** Empties the comments before the heading, because a quote in them would not be one of a CSV. */
export function withoutFirstComments(text: string, [first]: readonly Line[]): string {
  return first === undefined ? text : '\n'.repeat(first.number - 1) + text.slice(first.start);
}
