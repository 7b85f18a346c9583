import { SECRET_NAME } from '../http/secret-members.ts';
import { isProbeValue, PROBE_EMAIL } from '../spec/probe-words.ts';
import type { Inventor } from './invent-text.ts';
import {
  isAboutError,
  isCount,
  isEnumerated,
  isErrorCode,
  isExpressionWord,
  isKnownName,
  isTime,
  isUrnWord,
} from './structure.ts';

/** Stands for a password or a token. */
const SECRET = 'recorded-secret';
const LONGEST_COUNT = 9;
const EXPRESSIONS = /^(?:filter|path|(?:excluded)?attributes|sort_?by)$/i;
/** Pieces of an expression that are one thing: values in quotes, and identifiers. */
const VERBATIM = /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|urn:[\w:.-]+)/;
const BARE_WORD = /[$\p{L}_][$\p{L}\p{M}\p{N}_]*|\p{N}+/gu;

/** Replaces what is of a person in arguments and members. */
export interface ValueInventor {
  /**
   * A filter, an attribute path, a list of attributes, a query: values in quotes and unknown words are replaced.
   * @param isName whether a word outside of quotes is a name of the program's own
   */
  expression(real: string, isName?: (word: string) => boolean): string;
  /** The value of an argument or member. */
  value(real: string, name: string): string;
  /** A number as it is written. */
  number(real: string, name: string): string;
  /** The name of a member. */
  name(real: string): string;
}

export function createValueInventor({ text, textBut, seconds }: Inventor): ValueInventor {
  const bare = (word: string, isName: (word: string) => boolean) =>
    isExpressionWord(word) || isName(word) || /^\d{1,9}$/.test(word) ? word : text(word);
  const quoted = (piece: string) => {
    const end = piece.length > 1 && piece.endsWith(piece.charAt(0)) ? -1 : undefined;
    return `${piece.charAt(0)}${text(piece.slice(1, end))}${end === undefined ? '' : piece.charAt(0)}`;
  };
  /** An identifier, and the attribute behind it. */
  const urnPath = (real: string) => textBut(real, (word) => isUrnWord(word) || isKnownName(word));
  const verbatim = (piece: string) => (/^urn:/.test(piece) ? urnPath(piece) : quoted(piece));
  const expression = (real: string, isName = (_: string) => false) =>
    real
      .split(VERBATIM)
      .map((piece, at) =>
        at % 2 === 0 ? piece.replace(BARE_WORD, (word) => bare(word, isName)) : verbatim(piece),
      )
      .join('');
  const aboutError = (real: string) =>
    real.replace(/[\w.]+|[^\w.]+/g, (part) => (isErrorCode(part) ? part : text(part)));
  return {
    expression,
    value(real, name) {
      if (SECRET_NAME.test(name)) return SECRET;
      if (real === '' || isEnumerated(name, real) || isProbeValue(real)) return real;
      const [, before, id, behind] = PROBE_EMAIL.exec(real) ?? [];
      if (id !== undefined) return `${before}${text(id)}${behind}`;
      if (EXPRESSIONS.test(name)) return expression(real);
      if (isAboutError(name)) return aboutError(real);
      if (/^urn:/i.test(real)) return urnPath(real);
      if (isCount(name) && /^\d{1,9}$/.test(real)) return real;
      return isTime(name) && /^\d/.test(real) ? seconds(real) : text(real);
    },
    number(real, name) {
      if (isCount(name) && real.length <= LONGEST_COUNT) return real;
      // The e of an exponent is no letter.
      return isTime(name) ? seconds(real) : real.replace(/\d+/g, text);
    },
    name(real) {
      if (isKnownName(real)) return real;
      if (/^urn:/i.test(real)) return textBut(real, isUrnWord);
      // A path, as a PATCH without one has it: name.givenName.
      return /[.[\]:]/.test(real) ? expression(real) : text(real);
    },
  };
}
