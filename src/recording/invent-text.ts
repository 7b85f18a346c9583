import { createWordInventor, type Fragment } from './invent-words.ts';

/** Replaces personal data by inventions of the same shape. */
export interface Inventor {
  /** Replaces every word, number, date and address in a value; the characters between them are kept. */
  text(real: string): string;
  /** Like `text`, but keeps the words that a predicate accepts. */
  textExcept(real: string, isStructural: (word: string) => boolean): string;
  /** Shifts a time in milliseconds since 1970. */
  time(real: number): number;
  /** Shifts a time in seconds since 1970; any other text is replaced as a value. */
  seconds(real: string): string;
}

const DAY = 86_400_000;
const RUN = String.raw`(?<![\p{L}\p{N}])\d{8}-\d{6}-[0-9a-z]{5}(?![\p{L}\p{N}])`;
const DATE = String.raw`(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)`;
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
/** Not a telephone number with dots, such as 044.668.18.00. */
const IP = String.raw`(?<![\d.])(?:${OCTET}\.){3}${OCTET}(?![\d.])`;
const TIMESTAMP = String.raw`(?<![\d.])\d{10}\.\d{6}(?![\d.])`;
const SCHEME = String.raw`https?(?=:\/\/)`;
const CLOCK = String.raw`(?<=\d{4}-\d{2}-\d{2})[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?`;
const REFERENCE = String.raw`#\/(?:workflows|functions)(?=\/)`;
const PICTURE = String.raw`data:image\/(?:png|jpeg|gif|webp)(?:;base64)?(?=,)`;
/** Parts of a text to replace; earlier alternatives take precedence. */
const PIECES = new RegExp(
  `(?<run>${RUN})|(?<date>${DATE})|(?<ip>${IP})|(?<stamp>${TIMESTAMP})|(?<same>${SCHEME}|${CLOCK}|${PICTURE}|${REFERENCE})|` +
    String.raw`(?<word>[\p{L}\p{M}\p{N}\p{Co}\p{So}]+)`,
  'gu',
);

/**
 * Range of seconds since 1970, from 2001 to 2039, which have ten digits even after a shift of twenty years.
 */
const [FIRST_SECOND, LAST_SECOND] = [1_000_000_000, 2_200_000_000];

/**
 * Creates an inventor.
 * @param key random bytes; the same key yields the same inventions.
 * @param fragments parts of words that the command searches for
 */
export function createInventor(key: Uint8Array, fragments: readonly Fragment[] = []): Inventor {
  const words = createWordInventor(key, fragments);
  const moved = words.days * DAY;
  const date = (real: string) => {
    const day = dayOf(real);
    if (day !== undefined) return new Date(day + moved).toISOString().slice(0, 10);
    const made = real.replace(/\d+/g, words.word);
    // An invalid date must stay invalid, because the command refuses it.
    return dayOf(made) === undefined ? made : made.replace(/-\d{2}-/, '-13-');
  };
  /** Run IDs sort by time, so their date is shifted as well. */
  const runId = (real: string) => {
    const day = date(real.replace(/^(\d{4})(\d{2})(\d{2}).*$/s, '$1-$2-$3'));
    return `${day.replaceAll('-', '')}${real.slice(8)}`;
  };
  const seconds = (real: string) => {
    const [, whole = '', rest = ''] = /^(\d{10})(\.\d+)?$/.exec(real) ?? [];
    const value = Number(whole);
    if (value < FIRST_SECOND || value > LAST_SECOND) return text(real);
    return `${value + moved / 1000}${rest}`;
  };
  const textExcept = (real: string, isStructural: (word: string) => boolean): string =>
    real.replace(PIECES, (piece, ...rest) => {
      const groups: unknown = rest.at(-1);
      const kind = kindOf(groups);
      if (kind === 'same') return piece;
      if (kind === 'date') return date(piece);
      if (kind === 'run') return runId(piece);
      if (kind === 'ip') return piece.split('.').map(words.octet).join('.');
      if (kind === 'stamp') return seconds(piece);
      return isStructural(piece) ? piece : words.word(piece);
    });
  const text = (real: string) => textExcept(real, () => false);
  return { text, textExcept, seconds, time: (real) => real + moved };
}

/** Returns the start of a day in milliseconds; undefined if the date does not exist. */
function dayOf(text: string): number | undefined {
  const day = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(text) ? day : undefined;
}

/** Returns the name of the matched group. */
function kindOf(groups: unknown): string | undefined {
  const entries = typeof groups === 'object' && groups !== null ? Object.entries(groups) : [];
  return entries.find(([, value]) => value !== undefined)?.[0];
}
