import { LIST_NAMES } from './list-names.ts';

/** An element of the list, as source text. */
export interface RawElement {
  readonly raw: string;
  /** Start of the element, 1-based, the column in characters. */
  readonly line: number;
  readonly column: number;
}

/**
 * Position of the scanner: before the list, between `[` and a possible object, in the list, or after the
 * list.
 */
type Part = 'before' | 'opening' | 'list' | 'after';

/**
 * Splits a JSON text that arrives in pieces into the elements of its list and the text around them. The list
 * is the document itself if it is an array; otherwise, the first array of objects under a usual list name.
 */
export class JsonListScanner {
  /** Start of the incomplete element. */
  start = { line: 1, column: 1 };
  /** Number of complete elements. */
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

  /** Number of buffered characters: of an incomplete element, or around the list. */
  get pending(): number {
    return Math.max(this.rawSize, this.aroundSize);
  }

  /** Whether the list is closed: the text may end here. */
  get isClosed(): boolean {
    return this.part === 'after';
  }

  /** Whether an element is incomplete. */
  get isInElement(): boolean {
    return this.rawSize > 0;
  }

  /** Whether an incomplete element has an open bracket or string. */
  get isNested(): boolean {
    return this.rawSize > 0 && (this.depth > 0 || this.isInText);
  }

  /** End of the text so far. */
  get end(): { readonly line: number; readonly column: number } {
    return { ...this.place };
  }

  /** The text around the elements; it is valid JSON if the document is. */
  envelope(): string {
    return this.around.join('');
  }

  /**
   * Consumes the next piece.
   * @returns the elements that it completes
   */
  push(text: string): readonly RawElement[] {
    const found: RawElement[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at] ?? '';
      if (this.part === 'list') {
        if (this.scanInList(character, text, from, at, found)) from = at + 1;
      } else if (this.scanOutsideList(character)) {
        const isBracket = character === '[';
        this.keepAround(text.slice(from, isBracket ? at + 1 : at));
        from = isBracket ? at + 1 : at;
        if (!isBracket) this.scanInList(character, text, from, at, found);
      }
      this.advance(character);
    }
    if (!this.isInList()) this.keepAround(text.slice(from));
    else if (this.rawSize > 0) this.appendRaw(text.slice(from));
    return found;
  }

  private isInList(): boolean {
    return this.part === 'list';
  }

  /** @returns whether an element or the list ends with this character */
  private scanInList(
    character: string,
    text: string,
    from: number,
    at: number,
    found: RawElement[],
  ): boolean {
    const isEnd = !this.isInText && this.depth === 0 && (character === ',' || character === ']');
    if (isEnd) {
      const raw = `${this.raw.join('')}${text.slice(from, at)}`.trim();
      // An empty array has no element; a comma without an element is invalid JSON.
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
    this.trackNesting(character);
    return false;
  }

  /**
   * @returns whether the list starts here: at `[` if it is the document, otherwise at the brace of its first
   * object
   */
  private scanOutsideList(character: string): boolean {
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
    this.trackNesting(character);
    if (this.isInText || character === '"') this.recordNameCharacter(character);
    else if (character === ':' && before === 1) this.name = this.word ?? '';
    else if (character === '[' && before === 0) {
      this.depth = 0;
      this.part = 'list';
      return true;
    } else if (character === '[' && before === 1 && LIST_NAMES.has(this.name)) this.part = 'opening';
    return false;
  }

  /** Records the last string: it is a name if a colon follows. */
  private recordNameCharacter(character: string): void {
    if (character === '"' && this.isInText) this.word = '';
    else if (character !== '"' && this.word !== undefined && this.word.length < 64) this.word += character;
  }

  private trackNesting(character: string): void {
    if (this.isInText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (character === '\\') this.isEscaped = true;
      else if (character === '"') this.isInText = false;
    } else if (character === '"') this.isInText = true;
    else if (character === '{' || character === '[') this.depth += 1;
    else if (character === '}' || character === ']') this.depth = Math.max(0, this.depth - 1);
  }

  private appendRaw(piece: string): void {
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

/** Whether a code unit is the second half of a surrogate pair. */
function isLowSurrogate(character: string): boolean {
  return (character.charCodeAt(0) & 0xfc00) === 0xdc00;
}
