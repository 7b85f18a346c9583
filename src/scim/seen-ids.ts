/** Which IDs a list has brought so far. */
export interface SeenIds {
  /** Takes the ID that stands at this place. @returns whether it is new. */
  add(bytes: Uint8Array, from: number, to: number): boolean;
}

/** IDs that a table holds at least, and at most from the start: a service may claim any total. */
const SMALLEST = 1024;
const LARGEST_AT_ONCE = 2_000_000;
const FULLEST = 0.7;

/**
 * Remembers IDs by 48 bits of their hash, 9 bytes for each: 1,000,000 IDs as a Set of strings take 80 MB, which is more than the rest of
 * the program. That one of so many is taken for a repeated one happens in one list of ten million.
 * @param expected how many will come, as far as that is known.
 */
export function createSeenIds(expected: number): SeenIds {
  const tables = [createTable(Math.min(LARGEST_AT_ONCE, Math.max(SMALLEST, expected)))];
  return {
    add(bytes, from, to) {
      let [one, other] = [0x811c9dc5, 0x9747b28c];
      for (let at = from; at < to; at += 1) {
        const byte = bytes[at] ?? 0;
        one = Math.imul(one ^ byte, 0x01000193);
        other = Math.imul(other ^ byte, 0x5bd1e995);
        other ^= other >>> 15;
      }
      const high = other >>> 0 || 1;
      const low = (one >>> 16) & 0xffff;
      const place = Math.imul(one ^ (one >>> 13), 0xc2b2ae35) >>> 0;
      const last = tables.at(-1);
      if (last === undefined || tables.some((table) => table.has(place, high, low))) return false;
      last.put(place, high, low);
      if (last.isFull()) tables.push(createTable(2 * last.capacity));
      return true;
    },
  };
}

/** An open table of hashes: what has no room at its place stands at the next free one. */
function createTable(capacity: number) {
  const size = Math.ceil(capacity / FULLEST);
  // Zero is a free place.
  const highs = new Uint32Array(size);
  const lows = new Uint16Array(size);
  let count = 0;
  const find = (place: number, high: number, low: number) => {
    let at = place % size;
    while (highs[at] !== 0 && (highs[at] !== high || lows[at] !== low)) at = at + 1 === size ? 0 : at + 1;
    return at;
  };
  return {
    capacity,
    has: (place: number, high: number, low: number) => highs[find(place, high, low)] !== 0,
    put: (place: number, high: number, low: number) => {
      const at = find(place, high, low);
      highs[at] = high;
      lows[at] = low;
      count += 1;
    },
    isFull: () => count >= capacity,
  };
}
