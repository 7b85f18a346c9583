/** The set of IDs received in a list so far. */
export interface SeenIds {
  /**
   * Adds the ID in a range of bytes.
   * @returns whether it is new.
   */
  add(bytes: Uint8Array, from: number, to: number): boolean;
}

/** Minimum capacity of a table, and maximum initial capacity, because a service may report any total. */
const MIN_SIZE = 1024;
const MAX_SIZE_AT_ONCE = 2_000_000;
const FULLEST = 0.7;

/**
 * Creates a set that stores 48 bits of each ID's hash in 9 bytes: a Set of 1,000,000 strings takes 80 MB,
 * more than the rest of the program. In one of ten million lists, a new ID is mistaken for a repeated one.
 * @param expected expected number of IDs; 0 if unknown.
 */
export function createSeenIds(expected: number): SeenIds {
  let last = createTable(Math.min(MAX_SIZE_AT_ONCE, Math.max(MIN_SIZE, expected)));
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
      // Zero marks a free slot.
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

/** A hash table with open addressing and linear probing. */
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

/** Returns the slot of a hash, or the free slot for it. */
function find({ highs, lows }: Table, place: number, high: number, low: number): number {
  let at = place % highs.length;
  while (highs[at] !== 0 && (highs[at] !== high || lows[at] !== low))
    at = at + 1 === highs.length ? 0 : at + 1;
  return at;
}
