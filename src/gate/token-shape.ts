/** A character as it is, or percent-encoded once or more. */
function inUrl(pattern: string, code: string): string {
  return `(?:${pattern}|%(?:25)*${code})`;
}

/** How tokens of such services begin, also in a URL and with the wrong case. */
const [LETTER_X, LETTER_O] = [inUrl('[xX]', '[57]8'), inUrl('[oO]', '[46][fF]')];
/** A hyphen, also as word processors write it. */
const HYPHENS = '\\-\u2010-\u2015\u2212';
const KIND = inUrl('[a-zA-Z]', '[4-7][0-9a-fA-F]');
const SERVICE_START = `${LETTER_X}(?:${LETTER_O}${LETTER_X}${KIND}|app|APP|wfp|WFP)${inUrl(`[.${HYPHENS}]`, '2[deDE]')}`;
/** The same with a stray character in each gap, before what is as long as a token and has a digit. */
const MISTYPED_START = `[xX][^ \\t]?[oO][^ \\t]?[xX][^ \\t]?[a-zA-Z][^ \\t]?[.${HYPHENS}](?=[^ \\t]{10})(?=[^ \\t\\d]{0,200}\\d)`;
/**
 * How signed JSON begins. Within a longer word only what is signed JSON beyond doubt: "monkeyJungle" has the
 * same letters.
 */
const SIGNED_START = '(?:(?<![A-Za-z0-9])eyJ[\\w-]{10}|eyJ[\\w-]{1,4000}\\.eyJ)';
/** "xoxo" is also what people write to those they love: it begins a token when a digit follows. */
const NO_KISSES = '(?!xoxo[-.][^\\d\\s]{0,200}(?:\\s|$))';

const START = `(?:${NO_KISSES}${SERVICE_START}(?=[^ \\t]{4})|${MISTYPED_START}|${SIGNED_START})`;
/** To the next blank: a stray quote or line break within a token does not make the rest of it public. */
const TO_BLANK = new RegExp(`${START}[^ \\t]*`, 'g');
const TO_OTHER = new RegExp(`${START}[\\w.~+/=%${HYPHENS}]*`, 'g');

/** A run of letters and digits as long as no word, name or ID has it. */
const LONG_RUN = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{16,}/;
const ONE_WORD = /^[\w+=~-]{20,}$/;

/**
 * Whether a text that stands where a name was expected may be a token: one long word with letters and digits
 * in a row.
 */
export function mayBeToken(text: string): boolean {
  return tokensIn(text).length > 0 || (ONE_WORD.test(text) && LONG_RUN.test(text));
}

/**
 * Returns every piece of a text that has the shape of a token, wherever it stands: behind a stray character,
 * a quote, `=` or `:`, in a longer word, or percent-encoded. Each as it is in the text, up to the next blank
 * and up to the next character that no token has, and decoded.
 */
export function tokensIn(text: string): readonly string[] {
  const pieces = [...(text.match(TO_BLANK) ?? []), ...(text.match(TO_OTHER) ?? [])];
  return [...new Set(pieces.flatMap((piece) => [piece, decoded(piece)]))];
}

/** Returns the text with a mark in the place of every piece that has the shape of a token. */
export function withoutTokens(text: string, mark: string): string {
  return text.replace(TO_OTHER, mark);
}

/** What is percent-encoded, also several times, as it was; what is no such code stays. */
function decoded(text: string): string {
  return text.replace(/%(?:25)*([2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
