/** Puts the pieces of a body together as they come. */
export interface BodyCollector {
  add(chunk: Uint8Array): void;
  /** The body as it has come so far. */
  whole(): Uint8Array;
}

/**
 * Collects a body, in one array from the start where its length is known.
 * @param length bytes as announced; NaN when it is not known.
 * @param into gives the bytes that a body of known length is put into.
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
      // What is longer than it was said to be is kept: it is refused where it is read.
      if (start !== undefined && rest.length === 0 && filled + chunk.length <= length) {
        start.set(chunk, filled);
        filled += chunk.length;
      } else rest.push(chunk);
    },
    whole: () => joined(start?.subarray(0, filled), rest),
  };
}

function joined(start: Uint8Array | undefined, rest: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(0), ...others] = start === undefined ? rest : [start, ...rest];
  return others.length === 0 ? first : new Uint8Array(Buffer.concat([first, ...others]));
}
