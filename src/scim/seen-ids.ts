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
 * Remembers IDs by 48 bits of their hash, 9 bytes for each: 1,000,000 IDs as a Set of strings take 80 MB,
 * which is more than the rest of the program. An ID is mistaken for a repeated one in one list of ten
 * million.
 * @param expected how many will come, as far as that is known.
 */
export function createSeenIds(expected: number): SeenIds {
  let last = createTable(Math.min(LARGEST_AT_ONCE, Math.max(SMALLEST, expected)));
  const tables = [last];
  return {
    add(bytes, from, to) {
      let one = 0x011c9dc5;
      let other = 0x1747b28c;
      for (let at = from; at < to; at += 1) {
        const byte = bytes[at] ?? 0;
        one = Math.imul(one ^ byte, 0x01000193);
        other = Math.imul(other ^ byte, 0x5bd1e995);
        other ^= other >>> 15;
      }
      // Zero is a free place.
      const high = other === 0 ? 1 : other;
      const low = (one >>> 16) & 0xffff;
      const place = Math.imul(one ^ (one >>> 13), 0xc2b2ae35) & 0x7fffffff;
      for (const table of tables) if (table.highs[find(table, place, high, low)] !== 0) return false;
      const at = find(last, place, high, low);
      last.highs[at] = high;
      last.lows[at] = low;
      last.count += 1;
      if (last.count >= last.capacity) {
        last = createTable(2 * last.capacity);
        tables.push(last);
      }
      return true;
    },
  };
}

/** An open table of hashes: what has no room at its place stands at the next free one. */
interface Table {
  readonly capacity: number;
  readonly highs: Int32Array;
  readonly lows: Uint16Array;
  count: number;
}

function createTable(capacity: number): Table {
  const size = Math.ceil(capacity / FULLEST);
  return { capacity, highs: new Int32Array(size), lows: new Uint16Array(size), count: 0 };
}

/** Returns where a hash stands, or where it would. */
function find({ highs, lows }: Table, place: number, high: number, low: number): number {
  let at = place % highs.length;
  while (highs[at] !== 0 && (highs[at] !== high || lows[at] !== low))
    at = at + 1 === highs.length ? 0 : at + 1;
  return at;
}
