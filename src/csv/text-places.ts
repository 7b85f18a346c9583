const LINE_END = /\r\n|\n|\r/g;

/** Counts the line ends of a text; CR, LF and CRLF each count as one. */
export function countLineEnds(text: string): number {
  let count = 0;
  LINE_END.lastIndex = 0;
  while (LINE_END.test(text)) count += 1;
  return count;
}

/**
 * Returns the line and column of an offset in a text that starts on line `firstLine`. The column is 1-based,
 * in characters.
 */
export function placeInText(
  text: string,
  offset: number,
  firstLine: number,
): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: firstLine + countLineEnds(before), column: [...before.slice(lineStart)].length + 1 };
}
