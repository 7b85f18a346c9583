/** The order of the two bytes of a unit. */
export type ByteOrder = 'little' | 'big';

/** Bytes needed to determine the order: the mark, and two more that would make it UTF-32. */
export const MARK_BYTES = 4;

/** Starts the encoding of a trailing half unit; no other sequence starts with it. */
const HALF = 0xf8;

/** Returns the byte order of UTF-16 from its byte order mark; undefined for others, including UTF-32. */
export function byteOrder(start: Uint8Array): ByteOrder | undefined {
  const [first, second, third, fourth] = start;
  if (first === 0xfe && second === 0xff) return 'big';
  return first === 0xff && second === 0xfe && !(third === 0 && fourth === 0) ? 'little' : undefined;
}

/**
 * Converts each UTF-16 unit to its UTF-8 form, even an unpaired surrogate, so that `createWidener` restores
 * every input exactly.
 */
export async function* narrowed(bytes: AsyncIterable<Buffer>, order: ByteOrder): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of bytes) {
    const input = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = input.length - (input.length % 2);
    yield narrow(input, whole, order);
    rest = Buffer.from(input.subarray(whole));
  }
  if (rest.length > 0)
    yield Buffer.from([HALF, 0x80 | ((rest[0] ?? 0) >> 6), 0x80 | ((rest[0] ?? 0) & 0x3f)]);
}

function narrow(input: Uint8Array, end: number, order: ByteOrder): Buffer {
  const output = Buffer.allocUnsafe((end / 2) * 3);
  const [high, low] = order === 'big' ? [0, 1] : [1, 0];
  let written = 0;
  for (let at = 0; at < end; at += 2) {
    const unit = ((input[at + high] ?? 0) << 8) | (input[at + low] ?? 0);
    if (unit < 0x80) output[written++] = unit;
    else if (unit < 0x800) {
      output[written++] = 0xc0 | (unit >> 6);
      output[written++] = 0x80 | (unit & 0x3f);
    } else {
      output[written++] = 0xe0 | (unit >> 12);
      output[written++] = 0x80 | ((unit >> 6) & 0x3f);
      output[written++] = 0x80 | (unit & 0x3f);
    }
  }
  return output.subarray(0, written);
}

/** Returns a function that converts pieces of narrowed text back to UTF-16. */
export function createWidener(order: ByteOrder): (piece: Uint8Array) => Buffer {
  /** The bits of an incomplete unit, and the number of bytes it still needs. */
  let [unit, missing, isHalf] = [0, 0, false];
  return (piece) => {
    const output = Buffer.allocUnsafe(piece.length * 2);
    let written = 0;
    for (const byte of piece) {
      if (missing > 0) {
        unit = (unit << 6) | (byte & 0x3f);
        missing -= 1;
      } else {
        isHalf = byte === HALF;
        missing = countMissingBytes(byte);
        unit = bitsOf(byte);
      }
      if (missing === 0)
        written = isHalf ? output.writeUInt8(unit, written) : put(output, unit, written, order);
    }
    return output.subarray(0, written);
  };
}

function put(output: Buffer, unit: number, at: number, order: ByteOrder): number {
  return order === 'big' ? output.writeUInt16BE(unit, at) : output.writeUInt16LE(unit, at);
}

function countMissingBytes(first: number): number {
  if (first < 0x80) return 0;
  return first < 0xe0 ? 1 : 2;
}

function bitsOf(first: number): number {
  if (first < 0x80) return first;
  if (first === HALF) return 0;
  return first & (first < 0xe0 ? 0x1f : 0x0f);
}
