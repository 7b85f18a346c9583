/** Supported delimiters, the most common first, and their plural names. */
export const DELIMITERS: readonly { readonly character: string; readonly words: string }[] = [
  { character: ',', words: 'commas' },
  { character: ';', words: 'semicolons' },
  { character: '\t', words: 'tabs' },
  { character: '|', words: 'vertical bars' },
];

/** Returns a delimiter as a flag value; a tab, which is hard to type in a shell, is written as a word. */
export function delimiterWord(character: string): string {
  return character === '\t' ? 'tab' : `'${character}'`;
}
