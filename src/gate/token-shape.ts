/** How tokens of such services begin, and those that are signed JSON. */
const KNOWN_START = /^(?:xox[a-z]|xapp|xwfp)[-.].{4}|^eyJ[\w-]{10}/;
/** A run of letters and digits as long as no word, name or ID has it. */
const LONG_RUN = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/;
const ONE_WORD = /^[\w+=~-]{20,}$/;

/** Whether a text begins as tokens do. It then is one, wherever it was typed. */
export function isSurelyToken(text: string): boolean {
  return KNOWN_START.test(text);
}

/** Whether a text that stands where a name was expected may be a token: one long word with letters and digits in a row. */
export function mayBeToken(text: string): boolean {
  return isSurelyToken(text) || (ONE_WORD.test(text) && LONG_RUN.test(text));
}
