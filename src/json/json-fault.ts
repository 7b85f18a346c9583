import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Where a text stops being JSON: the offset, and what is in the way. */
export interface JsonFault {
  readonly offset: number;
  readonly found: string;
}

type JsonErrorCode = ReturnType<typeof printParseErrorCode>;

/** What the parser objects to first: its code, and the offset and length of the token. */
export interface JsonError {
  readonly code: JsonErrorCode;
  readonly offset: number;
  readonly length: number;
}

/**
 * Returns the first error in a text that is no JSON; undefined when there is none. Comments and trailing
 * commas are errors.
 */
export function firstJsonError(text: string): JsonError | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  const { error, offset, length } = first;
  return { code: printParseErrorCode(error), offset, length };
}

/** Finds where a text stops being JSON; the runtime's own parser does not always say. */
export function findJsonFault(text: string): JsonFault {
  const offset = faultOffset(text);
  const character = text[offset];
  return { offset, found: character === undefined ? 'the end' : JSON.stringify(character) };
}

/** Faults within a string or a number, which the parser reports where that begins. */
const WITHIN: { readonly [Code in JsonErrorCode]?: RegExp } = {
  InvalidCharacter: /[\u0000-\u001f]/,
  UnexpectedEndOfString: /[\u0000-\u001f]|$/,
  InvalidEscapeCharacter: /(?<=^(?:[^\\]|\\["\\/bfnrtu])*\\)[^"\\/bfnrtu]/,
  InvalidUnicode: /(?<=\\u[0-9A-Fa-f]{0,3})[^0-9A-Fa-f]/,
  UnexpectedEndOfNumber: /(?<=^-?[\d.eE+-]*)[^\d.eE+-]|$/,
};

function faultOffset(text: string): number {
  if (isCutOff(text)) return text.length;
  const first = firstJsonError(text);
  if (first === undefined) return text.length;
  const { code, offset } = first;
  const within = WITHIN[code]?.exec(text.slice(offset));
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
