/** Characters that separate cells, the most usual first, and what several of them are called. */
export const DELIMITERS: readonly { readonly character: string; readonly words: string }[] = [
  { character: ',', words: 'commas' },
  { character: ';', words: 'semicolons' },
  { character: '\t', words: 'tabs' },
  { character: '|', words: 'vertical bars' },
];

/** What the flag calls a delimiter that a shell cannot easily pass. */
export function delimiterWord(character: string): string {
  return character === '\t' ? 'tab' : `'${character}'`;
}
