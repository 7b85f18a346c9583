/** Longest word of a message, in UTF-16 units: longer than any name, ID, address, and most paths. */
const MAX_WORD_LENGTH = 256;
/** What is shown of a longer word. */
const SHOWN = 100;
/** Longest message, and what is shown of the start and the end of a longer one. */
const MAX_TEXT_LENGTH = 4000;
const START = 1000;
const END = 200;

const HALF_AT_END = /[\ud800-\udbff]$/;
const HALF_AT_START = /^[\udc00-\udfff]/;

/**
 * Shortens a message that repeats long input: a word of more than 256 characters, and a text of more than
 * 4000, are shown in part, with … for the rest.
 * @param longestWord for texts that may contain long paths and commands, which would be useless in part
 */
export function brief(text: string, longestWord = MAX_WORD_LENGTH): string {
  if (text.length <= longestWord) return text;
  const short = text.replace(/\S+/g, (word) => (word.length > longestWord ? shown(word) : word));
  if (short.length <= MAX_TEXT_LENGTH) return short;
  return `${startOf(short, START)} … ${short.slice(-END).replace(HALF_AT_START, '')}`;
}

/** Keeps the marks at the end of a long word, such as a closing quote and a semicolon. */
function shown(word: string): string {
  const [end = ''] = /["'),.:;\]}]{0,4}$/.exec(word) ?? [];
  return `${startOf(word, SHOWN)}…${end}`;
}

function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(HALF_AT_END, '');
}
