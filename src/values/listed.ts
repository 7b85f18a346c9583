/** Returns "a", "a or b", "a, b or c"; nothing of no words. @param last the word in front of the last one */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
