/**
 * Puts words into lines as full as the width allows; a word wider than that has a line of its own.
 * @param width columns of a line
 * @param widthOf returns the columns of a text
 */
export function wordLines(
  words: readonly string[],
  width: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const [first = '', ...rest] = words;
  const lines: string[] = [];
  let current = first;
  for (const word of rest) {
    const longer = `${current} ${word}`;
    if (widthOf(longer) <= width) current = longer;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}
