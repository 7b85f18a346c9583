/**
 * Returns "a", "a or b" or "a, b or c"; an empty string for an empty list.
 * @param last the word before the last item
 */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
