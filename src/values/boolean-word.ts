const TRUE_WORDS = ['1', 'true', 'yes', 'y', 'on'];
const FALSE_WORDS = ['0', 'false', 'no', 'n', 'off'];

/** Describes the words that switch a setting on or off, for messages. */
export const BOOLEAN_WORDS = [...TRUE_WORDS, ...FALSE_WORDS].join(', ');

/** Parses a word that switches a setting on or off, in any case. @returns undefined if it is neither */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return TRUE_WORDS.includes(word) ? true : FALSE_WORDS.includes(word) ? false : undefined;
}
