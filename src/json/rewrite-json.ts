import { isJson } from './is-json.ts';
import { type JsonContainer, replaceTokens } from './walk-json.ts';

/**
 * Replacements for the tokens of a JSON text. `path` lists the names of the members that lead to the token.
 */
export interface JsonVisitor {
  readonly name: (name: string, path: readonly string[]) => string;
  readonly text: (value: string, path: readonly string[]) => string;
  /** Receives a number as it is written. */
  readonly number: (value: string, path: readonly string[]) => string;
}

/**
 * Replaces the names, strings and numbers of a JSON text. All other characters stay, including whitespace and
 * the escape style, so that output without replacements is identical to the input.
 * @returns undefined if the text is not valid JSON
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

/** A backslash that escapes a slash and is not escaped itself. */
const ESCAPED_SLASH = /(?<!\\)(?:\\\\)*\\\//;

/** Writes the replacement in the escape style of the original token: ASCII only, and escaped slashes. */
function escapedLike(token: string, made: string): string {
  let text = JSON.stringify(made);
  if (ESCAPED_SLASH.test(token)) text = text.replaceAll('/', '\\/');
  const isAscii = !/[^\x20-\x7e]/.test(token);
  return isAscii ? text.replace(/[^\x20-\x7e]/g, escaped) : text;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
