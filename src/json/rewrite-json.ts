import { isJson } from './is-json.ts';
import { type JsonContainer, replaceTokens } from './walk-json.ts';

/**
 * What is done with the pieces of a JSON text; a path has the names of the members that lead to the piece.
 */
export interface JsonVisitor {
  readonly name: (name: string, path: readonly string[]) => string;
  readonly text: (value: string, path: readonly string[]) => string;
  /** A number as it is written. */
  readonly number: (value: string, path: readonly string[]) => string;
}

/**
 * Replaces names, texts and numbers of a JSON text and keeps every other character, blanks and the way of
 * escaping included: what is printed as it came is then the same.
 * @returns undefined when the text is no JSON.
 */
export function rewriteJson(json: string, visitor: JsonVisitor): string | undefined {
  if (!isJson(json)) return undefined;
  return replaceTokens(json, ({ isName, written, inside }) => {
    if (isName) return escapedLike(written, visitor.name(read(written), pathTo(inside?.parent)));
    if (written.startsWith('"')) return escapedLike(written, visitor.text(read(written), pathTo(inside)));
    return /^[\d-]/.test(written) ? visitor.number(written, pathTo(inside)) : written;
  });
}

function read(written: string): string {
  return String(JSON.parse(written));
}

function pathTo(inside: JsonContainer | undefined): readonly string[] {
  const path: string[] = [];
  for (let at = inside; at !== undefined; at = at.parent) if (at.name !== undefined) path.unshift(at.name);
  return path;
}

/** A backslash that escapes the slash, and is not escaped itself. */
const ESCAPED_SLASH = /(?<!\\)(?:\\\\)*\\\//;

/** A service that keeps to ASCII, or escapes slashes, does so for the invention too. */
function escapedLike(token: string, made: string): string {
  let text = JSON.stringify(made);
  if (ESCAPED_SLASH.test(token)) text = text.replaceAll('/', '\\/');
  const isAscii = !/[^\x20-\x7e]/.test(token);
  return isAscii ? text.replace(/[^\x20-\x7e]/g, escaped) : text;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
