/** An object or array that encloses a token. */
export interface JsonContainer {
  readonly isArray: boolean;
  /** The enclosing container; undefined for the root. */
  readonly parent: JsonContainer | undefined;
  /** Index of the current item of an array. */
  readonly index: number;
  /** Decoded name of the current member of an object, and its offset; undefined before the first member. */
  readonly name: string | undefined;
  readonly nameAt: number;
}

/** The name of a member, a string, a number, a literal, or the opening bracket of a container. */
export interface JsonToken {
  readonly isName: boolean;
  /** The source text, with quotes and escapes. */
  readonly written: string;
  /** Offset in the text. */
  readonly at: number;
  /** Undefined for the root value. */
  readonly inside: JsonContainer | undefined;
}

type OpenContainer = { -readonly [Member in keyof JsonContainer]: JsonContainer[Member] };

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs;

/**
 * Calls `visit` for each name and value of a JSON text in document order, without recursion. The base of
 * every function that needs more than the parsed value: offsets, numbers as written, repeated names,
 * replacements.
 * @param text text known to be valid JSON; otherwise only some of its tokens are visited
 */
export function walkJson(text: string, visit: (token: JsonToken) => void): void {
  let inside: OpenContainer | undefined;
  let isNameNext = false;
  for (const { 0: written, index: at } of text.matchAll(TOKEN)) {
    if (written === ':') continue;
    if (written === '}' || written === ']') {
      inside = inside?.parent;
      isNameNext = false;
    } else if (written === ',') {
      isNameNext = inside?.isArray === false;
      if (inside?.isArray === true) inside.index += 1;
    } else if (isNameNext && inside !== undefined) {
      visit({ isName: true, written, at, inside });
      inside.name = String(JSON.parse(written));
      inside.nameAt = at;
      isNameNext = false;
    } else {
      visit({ isName: false, written, at, inside });
      if (written === '{' || written === '[') inside = opened(written, inside);
      isNameNext = written === '{';
    }
  }
}

function opened(bracket: string, parent: OpenContainer | undefined): OpenContainer {
  return { isArray: bracket === '[', parent, index: 0, name: undefined, nameAt: 0 };
}

/**
 * Replaces each name, string, number, literal and opening bracket of a JSON text with the result of `write`.
 * All other characters stay.
 */
export function replaceTokens(text: string, write: (token: JsonToken) => string): string {
  let replaced = '';
  let from = 0;
  walkJson(text, (token) => {
    replaced += text.slice(from, token.at) + write(token);
    from = token.at + token.written.length;
  });
  return replaced + text.slice(from);
}
