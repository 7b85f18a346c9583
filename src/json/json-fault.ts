import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** Where a text stops being JSON: the offset, and the character found there. */
export interface JsonFault {
  readonly offset: number;
  readonly found: string;
}

type JsonErrorCode = ReturnType<typeof printParseErrorCode>;

/** The first error of the parser: its code, and the offset and length of the token. */
export interface JsonError {
  readonly code: JsonErrorCode;
  readonly offset: number;
  readonly length: number;
}

/**
 * Returns the first syntax error of a text; undefined if it is valid JSON. Comments and trailing commas are
 * errors.
 */
export function firstJsonError(text: string): JsonError | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return undefined;
  const { error, offset, length } = first;
  return { code: printParseErrorCode(error), offset, length };
}

/** Finds where a text stops being JSON. `JSON.parse` does not always report the position. */
export function findJsonFault(text: string): JsonFault {
  const offset = faultOffset(text);
  const character = text[offset];
  return { offset, found: character === undefined ? 'the end' : JSON.stringify(character) };
}

/** Faults inside a string or a number; the parser reports where that token starts. */
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

/** For a truncated text, jsonc-parser reports the last token, and `JSON.parse` the end of the text. */
function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = String(error);
    return message.includes('end of JSON input') || message.includes(`position ${text.length}`);
  }
  return false;
}
