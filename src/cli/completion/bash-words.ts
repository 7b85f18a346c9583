/** A bash command line up to the cursor. */
export interface BashLine {
  /** The words before the word at the cursor, unquoted, including the program name. */
  readonly words: readonly string[];
  /** The word at the cursor, up to the cursor, unquoted. */
  readonly current: string;
  /** The same text as written in the line. */
  readonly raw: string;
  /** The quote that is open at the cursor. */
  readonly quote: '' | "'" | '"';
}

/** The word that is being read, and where it starts in the line. */
interface OpenWord {
  readonly start: number;
  text: string;
  quote: BashLine['quote'];
}

/** Splits a line as bash does, without expanding anything: a name is text, never a command. */
export function readBashLine(line: string): BashLine {
  const words: string[] = [];
  let word: OpenWord | undefined;
  for (let at = 0; at < line.length; ) {
    const character = line[at] ?? '';
    if (/\s/.test(character) && (word === undefined || word.quote === '')) {
      if (word !== undefined) words.push(word.text);
      word = undefined;
      at += 1;
    } else {
      word ??= { start: at, text: '', quote: '' };
      at += readCharacter(word, character, line[at + 1] ?? '');
    }
  }
  if (word === undefined) return { words, current: '', raw: '', quote: '' };
  return { words, current: word.text, raw: line.slice(word.start), quote: word.quote };
}

/** @returns the number of characters read: two for an escape */
function readCharacter(word: OpenWord, character: string, next: string): number {
  if (character === '\\' && word.quote !== "'") {
    word.text += escaped(next, word.quote);
    return 2;
  }
  if (word.quote === '' && isQuote(character)) word.quote = character;
  else if (character === word.quote) word.quote = '';
  else word.text += character;
  return 1;
}

function isQuote(character: string): character is "'" | '"' {
  return character === "'" || character === '"';
}

/** Returns the text for a backslash followed by a character. */
function escaped(character: string, quote: BashLine['quote']): string {
  const isEscape = quote === '' || /["$`\\]/.test(character);
  return isEscape ? character : `\\${character}`;
}

/**
 * Returns a candidate in the form that bash expects: quoted like the typed text, and without the part before
 * the last word break, which bash keeps; undefined if it cannot be written there.
 * @param breaks the characters of `COMP_WORDBREAKS`
 */
export function bashCandidate(value: string, line: BashLine, breaks: string): string | undefined {
  if (line.quote === "'") return value.includes("'") ? undefined : value;
  if (line.quote === '"') return value.replace(/["$`\\]/g, '\\$&');
  if (!value.startsWith(line.current)) return undefined;
  // A tilde or a history character would be expanded, so they are quoted like the rest.
  const quote = (text: string) => text.replace(/[^\p{L}\p{N}_./:=@,+%-]/gu, '\\$&');
  const kept = [...line.raw].reduce((last, character, at) => {
    if (!breaks.includes(character)) return last;
    // Readline counts these two as the start of the following word.
    return character === '@' || character === '$' ? at : at + 1;
  }, 0);
  const isPlain = line.raw === line.current;
  return isPlain && kept > 0 ? quote(value.slice(kept)) : quote(value);
}
