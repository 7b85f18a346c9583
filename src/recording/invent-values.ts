import { isSecretName } from '../http/secret-members.ts';
import { PLACE_HEADING } from '../spec/own-headings.ts';
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

/** Replaces a password or a token. */
export const SECRET = 'recorded-secret';
const MAX_COUNT_LENGTH = 9;
const EXPRESSIONS = /^(?:filter|path|(?:excluded)?attributes|sort_?by)$/i;
/** Indivisible parts of an expression: quoted values, schema URIs, and relative days. */
const VERBATIM =
  /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|urn:[\w:.-]+|\btoday(?:[+-]\d{1,5}d)?\b)/i;
/** Words with hyphens between them may be one name: the heading `E-Mail`. */
const BARE_WORD = /[$\p{L}_][$\p{L}\p{M}\p{N}_]*(?:-[$\p{L}\p{M}\p{N}_]+)*|\p{N}+/gu;

/** Replaces personal data in arguments and members. */
export interface ValueInventor {
  /**
   * Replaces quoted values and unknown words in a filter, an attribute path, a list of attributes, or a
   * query.
   * @param isName whether an unquoted word is a name defined by the program
   */
  expression(real: string, isName?: (word: string) => boolean): string;
  /** Replaces the value of an argument or member. */
  value(real: string, name: string): string;
  /** Replaces a number in its written form. */
  number(real: string, name: string): string;
  /** Replaces the name of a member. */
  name(real: string): string;
}

/** Returns the attribute that an expression compares with the next value: `type` in `emails[type eq `. */
function comparedIn(before: string): string {
  return /(\w+)\s+\w+\s*$/.exec(before)?.[1] ?? '';
}

export function createValueInventor({ text, textExcept, seconds }: Inventor): ValueInventor {
  const bare = (word: string, isName: (word: string) => boolean) =>
    isName(word)
      ? word
      : word.replace(/[^-]+/g, (part) =>
          isExpressionWord(part) || /^\d{1,9}$/.test(part) ? part : text(part),
        );
  /** Returns a documented value or a fictitious value of a probe unchanged; undefined for any other value. */
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
  /** Replaces the vendor name in a schema URI, and an unknown attribute after it. */
  const urnPath = (real: string) => textExcept(real, (word) => isUrnWord(word) || isKnownName(word));
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
  return {
    expression,
    value(real, name) {
      if (isSecretName(name)) return SECRET;
      const same = known(real, name);
      if (same !== undefined) return same;
      if (EXPRESSIONS.test(name)) return expression(real);
      if (isAboutError(name)) return withCodes(real, text);
      if (/^urn:/i.test(real)) return urnPath(real);
      if (name === PLACE_HEADING) return placeAtLine(real, text);
      if (isCount(name) && /^\d{1,9}$/.test(real)) return real;
      return isTime(name) && /^\d/.test(real) ? seconds(real) : text(real);
    },
    number(real, name) {
      if (isCount(name) && real.length <= MAX_COUNT_LENGTH) return real;
      // Replaces only digits, to keep the e of an exponent.
      return isTime(name) ? seconds(real) : real.replace(/\d+/g, text);
    },
    name(real) {
      if (isKnownName(real)) return real;
      if (/^urn:/i.test(real)) return textExcept(real, isUrnWord);
      // A path as a member name, in a PATCH without paths: name.givenName.
      return /[.[\]:]/.test(real) ? expression(real) : text(real);
    },
  };
}

/** Replaces a message; the error codes in it are kept. */
function withCodes(real: string, text: Inventor['text']): string {
  return real.replace(/[\w.]+|[^\w.]+/g, (part) => (isErrorCode(part) ? part : text(part)));
}

/** Replaces the file in the place of a rejected row; the line is kept. */
function placeAtLine(real: string, text: Inventor['text']): string {
  const [, file = real, line = ''] = /^(.*?)((?::\d{1,9}){1,2}"?)$/s.exec(real) ?? [];
  return text(file) + line;
}
