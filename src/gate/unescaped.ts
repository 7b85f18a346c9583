/** Unescaped bytes with their positions in the original bytes. */
export interface Unescaped {
  readonly bytes: Uint8Array;
  /** Start of each byte in the original. */
  readonly starts: Uint32Array;
  /** End of each byte in the original. */
  readonly ends: Uint32Array;
}

/** Maximum depth of nested escapes, such as JSON in a URL in JSON. */
const MAX_LAYERS = 8;

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['lt', '<'],
  ['gt', '>'],
  ['apos', "'"],
]);

/**
 * One escape of JSON and scripts, of a URL, or of HTML, in bytes decoded as Latin-1. A lone backslash escapes
 * the next character.
 */
const ESCAPE =
  /\\+u(d[89ab][0-9a-f]{2})\\+u(d[c-f][0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|\\+|%([0-9a-f]{2})|&#0{0,9}(\d{1,7});|&#x0{0,9}([0-9a-f]{1,6});|&(amp|quot|lt|gt|apos);/gi;

/** First bytes of escapes: a backslash, `%`, `&`. */
const BEGINNINGS = [0x5c, 0x25, 0x26];

/**
 * Returns the bytes with all escapes, including nested ones, resolved and without backslashes, so that all
 * spellings of a text become equal. Returns undefined if there are no escapes.
 */
export function unescaped(bytes: Uint8Array): Unescaped | undefined {
  // Most responses contain no byte that starts an escape.
  if (!BEGINNINGS.some((byte) => bytes.includes(byte))) return undefined;
  let text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let places: Omit<Unescaped, 'bytes'> | undefined;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const next = withoutOneLayer(text, places);
    if (next === undefined) break;
    ({ text, places } = next);
  }
  return places === undefined ? undefined : { bytes: Buffer.from(text, 'latin1'), ...places };
}

function withoutOneLayer(
  text: string,
  before: Omit<Unescaped, 'bytes'> | undefined,
): { readonly text: string; readonly places: Omit<Unescaped, 'bytes'> } | undefined {
  const starts: number[] = [];
  const ends: number[] = [];
  const copy = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      starts.push(before?.starts[at] ?? at);
      ends.push(before?.ends[at] ?? at + 1);
    }
  };
  let isEscaped = false;
  let last = 0;
  const shown = text.replace(ESCAPE, (written, ...rest: (string | number | undefined)[]) => {
    const at = rest.find((part) => typeof part === 'number') ?? 0;
    const meant = meaningOf(written, rest);
    isEscaped = true;
    copy(last, at);
    last = at + written.length;
    for (let index = 0; index < meant.length; index += 1) {
      starts.push(before?.starts[at] ?? at);
      ends.push(before?.ends[last - 1] ?? last);
    }
    return meant;
  });
  if (!isEscaped) return undefined;
  copy(last, text.length);
  return { text: shown, places: { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) } };
}

/** Returns the characters of an escape, as UTF-8 bytes in Latin-1. */
function meaningOf(written: string, groups: readonly (string | number | undefined)[]): string {
  const [high, low, unit, short, byte, decimal, hex, name] = groups;
  if (typeof byte === 'string') return String.fromCharCode(Number.parseInt(byte, 16));
  if (typeof name === 'string') return CHARACTERS.get(name.toLowerCase()) ?? written;
  if (typeof high === 'string') return latin1(String.fromCharCode(fromHex(high), fromHex(low)));
  const code = typeof decimal === 'string' ? Number(decimal) : fromHex(unit ?? short ?? hex);
  return Number.isNaN(code) || code > 0x10ffff ? '' : latin1(String.fromCodePoint(code));
}

function fromHex(digits: string | number | undefined): number {
  return Number.parseInt(String(digits), 16);
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
