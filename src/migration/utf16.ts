/** Which byte of two is first. */
export type ByteOrder = 'little' | 'big';

/** Bytes that tell the order: the mark, and two more that would make it one of UTF-32. */
export const MARK_BYTES = 4;

/** Marks what is left when the bytes end in the middle of a unit; no other sequence begins so. */
const HALF = 0xf8;

/** Returns the order of UTF-16 by its byte order mark; undefined for everything else, also UTF-32. */
export function byteOrder(start: Uint8Array): ByteOrder | undefined {
  const [first, second, third, fourth] = start;
  if (first === 0xfe && second === 0xff) return 'big';
  return first === 0xff && second === 0xfe && !(third === 0 && fourth === 0) ? 'little' : undefined;
}

/**
 * Writes each unit of UTF-16 as UTF-8 has it, also one that is half of a pair: so every input comes back as
 * it was by `createWidener`.
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

/** Returns what turns pieces of narrowed text into UTF-16 again. */
export function createWidener(order: ByteOrder): (piece: Uint8Array) => Buffer {
  /** The bits of a unit that is not whole yet, and how many bytes it still takes. */
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
        missing = missingBehind(byte);
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

function missingBehind(first: number): number {
  if (first < 0x80) return 0;
  return first < 0xe0 ? 1 : 2;
}

function bitsOf(first: number): number {
  if (first < 0x80) return first;
  if (first === HALF) return 0;
  return first & (first < 0xe0 ? 0x1f : 0x0f);
}
