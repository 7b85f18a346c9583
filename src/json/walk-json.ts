/** An object or array that is open where a token stands. */
export interface JsonContainer {
  readonly isArray: boolean;
  /** The container around it; undefined for the whole text. */
  readonly parent: JsonContainer | undefined;
  /** Of an array: the index of the item. */
  readonly index: number;
  /**
   * Of an object: the name of the member as it reads, and where it begins; undefined before the first one.
   */
  readonly name: string | undefined;
  readonly nameAt: number;
}

/** The name of a member, a text, number or word, or the bracket with which a container begins. */
export interface JsonToken {
  readonly isName: boolean;
  /** As it is written, quotes and escapes included. */
  readonly written: string;
  /** Its offset in the text. */
  readonly at: number;
  /** Undefined for the value that is the whole text. */
  readonly inside: JsonContainer | undefined;
}

type OpenContainer = { -readonly [Member in keyof JsonContainer]: JsonContainer[Member] };

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gs;

/**
 * Calls `visit` for each name and value of a JSON text, in the order in which they stand; without recursion.
 * All that needs more of a JSON text than its value (places, numbers as they are written, names that repeat,
 * texts to replace) is read by it.
 * @param text JSON that was parsed before; of anything else the tokens are some of those that it has.
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
 * Returns a JSON text in which each name, text, number and word is written as `write` returns it; all other
 * characters stay.
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
