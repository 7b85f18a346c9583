/**
 * Returns the candidate that is most similar to a mistyped word; undefined if none is similar. Of equally
 * similar ones it is the one with the longest shared start: few mistakes are made in the first letters.
 * @param mostEdits maximum edit distance; by default a third of the word's length.
 */
export function suggest(
  word: string,
  candidates: Iterable<string>,
  mostEdits = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  return nearest(word, candidates, mostEdits)[0];
}

/** Returns all candidates that are equally and most similar to a mistyped word, best first, as `suggest`. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  mostEdits = Math.max(1, Math.floor(word.length / 3)),
): readonly string[] {
  let best: string[] = [];
  let least = mostEdits;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance > least) continue;
    if (distance < least) best = [];
    best.push(candidate);
    least = distance;
  }
  return best.sort((one, other) => sharedStart(word, other) - sharedStart(word, one));
}

/** Maximum number of words whose suggestions are remembered for a list of candidates. */
const MAX_REMEMBERED = 1000;

/**
 * Returns `suggest` for candidates that never change. It remembers the last suggestions: a text with many
 * mistakes is checked again for every fix that is tried.
 */
export function suggestFrom(
  candidates: Iterable<string>,
): (word: string, mostEdits: number) => string | undefined {
  const found = new Map<string, string | undefined>();
  return (word, mostEdits) => {
    const key = `${mostEdits} ${word}`;
    if (found.has(key)) return found.get(key);
    if (found.size >= MAX_REMEMBERED) found.clear();
    const suggestion = suggest(word, candidates, mostEdits);
    found.set(key, suggestion);
    return suggestion;
  };
}

/** Returns the number of letters at the start of two words that are the same in both. */
export function sharedStart(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Formats a suggestion to append to a message: ` (did you mean "x"?)`; an empty string if there is none. */
export function asQuestion(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of adjacent letters between two words.
 */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      let cost = Math.min(replaced, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    beforeLast = last;
    last = next;
  }
  return last.at(-1) ?? 0;
}
