/** Pieces of one length, none of them twice. */
export interface AlikePieces {
  readonly length: number;
  /** Returns the few pieces that may begin at a place: those of whose bytes some are the same. */
  candidates(bytes: Uint8Array, start: number): readonly Uint8Array[];
}

/**
 * Bytes of a piece by which it is found: with all of a long one a text of a megabyte that is a secret took
 * 184 ms, and takes 23.
 */
const HASHED = 16;

/**
 * Pieces to compare with one place. Where more are alike in the hashed bytes, as those of a file of regular
 * lines, more bytes are hashed.
 */
const MOST_CANDIDATES = 8;

const NONE: readonly Uint8Array[] = [];

/** Returns the pieces by their length, the longest first. */
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
    if (most > MOST_CANDIDATES && count < length) continue;
    return {
      length,
      candidates: (bytes, start) =>
        start + length > bytes.length ? NONE : (byHash.get(hashAt(bytes, start, offsets)) ?? NONE),
    };
  }
}

/** Returns this many places, from the first byte to the last, evenly spread. */
function spread(count: number, length: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.floor((index * (length - 1)) / (count - 1)),
  );
}

/**
 * A number for some of the bytes from a place on, made without a new string: numbers in other text stop the
 * search often.
 */
function hashAt(bytes: Uint8Array, start: number, offsets: Uint32Array): number {
  let hash = 0;
  for (let index = 0; index < offsets.length; index += 1)
    hash = (Math.imul(hash, 31) + (bytes[start + (offsets[index] ?? 0)] ?? 0)) | 0;
  return hash;
}
