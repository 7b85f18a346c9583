/** Distinct pieces of equal length. */
export interface AlikePieces {
  readonly length: number;
  /** Returns the few pieces that may start at an offset, because some of their bytes match. */
  candidates(bytes: Uint8Array, start: number): readonly Uint8Array[];
}

/**
 * Number of bytes of a piece that are hashed. With all bytes of long pieces, a secret text of one megabyte
 * took 184 ms instead of 23 ms.
 */
const HASHED = 16;

/**
 * Maximum number of pieces to compare at one offset. If more pieces have the same hash, such as those of a
 * file with regular lines, more bytes are hashed.
 */
const MAX_CANDIDATES = 8;

const NONE: readonly Uint8Array[] = [];

/** Returns the pieces grouped by length, the longest first. */
export function indexPieces(pieces: readonly Uint8Array[]): readonly AlikePieces[] {
  const byLength = new Map<number, Map<string, Uint8Array>>();
  for (const piece of pieces) {
    const alike = byLength.get(piece.length) ?? new Map<string, Uint8Array>();
    alike.set(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'), piece);
    byLength.set(piece.length, alike);
  }
  return [...byLength]
    .sort(([one], [other]) => other - one)
    .map(([length, alike]) => indexOfLength([...alike.values()], length));
}

function indexOfLength(pieces: readonly Uint8Array[], length: number): AlikePieces {
  for (let count = Math.min(HASHED, length); ; count = Math.min(2 * count, length)) {
    const offsets = spread(count, length);
    const byHash = new Map<number, Uint8Array[]>();
    let most = 0;
    for (const piece of pieces) {
      const hash = hashAt(piece, 0, offsets);
      const alike = byHash.get(hash) ?? [];
      most = Math.max(most, alike.push(piece));
      byHash.set(hash, alike);
    }
    if (most > MAX_CANDIDATES && count < length) continue;
    return {
      length,
      candidates: (bytes, start) =>
        start + length > bytes.length ? NONE : (byHash.get(hashAt(bytes, start, offsets)) ?? NONE),
    };
  }
}

/** Returns evenly spread offsets from the first byte to the last. */
function spread(count: number, length: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.floor((index * (length - 1)) / (count - 1)),
  );
}

/**
 * Returns a hash of some of the bytes after an offset. It allocates no string, because it is called often:
 * digits in ordinary text stop the search frequently.
 */
function hashAt(bytes: Uint8Array, start: number, offsets: Uint32Array): number {
  let hash = 0;
  for (let index = 0; index < offsets.length; index += 1)
    hash = (Math.imul(hash, 31) + (bytes[start + (offsets[index] ?? 0)] ?? 0)) | 0;
  return hash;
}
