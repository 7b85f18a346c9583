import { LIST_NAMES } from './list-names.ts';

/** An element of the list as it stands in the text. */
export interface RawElement {
  readonly raw: string;
  /** Where it begins, counted from 1, the column in characters. */
  readonly line: number;
  readonly column: number;
}

/**
 * Where the scanner is: in front of the list, between `[` and what may be an object, in the list, or behind
 * it.
 */
type Part = 'before' | 'opening' | 'list' | 'after';

/**
 * Cuts a JSON text that comes in pieces into the elements of its list and what stands around them. The list
 * is the array that is the document, or the first array of objects in it with a name that such lists have.
 */
export class JsonListScanner {
  /** Where the element or the text begins that is not whole yet. */
  start = { line: 1, column: 1 };
  /** How many elements are whole. */
  elements = 0;
  private part: Part = 'before';
  private readonly place = { line: 1, column: 1 };
  private readonly around: string[] = [];
  private raw: string[] = [];
  private rawSize = 0;
  private aroundSize = 0;
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private word: string | undefined;
  private name = '';

  /** Characters that wait for what comes: of an element that is not whole, or around the list. */
  get pending(): number {
    return Math.max(this.rawSize, this.aroundSize);
  }

  /** Whether the text may end here: the list is closed. */
  get isClosed(): boolean {
    return this.part === 'after';
  }

  /** Whether an element has begun and is not whole. */
  get isInElement(): boolean {
    return this.rawSize > 0;
  }

  /** Whether an element has begun whose bracket or text is still open. */
  get isNested(): boolean {
    return this.rawSize > 0 && (this.depth > 0 || this.isInText);
  }

  /** Where the text ends that has come. */
  get end(): { readonly line: number; readonly column: number } {
    return { ...this.place };
  }

  /** What stands around the elements; JSON when the document is. */
  envelope(): string {
    return this.around.join('');
  }

  /** Takes the next piece. @returns the elements that it makes whole */
  push(text: string): readonly RawElement[] {
    const found: RawElement[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? '';
      if (this.part === 'list') {
        if (this.takeInList(character, text, from, at, found)) from = at + 1;
      } else if (this.takeAround(character)) {
        const isBracket = character === '[';
        this.keepAround(text.slice(from, isBracket ? at + 1 : at));
        from = isBracket ? at + 1 : at;
        if (!isBracket) this.takeInList(character, text, from, at, found);
      }
      this.advance(character);
    }
    if (!this.isInList()) this.keepAround(text.slice(from));
    else if (this.rawSize > 0) this.keepRaw(text.slice(from));
    return found;
  }

  private isInList(): boolean {
    return this.part === 'list';
  }

  /** @returns whether an element or the list ends with this character */
  private takeInList(
    character: string,
    text: string,
    from: number,
    at: number,
    found: RawElement[],
  ): boolean {
    const isEnd = !this.isInText && this.depth === 0 && (character === ',' || character === ']');
    if (isEnd) {
      const raw = `${this.raw.join('')}${text.slice(from, at)}`.trim();
      // An empty array has no element; a comma without one is no JSON.
      if (raw !== '' || character === ',' || this.elements > 0) {
        found.push({ raw, ...(raw === '' ? this.place : this.start) });
        this.elements += 1;
      }
      this.raw = [];
      this.rawSize = 0;
      if (character === ']') {
        this.part = 'after';
        this.keepAround(']');
      }
      return true;
    }
    if (this.rawSize === 0 && !/\s/.test(character)) {
      this.start = { ...this.place };
      this.rawSize = 1;
    }
    this.nest(character);
    return false;
  }

  /**
   * @returns whether the list begins here: with `[` where it is the document, else with the brace of its
   * first object
   */
  private takeAround(character: string): boolean {
    if (this.part === 'after') return false;
    if (this.part === 'opening' && !/\s/.test(character)) {
      this.part = 'before';
      if (character === '{') {
        this.depth = 0;
        this.part = 'list';
        return true;
      }
    }
    const before = this.depth;
    this.nest(character);
    if (this.isInText || character === '"') this.spell(character);
    else if (character === ':' && before === 1) this.name = this.word ?? '';
    else if (character === '[' && before === 0) {
      this.depth = 0;
      this.part = 'list';
      return true;
    } else if (character === '[' && before === 1 && LIST_NAMES.has(this.name)) this.part = 'opening';
    return false;
  }

  /** Remembers the last text, which is a name when a colon follows. */
  private spell(character: string): void {
    if (character === '"' && this.isInText) this.word = '';
    else if (character !== '"' && this.word !== undefined && this.word.length < 64) this.word += character;
  }

  private nest(character: string): void {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (character === '\\') this.isEscaped = true;
      else if (character === '"') this.isInText = false;
    } else if (character === '"') this.isInText = true;
    else if (character === '{' || character === '[') this.depth += 1;
    else if (character === '}' || character === ']') this.depth = Math.max(0, this.depth - 1);
  }

  private keepRaw(piece: string): void {
    this.raw.push(piece);
    this.rawSize += piece.length;
  }

  private keepAround(piece: string): void {
    this.around.push(piece);
    this.aroundSize += piece.length;
  }

  private advance(character: string): void {
    if (character === '\n') {
      this.place.line += 1;
      this.place.column = 1;
    } else if (!isLowSurrogate(character)) this.place.column += 1;
  }
}

/** The second half of a character that needs two units of UTF-16. */
function isLowSurrogate(character: string): boolean {
  return (character.charCodeAt(0) & 0xfc00) === 0xdc00;
}
