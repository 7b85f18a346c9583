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
/** Pieces of an expression that are one thing: values in quotes, identifiers, and days from today. */
const VERBATIM =
  /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|urn:[\w:.-]+|\btoday(?:[+-]\d{1,5}d)?\b)/i;
const BARE_WORD = /[$\p{L}_][$\p{L}\p{M}\p{N}_]*|\p{N}+/gu;

/** Replaces what is of a person in arguments and members. */
export interface ValueInventor {
  /**
   * A filter, an attribute path, a list of attributes, a query: values in quotes and unknown words are
   * replaced.
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

/** The attribute with which an expression compares what follows: `type` of `emails[type eq `. */
function comparedIn(before: string): string {
  return /(\w+)\s+\w+\s*$/.exec(before)?.[1] ?? '';
}

export function createValueInventor({ text, textBut, seconds }: Inventor): ValueInventor {
  const bare = (word: string, isName: (word: string) => boolean) =>
    isExpressionWord(word) || isName(word) || /^\d{1,9}$/.test(word) ? word : text(word);
  /**
   * A value that the documents or a probe give is known wherever it stands: undefined for every other one.
   */
  const known = (real: string, name: string): string | undefined => {
    if (real === '' || isEnumerated(name, real) || isProbeValue(real)) return real;
    const [, before, id, behind] = PROBE_EMAIL.exec(real) ?? [];
    return id === undefined ? undefined : `${before}${text(id)}${behind}`;
  };
  const quoted = (piece: string, name: string) => {
    const end = piece.length > 1 && piece.endsWith(piece.charAt(0)) ? -1 : undefined;
    const real = piece.slice(1, end);
    return `${piece.charAt(0)}${known(real, name) ?? text(real)}${end === undefined ? '' : piece.charAt(0)}`;
  };
  /** An identifier, and the attribute behind it. */
  const urnPath = (real: string) => textBut(real, (word) => isUrnWord(word) || isKnownName(word));
  const verbatim = (piece: string, name: string) =>
    /^today/i.test(piece) ? piece : /^urn:/i.test(piece) ? urnPath(piece) : quoted(piece, name);
  const expression = (real: string, isName = (_: string) => false) =>
    real
      .split(VERBATIM)
      .map((piece, at, all) => {
        if (at % 2 === 0) return piece.replace(BARE_WORD, (word) => bare(word, isName));
        return verbatim(piece, comparedIn(all[at - 1] ?? ''));
      })
      .join('');
  const aboutError = (real: string) =>
    real.replace(/[\w.]+|[^\w.]+/g, (part) => (isErrorCode(part) ? part : text(part)));
  return {
    expression,
    value(real, name) {
      if (SECRET_NAME.test(name)) return SECRET;
      const same = known(real, name);
      if (same !== undefined) return same;
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
