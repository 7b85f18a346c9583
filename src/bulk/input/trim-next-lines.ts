/** U+0085, the line end of mainframes: white space in Unicode, but not for `trim`. */
export const NEXT_LINE = '\u0085';

/**
 * Removes white space with U+0085 from both ends of each cell; other white space at an end is kept.
 * @param raw the text of the record, which is searched first because hardly any has the character
 */
export function trimNextLines(cells: readonly string[], raw: string): readonly string[] {
  return raw.includes(NEXT_LINE) ? cells.map(trimmed) : cells;
}

function trimmed(cell: string): string {
  if (!cell.includes(NEXT_LINE)) return cell;
  let start = 0;
  let end = cell.length;
  while (start < end && isBlank(cell[start])) start += 1;
  while (end > start && isBlank(cell[end - 1])) end -= 1;
  return cell.slice(
    cell.slice(0, start).includes(NEXT_LINE) ? start : 0,
    cell.slice(end).includes(NEXT_LINE) ? end : cell.length,
  );
}

function isBlank(character: string | undefined): boolean {
  return character === NEXT_LINE || character?.trim() === '';
}
