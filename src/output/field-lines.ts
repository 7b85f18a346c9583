import { relativeTime } from './relative-time.ts';
import { forTerminal } from './sanitize.ts';
import { GAP } from './table-layout.ts';
import { breakLines, textWidth } from './text-width.ts';
import { type Column, tableText } from './view.ts';

/** One line of a single result: a heading (empty if the value continues) and a part of the value. */
export interface FieldLine {
  readonly heading: string;
  readonly text: string;
  readonly paint: Column<FieldLine>['paint'] | undefined;
}

export const FIELD_LINE_COLUMNS: readonly Column<FieldLine>[] = [
  {
    name: 'name',
    heading: '',
    importance: 1,
    value: ({ heading }) => heading,
    paint: (text, _, palette) => palette.faint(text),
  },
  {
    name: 'value',
    heading: '',
    importance: 1,
    value: ({ text }) => text,
    paint: (text, line, palette) => line.paint?.(text, line, palette) ?? text,
  },
];

/** In fewer terminal columns a long value is truncated instead of wrapped. */
const NARROWEST = 16;

/** Printed for a requested column without a value: a heading alone would look truncated. */
const BLANK = '-';

/**
 * Prints a row vertically: each column that has a value takes one line, or several if the terminal is narrow.
 * @param isAskedFor whether the user chose the columns; then a column without a value has a line too
 */
export function fieldLines<Row>(
  row: Row,
  columns: readonly Column<Row>[],
  { width, now }: { readonly width: number | undefined; readonly now?: number },
  isAskedFor: boolean,
): readonly FieldLine[] {
  const fields = columns.filter((column) => isAskedFor || tableText(column, row) !== '');
  const headings = Math.max(0, ...fields.map(({ heading }) => textWidth(heading)));
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - headings - GAP;
  return fields.flatMap((column) => {
    const { text, age } = textsOf(column, row, now);
    const line = forTerminal(age === undefined ? text : `${text} ${age}`);
    // An age is never wrapped: half of it would be meaningless.
    const parts = textWidth(line) <= room || age === undefined ? [line] : [forTerminal(text), age];
    const pieces = room < NARROWEST ? [line] : parts.flatMap((part) => breakLines(part, room));
    return pieces.map((piece, index) => ({
      heading: index === 0 ? column.heading : '',
      text: piece,
      paint: (painted, _, palette) => column.paint?.(painted, row, palette) ?? painted,
    }));
  });
}

/** The value and, for a time, its age. */
function textsOf<Row>(
  column: Column<Row>,
  row: Row,
  now: number | undefined,
): { readonly text: string; readonly age?: string } {
  const text = tableText(column, row) || BLANK;
  if (now === undefined || column.isTime !== true) return { text };
  const age = relativeTime(text, now);
  return age === text ? { text } : { text, age: `(${age})` };
}
