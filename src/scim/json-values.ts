/** Scanners that find the ends of values in the bytes of JSON without creating objects. */

const [QUOTE, BACKSLASH, SPACE, MINUS, PLUS, DOT] = [0x22, 0x5c, 0x20, 0x2d, 0x2b, 0x2e];
const [ZERO, NINE, LOWER_E, LOWER_U] = [0x30, 0x39, 0x65, 0x75];

/**
 * Returns the offset of the quote that ends a text, or -1 if the text has a byte that is invalid in JSON or
 * in a line of NDJSON.
 */
export function endOfText(bytes: DataView, start: number): number {
  for (let at = start; ; at += 1) {
    at = nextStop(bytes, at);
    if (at >= bytes.byteLength) return -1;
    const byte = bytes.getUint8(at);
    if (byte === QUOTE) return at;
    if (byte !== BACKSLASH) return -1;
    at = endOfEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
}

/**
 * Returns the offset of the next byte that may end a text or start an escape, or the end of the bytes. Four
 * bytes at a time are a third faster than one (bench/listing.mjs).
 */
function nextStop(bytes: DataView, start: number): number {
  const { byteLength } = bytes;
  let at = start;
  for (; at + 4 <= byteLength; at += 4) {
    const stops = stopsIn(bytes.getInt32(at, true));
    if (stops !== 0) return at + ((31 - Math.clz32(stops & -stops)) >> 3);
  }
  while (at < byteLength && stopsIn(bytes.getUint8(at) | SPACES) === 0) at += 1;
  return at;
}

/** Three spaces above a byte; a space does not stop. */
const SPACES = 0x20202000;

/**
 * Returns a word in which the highest bit of a byte is set if that byte stops a text: below a space, a quote,
 * a backslash or DEL. Only the lowest set bit is reliable: a subtraction may borrow from the bytes above it.
 */
function stopsIn(four: number): number {
  const quotes = four ^ 0x22222222;
  const backslashes = four ^ 0x5c5c5c5c;
  const deletes = four ^ 0x7f7f7f7f;
  const stops =
    ((four - 0x20202020) & ~four) |
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes) |
    ((deletes - 0x01010101) & ~deletes);
  return stops & 0x80808080;
}

/**
 * Returns the offset of the last byte of an escape, given that of its letter; -1 if the escape is invalid.
 */
function endOfEscape(bytes: DataView, at: number): number {
  const letter = byteAt(bytes, at);
  if (letter !== LOWER_U) return ESCAPES.includes(letter) ? at : -1;
  for (let digit = 1; digit <= 4; digit += 1) if (!isHex(byteAt(bytes, at + digit))) return -1;
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
export function endOfScalar(bytes: DataView, start: number): number {
  const byte = byteAt(bytes, start);
  if (byte === TRUE[0]) return endOfWord(bytes, start, TRUE);
  if (byte === FALSE[0]) return endOfWord(bytes, start, FALSE);
  if (byte === NULL[0]) return endOfWord(bytes, start, NULL);
  let at = start + (byte === MINUS ? 1 : 0);
  const integer = at;
  at = endOfDigits(bytes, at);
  if (at === integer || (byteAt(bytes, integer) === ZERO && at > integer + 1)) return -1;
  if (byteAt(bytes, at) === DOT) {
    const fraction = at + 1;
    at = endOfDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if ((byteAt(bytes, at) | SPACE) === LOWER_E) {
    at += 1;
    if (byteAt(bytes, at) === MINUS || byteAt(bytes, at) === PLUS) at += 1;
    const exponent = at;
    at = endOfDigits(bytes, exponent);
    if (at === exponent) return -1;
  }
  return at;
}

function endOfWord(bytes: DataView, start: number, word: Buffer): number {
  for (let index = 1; index < word.length; index += 1)
    if (byteAt(bytes, start + index) !== word[index]) return -1;
  return start + word.length;
}

function endOfDigits(bytes: DataView, start: number): number {
  let at = start;
  while (isDigit(byteAt(bytes, at))) at += 1;
  return at;
}

/** Returns a byte; 0 after the last one. */
function byteAt(bytes: DataView, at: number): number {
  return at < bytes.byteLength ? bytes.getUint8(at) : 0;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
