/** Scanners that find the ends of values in the bytes of JSON without creating objects. */

const [QUOTE, BACKSLASH, SPACE, DEL, MINUS, PLUS, DOT] = [0x22, 0x5c, 0x20, 0x7f, 0x2d, 0x2b, 0x2e];
const [ZERO, NINE, LOWER_E, LOWER_U] = [0x30, 0x39, 0x65, 0x75];

/**
 * Returns the offset of the quote that ends a text, or -1 if the text has a byte that is invalid in JSON or
 * in a line of NDJSON.
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
 * Marks the bytes that may end a text or start an escape. One table look-up per byte is a third faster than
 * comparisons (bench/listing.mjs).
 */
const STOPS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte === DEL),
);

/**
 * Returns the offset of the last byte of an escape, given that of its letter; -1 if the escape is invalid.
 */
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

/** Whether true, false, null or a number may start with this byte. */
export function isScalarStart(byte: number): boolean {
  return isDigit(byte) || byte === MINUS || byte === TRUE[0] || byte === FALSE[0] || byte === NULL[0];
}

/** Returns the end offset of true, false, null or a number; -1 if it is invalid. */
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
