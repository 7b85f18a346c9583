/** A position in a text, as counted by users and editors. */
export interface Position {
  /** UTF-16 units from the start. */
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
  /** In UTF-16 units from 1, as counted by editors and SARIF. */
  readonly unit: number;
}

/** The lines of a text. */
export interface LineIndex {
  position(offset: number): Position;
  /** Returns a line without its line break. */
  line(number: number): string;
  readonly count: number;
}

export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    count: starts.length,
    position: (offset) => {
      const line = lineOf(offset);
      const start = starts[line] ?? 0;
      return {
        offset,
        line: line + 1,
        column: [...text.slice(start, offset)].length + 1,
        unit: offset - start + 1,
      };
    },
    line: (number) => {
      const start = starts[number - 1] ?? 0;
      return text.slice(start, (starts[number] ?? text.length + 1) - 1).replace(/\r$/, '');
    },
  };
}
