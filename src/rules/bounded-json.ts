/**
 * Levels of nesting that are read. No resource, plan, record or setting has a tenth of it, and what works on a value with recursion would
 * end at some thousands.
 */
export const DEEPEST_JSON = 100;

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 123, 125, 91, 93];

/** A value that was read from JSON, or why it was not, in words that follow "is". */
export type ReadJson = { readonly value: unknown } | { readonly fault: string };

/** Reads JSON that comes from outside. The nesting is counted first: the parser would make a gigabyte of 30 MB of brackets. */
export function readBoundedJson(text: string): ReadJson {
  if (isNestedDeeper(text, DEEPEST_JSON)) return { fault: `nested deeper than ${DEEPEST_JSON} levels` };
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { fault: 'not JSON' };
  }
}

/** Whether brackets outside of strings are open for more levels than these anywhere in a JSON text. */
export function isNestedDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}

/** Returns the offset of the quote that closes a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return text.length;
}
