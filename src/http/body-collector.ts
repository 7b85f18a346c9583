/** Assembles a body from its chunks. */
export interface BodyCollector {
  add(chunk: Uint8Array): void;
  /** Returns the body received so far. */
  whole(): Uint8Array;
}

/**
 * Collects a body, in a single preallocated array if its length is known.
 * @param length bytes according to Content-Length; NaN if unknown.
 * @param into returns an array for a body of known length.
 */
export function collectBody(
  length: number,
  into: ((length: number) => Uint8Array) | undefined,
): BodyCollector {
  const start = length > 0 ? (into?.(length) ?? new Uint8Array(length)) : undefined;
  const rest: Uint8Array[] = [];
  let filled = 0;
  return {
    add(chunk) {
      // Keep bytes beyond the announced length; the reader of the body refuses them.
      if (start !== undefined && rest.length === 0 && filled + chunk.length <= length) {
        start.set(chunk, filled);
        filled += chunk.length;
      } else rest.push(chunk);
    },
    whole: () => concatBytes(start?.subarray(0, filled), rest),
  };
}

function concatBytes(start: Uint8Array | undefined, rest: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(0), ...others] = start === undefined ? rest : [start, ...rest];
  return others.length === 0 ? first : new Uint8Array(Buffer.concat([first, ...others]));
}
