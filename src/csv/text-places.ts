const LINE_END = /\r\n|\n|\r/g;

/** Returns how many line ends a text has; CR, LF and CRLF count once. */
export function countLineEnds(text: string): number {
  let count = 0;
  LINE_END.lastIndex = 0;
  while (LINE_END.test(text)) count += 1;
  return count;
}

/**
 * Returns the place of an offset in a text that begins on a line: line and column in characters, counted from
 * 1.
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
