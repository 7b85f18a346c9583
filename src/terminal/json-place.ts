import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Where a text stops being JSON: the offset, and what is in the way. */
export interface JsonFault {
  readonly offset: number;
  readonly found: string;
}

/** Finds where a text stops being JSON; the runtime's own parser does not always say. */
export function findJsonFault(text: string): JsonFault {
  const offset = faultOffset(text);
  const character = text[offset];
  return { offset, found: character === undefined ? 'the end' : JSON.stringify(character) };
}

/** Faults within a string or a number, which the parser reports where that begins. */
const WITHIN: { readonly [Code in ReturnType<typeof printParseErrorCode>]?: RegExp } = {
  InvalidCharacter: /[\u0000-\u001f]/,
  UnexpectedEndOfString: /[\u0000-\u001f]|$/,
  InvalidEscapeCharacter: /(?<=^(?:[^\\]|\\["\\/bfnrtu])*\\)[^"\\/bfnrtu]/,
  InvalidUnicode: /(?<=\\u[0-9A-Fa-f]{0,3})[^0-9A-Fa-f]/,
  UnexpectedEndOfNumber: /(?<=^-?[\d.eE+-]*)[^\d.eE+-]|$/,
};

function faultOffset(text: string): number {
  if (isCutOff(text)) return text.length;
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return text.length;
  const { offset, error } = first;
  const within = WITHIN[printParseErrorCode(error)]?.exec(text.slice(offset));
  return within === null || within === undefined ? offset : offset + within.index;
}

/** Of a text that ends too early the parser above names the last token, and the runtime's own one the end. */
function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = String(error);
    return message.includes('end of JSON input') || message.includes(`position ${text.length}`);
  }
  return false;
}
