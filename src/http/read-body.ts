import type { Readable } from 'node:stream';

/** A body came, but not to its end in time. */
export class BodyTimeout extends Error {
  override readonly name = 'BodyTimeout';
}

/**
 * Reads a body to its end, in one array from the start where its length is known.
 * @param length NaN when it is not known.
 * @param timeLeft milliseconds in which it has to be complete.
 * @throws BodyTimeout when it is not
 */
export function readBody(
  body: Readable,
  length: number,
  into: ((length: number) => Uint8Array) | undefined,
  timeLeft: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const whole = length > 0 ? (into?.(length) ?? new Uint8Array(length)) : undefined;
    const rest: Uint8Array[] = [];
    let received = 0;
    const timer = setTimeout(() => body.destroy(new BodyTimeout()), Math.max(0, timeLeft));
    body.on('data', (chunk: Uint8Array) => {
      // What is longer than it was said to be is kept: it is refused where it is read.
      if (whole !== undefined && rest.length === 0 && received + chunk.length <= length)
        whole.set(chunk, received);
      else rest.push(chunk);
      received += chunk.length;
    });
    body.on('end', () => {
      clearTimeout(timer);
      resolve(joined(whole?.subarray(0, Math.min(received, length)), rest));
    });
    body.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

function joined(start: Uint8Array | undefined, rest: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(0), ...others] = start === undefined ? rest : [start, ...rest];
  return others.length === 0 ? first : new Uint8Array(Buffer.concat([first, ...others]));
}
