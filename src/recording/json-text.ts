import { isJson } from '../values/is-json.ts';
/** What is done with the pieces of a JSON text; a path has the names of the members that lead to the piece. */
export interface JsonVisitor {
  readonly name: (name: string, path: readonly string[]) => string;
  readonly text: (value: string, path: readonly string[]) => string;
  /** A number as it is written. */
  readonly number: (value: string, path: readonly string[]) => string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]|true|false|null|[ \t\r\n]+/gsy;

interface Container {
  readonly isObject: boolean;
  /** The member that the next value belongs to. */
  name: string | undefined;
}

/**
 * Replaces names, texts and numbers of a JSON text and keeps every other character, blanks and the way of escaping included: what is
 * printed as it came is then the same.
 * @returns undefined when the text is no JSON.
 */
export function rewriteJson(json: string, visitor: JsonVisitor): string | undefined {
  if (!isJson(json)) return undefined;
  const stack: Container[] = [];
  let written = '';
  for (const [token] of json.matchAll(TOKEN)) {
    written += rewritten(token, stack, visitor);
  }
  return written;
}

function rewritten(token: string, stack: Container[], visitor: JsonVisitor): string {
  const inner = stack.at(-1);
  const first = token.charAt(0);
  if (first === '{' || first === '[') stack.push({ isObject: first === '{', name: undefined });
  else if (first === '}' || first === ']') stack.pop();
  else if (first === ',' && inner?.isObject === true) inner.name = undefined;
  else if (first === '"') return rewrittenText(token, stack, visitor);
  else if (/[\d-]/.test(first)) return visitor.number(token, pathOf(stack));
  return token;
}

function rewrittenText(token: string, stack: readonly Container[], visitor: JsonVisitor): string {
  const inner = stack.at(-1);
  const real = String(JSON.parse(token));
  if (inner?.isObject !== true || inner.name !== undefined)
    return escapedLike(token, visitor.text(real, pathOf(stack)));
  const path = pathOf(stack);
  inner.name = real;
  return escapedLike(token, visitor.name(real, path));
}

function pathOf(stack: readonly Container[]): readonly string[] {
  return stack.flatMap(({ name }) => (name === undefined ? [] : [name]));
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
