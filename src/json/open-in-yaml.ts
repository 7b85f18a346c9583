/** A string or bracket of a YAML text that is opened and not closed. */
export interface OpenInYaml {
  readonly character: '"' | "'" | '[' | '{';
  /** UTF-16 offset. */
  readonly at: number;
}

/**
 * Returns the string or bracket that is still open at an offset of a YAML text: the cause of an error that
 * the parser reports there. Quotes in comments, in block scalars and inside a word open nothing.
 */
export function openInYaml(text: string, until: number): OpenInYaml | undefined {
  const scanner = new Scanner(text, Math.min(until, text.length));
  return scanner.open();
}

/** Describes the unclosed string or bracket. */
export function unclosedWords({ character }: OpenInYaml): string {
  if (character === '"' || character === "'") return `a string in ${character}…${character} is not closed`;
  return `a ${character} is not closed`;
}

class Scanner {
  private at = 0;
  private readonly text: string;
  private readonly until: number;
  private readonly brackets: OpenInYaml[] = [];
  /** Whether a value or a key may start here. */
  private isStart = true;

  constructor(text: string, until: number) {
    this.text = text;
    this.until = until;
  }

  open(): OpenInYaml | undefined {
    while (this.at < this.until) {
      const found = this.step(this.text[this.at] ?? '');
      if (found !== undefined) return found;
    }
    return this.brackets.at(-1);
  }

  /** @returns a string that is not closed before the offset */
  private step(character: string): OpenInYaml | undefined {
    const at = this.at;
    this.at += 1;
    if (this.isStart && (character === '"' || character === "'")) return this.passString(character, at);
    if (character === '\n') this.isStart = true;
    else if (character === '#' && /^\s?$/.test(this.text[at - 1] ?? '')) this.passLine();
    else if (this.isStart && /[|>]/.test(character) && this.brackets.length === 0) this.passBlock(at);
    else if (/[[{]/.test(character) && this.isStart)
      this.brackets.push({ character: character === '[' ? '[' : '{', at });
    else if (/[\]}]/.test(character) && this.brackets.length > 0) this.brackets.pop();
    else if (this.beginsValue(character)) this.isStart = true;
    else if (!/\s/.test(character)) this.isStart = false;
    return undefined;
  }

  private beginsValue(character: string): boolean {
    if (character === ',') return this.brackets.length > 0;
    const isBeforeBlank = /^\s?$/.test(this.text[this.at] ?? '');
    return isBeforeBlank && (character === ':' || (this.isStart && /[-?]/.test(character)));
  }

  private passString(quote: '"' | "'", at: number): OpenInYaml | undefined {
    for (let end = this.text.indexOf(quote, this.at); ; end = this.text.indexOf(quote, this.at)) {
      if (end < 0 || end >= this.until) return { character: quote, at };
      this.at = end + 1;
      if (quote === "'" && this.text[this.at] === "'") this.at += 1;
      else if (quote === "'" || !this.isEscaped(end)) break;
    }
    this.isStart = false;
    return undefined;
  }

  /** Whether the character at the offset is preceded by an odd number of backslashes. */
  private isEscaped(at: number): boolean {
    let first = at;
    while (this.text[first - 1] === '\\') first -= 1;
    return (at - first) % 2 === 1;
  }

  private passLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.until : end;
  }

  /** Skips a block scalar: its lines are blank or indented further than the line that starts it. */
  private passBlock(at: number): void {
    const lineStart = this.text.lastIndexOf('\n', at) + 1;
    const indent = /^(?: |[-?] )*/.exec(this.text.slice(lineStart, at))?.[0].length ?? 0;
    this.passLine();
    const belongs = new RegExp(`\\n(?: {${indent + 1},}[^\\n]*|[ \\t]*(?=\\n|$))`, 'y');
    for (belongs.lastIndex = this.at; belongs.test(this.text); ) this.at = belongs.lastIndex;
    this.isStart = true;
  }
}
