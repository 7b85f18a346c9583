/** Where the values stand in the bytes of JSON, without making anything of them. */

const [QUOTE, BACKSLASH, SPACE, DEL, MINUS, PLUS, DOT] = [0x22, 0x5c, 0x20, 0x7f, 0x2d, 0x2b, 0x2e];
const [ZERO, NINE, LOWER_E, LOWER_U] = [0x30, 0x39, 0x65, 0x75];

/**
 * Returns where the quote stands that ends a text, or -1 where it holds what JSON or a line of NDJSON must
 * not.
 */
export function endOfText(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start; ; at += 1) {
    while (at < length && STOPS[bytes[at] ?? 0] === 0) at += 1;
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] !== BACKSLASH) return -1;
    at = endOfEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
}

/**
 * Marks the bytes that are more than a character of a text: one look at a table for each byte is a third
 * faster than comparing it (bench/listing.mjs).
 */
const STOPS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte === DEL),
);

/** Returns the last place of an escape whose letter stands at a place, or -1 where it is none. */
function endOfEscape(bytes: Uint8Array, at: number): number {
  const letter = bytes[at] ?? 0;
  if (letter !== LOWER_U) return ESCAPES.includes(letter) ? at : -1;
  for (let digit = 1; digit <= 4; digit += 1) if (!isHex(bytes[at + digit] ?? 0)) return -1;
  return at + 4;
}

const ESCAPES: readonly number[] = [...Buffer.from('"\\/bfnrt')];
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** Whether true, false, null or a number may begin with this byte. */
export function isScalarStart(byte: number): boolean {
  return isDigit(byte) || byte === MINUS || byte === TRUE[0] || byte === FALSE[0] || byte === NULL[0];
}

/** Returns where true, false, null or a number ends, or -1 where it is none. */
export function endOfScalar(bytes: Uint8Array, start: number): number {
  const byte = bytes[start];
  if (byte === TRUE[0]) return endOfWord(bytes, start, TRUE);
  if (byte === FALSE[0]) return endOfWord(bytes, start, FALSE);
  if (byte === NULL[0]) return endOfWord(bytes, start, NULL);
  let at = start + (bytes[start] === MINUS ? 1 : 0);
  const integer = at;
  at = endOfDigits(bytes, at);
  if (at === integer || (bytes[integer] === ZERO && at > integer + 1)) return -1;
  if (bytes[at] === DOT) {
    const fraction = at + 1;
    at = endOfDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if (((bytes[at] ?? 0) | SPACE) === LOWER_E) {
    at += 1;
    if (bytes[at] === MINUS || bytes[at] === PLUS) at += 1;
    const exponent = at;
    at = endOfDigits(bytes, exponent);
    if (at === exponent) return -1;
  }
  return at;
}

function endOfWord(bytes: Uint8Array, start: number, word: Buffer): number {
  for (let index = 1; index < word.length; index += 1) if (bytes[start + index] !== word[index]) return -1;
  return start + word.length;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
