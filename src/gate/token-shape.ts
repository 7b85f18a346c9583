/** Matches a character as it is, or percent-encoded once or more. */
function inUrl(pattern: string, code: string): string {
  return `(?:${pattern}|%(?:25)*${code})`;
}

/** The prefix of the service's tokens, also URL-encoded and in the wrong case. */
const [LETTER_X, LETTER_O] = [inUrl('[xX]', '[57]8'), inUrl('[oO]', '[46][fF]')];
/** Hyphens, including typographic ones from word processors. */
const HYPHENS = '\\-\u2010-\u2015\u2212';
const KIND = inUrl('[a-zA-Z]', '[4-7][0-9a-fA-F]');
const SERVICE_START = `${LETTER_X}(?:${LETTER_O}${LETTER_X}${KIND}|app|APP|wfp|WFP)${inUrl(`[.${HYPHENS}]`, '2[deDE]')}`;
/**
 * The prefix with a stray character in each gap, if the following text is as long as a token and has a digit.
 */
const MISTYPED_START = `[xX][^ \\t]?[oO][^ \\t]?[xX][^ \\t]?[a-zA-Z][^ \\t]?[.${HYPHENS}](?=[^ \\t]{10})(?=[^ \\t\\d]{0,200}\\d)`;
/**
 * The start of a JSON Web Token. Within a longer word only an unambiguous one counts, because "monkeyJungle"
 * contains the same letters.
 */
const SIGNED_START = '(?:(?<![A-Za-z0-9])eyJ[\\w-]{10}|eyJ[\\w-]{1,4000}\\.eyJ)';
/** "xoxo" is also an informal closing ("hugs and kisses"), so it starts a token only if a digit follows. */
const NO_KISSES = '(?!xoxo[-.][^\\d\\s]{0,200}(?:\\s|$))';

const START = `(?:${NO_KISSES}${SERVICE_START}(?=[^ \\t]{4})|${MISTYPED_START}|${SIGNED_START})`;
/**
 * Matches up to the next space, so that a stray quote or line break in a token does not expose the rest of
 * it.
 */
const TO_BLANK = new RegExp(`${START}[^ \\t]*`, 'g');
const TO_OTHER = new RegExp(`${START}[\\w.~+/=%${HYPHENS}]*`, 'g');

/** A sequence of letters and digits that is longer than in words, names or IDs. */
const LONG_RUN = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/;
const ONE_WORD = /^[\w+=~-]{20,}$/;

/**
 * Whether a text given as a name may be a token: one long word with a long sequence of letters and digits.
 */
export function mayBeToken(text: string): boolean {
  return tokensIn(text).length > 0 || (ONE_WORD.test(text) && LONG_RUN.test(text));
}

/**
 * Returns all pieces of a text that look like tokens, wherever they are: after a stray character, a quote,
 * `=` or `:`, within a longer word, or percent-encoded. Each piece is returned up to the next space and up to
 * the next character that is not part of tokens, both as in the text and decoded.
 */
export function tokensIn(text: string): readonly string[] {
  const pieces = [...(text.match(TO_BLANK) ?? []), ...(text.match(TO_OTHER) ?? [])];
  return [...new Set(pieces.flatMap((piece) => [piece, decoded(piece)]))];
}

/** Returns the text with a mark in place of each piece that looks like a token. */
export function withoutTokens(text: string, mark: string): string {
  return text.replace(TO_OTHER, mark);
}

/** Decodes percent-encoding, also nested; other text is unchanged. */
function decoded(text: string): string {
  return text.replace(/%(?:25)*([2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
