/** Words per slot: two hashes and the line. A slot without a line is free. */
const WORDS = 3;

/** A slab has 2^14 slots. */
const SLAB_BITS = 14;
const SLAB_MASK = (1 << SLAB_BITS) - 1;

/** Slabs of a new table, 0.8 MB. */
const FIRST_SLABS = 4;
/** Spare slots after the last home position, for keys displaced by others. */
const ROOM = 4096;

/** Maximum load factor, and the factor by which the capacity grows if the number of keys is unknown. */
const FULLEST = 0.87;
const GROWTH = 1.25;
/** Factor for the keys of a file that was read in part: the other rows may be shorter. */
const MORE_THAN_EXPECTED = 1.05;
/** Maximum growth at once: the start of a file may be unlike the rest, and memory is not given back. */
const MAX_GROWTH = 8;

const HASHES = 2 ** 32;

/**
 * Records the line on which each of very many keys first occurred. Only two hashes of a key are stored, 64
 * bits in total: a million rows need little memory, and a collision of two keys is practically impossible.
 *
 * The slots are sorted by hash, each key at its home position or shortly after. The table can therefore grow
 * in place, slab by slab: there is never a second copy, and no large array is left to the garbage collector,
 * which frees them late.
 */
export class KeyIndex {
  private readonly slabs: Uint32Array[] = [];
  /**
   * Capacity of the first slabs, with room after the last key. The keys of most files leave the table half
   * empty, and it never grows.
   */
  private capacity = FIRST_SLABS * (SLAB_MASK + 1) - ROOM;
  private size = 0;
  private readonly shareRead: () => number | undefined;

  /**
   * @param shareRead returns how much of the file with the keys was read, from 0 to 1. With it, the table
   * grows to its final size in two steps instead of moving all keys a dozen times
   */
  constructor(shareRead: () => number | undefined = () => undefined) {
    this.shareRead = shareRead;
  }

  /** Returns the line of an earlier row with the key; otherwise records this line. Lines are 1-based. */
  lineOf(key: string, line: number): number | undefined {
    const { one, other } = hashes(key);
    let at = this.homeSlot(one);
    let slab = this.slabFor(at);
    for (let offset = (at & SLAB_MASK) * WORDS; ; at += 1, offset += WORDS) {
      if (offset === slab.length) {
        slab = this.slabFor(at);
        offset = 0;
      }
      const before = slab[offset + 2] ?? 0;
      if (before === 0) break;
      const hash = slab[offset] ?? 0;
      if (hash < one) continue;
      const second = slab[offset + 1] ?? 0;
      if (hash === one && second === other) return before === line ? undefined : before;
      if (hash > one || second > other) break;
    }
    this.makeRoom(at);
    this.put(at, one, other, line);
    this.size += 1;
    if (this.size > this.capacity * FULLEST) this.grow();
    return undefined;
  }

  /** The home position of a hash. */
  private homeSlot(one: number): number {
    return Math.floor((one / HASHES) * this.capacity);
  }

  private slabFor(at: number): Uint32Array {
    const index = at >>> SLAB_BITS;
    while (this.slabs.length <= index) this.slabs.push(new Uint32Array((SLAB_MASK + 1) * WORDS));
    return this.slabs[index] ?? new Uint32Array(0);
  }

  /** Shifts the slots from here to the next free slot by one. */
  private makeRoom(at: number): void {
    let free = at;
    while (this.lineAt(free) !== 0) free += 1;
    while (free > at) {
      const first = Math.max(at, free & ~SLAB_MASK);
      const slab = this.slabFor(free);
      const end = (free & SLAB_MASK) * WORDS;
      slab.copyWithin((first & SLAB_MASK) * WORDS + WORDS, (first & SLAB_MASK) * WORDS, end);
      if (first > at) this.move(first - 1, first);
      free = first === at ? at : first - 1;
    }
  }

  /**
   * Spreads the keys over more slots: first moves all of them to the end, packed, then each one forward to
   * its new position.
   */
  private grow(): void {
    const slots = this.slabs.length << SLAB_BITS;
    this.capacity = this.nextCapacity();
    let end = 0;
    for (let at = 0; at < slots; at += 1) {
      if (this.lineAt(at) !== 0) end = Math.max(end, this.homeSlot(this.hashAt(at))) + 1;
    }
    let packed = Math.max(end, slots);
    for (let at = slots - 1; at >= 0; at -= 1) {
      if (this.lineAt(at) === 0) continue;
      packed -= 1;
      this.move(at, packed);
    }
    let next = 0;
    for (let at = packed; at < packed + this.size; at += 1) {
      next = Math.max(next, this.homeSlot(this.hashAt(at)));
      this.move(at, next);
      next += 1;
    }
  }

  private nextCapacity(): number {
    const share = this.shareRead();
    const least = Math.ceil(this.capacity * GROWTH);
    if (share === undefined || share === 0) return least;
    const expected = (this.size / share / FULLEST) * MORE_THAN_EXPECTED;
    return Math.max(least, Math.min(Math.ceil(expected), this.capacity * MAX_GROWTH));
  }

  private hashAt(at: number): number {
    return this.slabs[at >>> SLAB_BITS]?.[(at & SLAB_MASK) * WORDS] ?? 0;
  }

  private lineAt(at: number): number {
    return this.slabs[at >>> SLAB_BITS]?.[(at & SLAB_MASK) * WORDS + 2] ?? 0;
  }

  private put(at: number, one: number, other: number, line: number): void {
    const slab = this.slabFor(at);
    const offset = (at & SLAB_MASK) * WORDS;
    slab[offset] = one;
    slab[offset + 1] = other;
    slab[offset + 2] = line;
  }

  private move(from: number, to: number): void {
    if (from === to) return;
    const slab = this.slabFor(from);
    const offset = (from & SLAB_MASK) * WORDS;
    this.put(to, slab[offset] ?? 0, slab[offset + 1] ?? 0, slab[offset + 2] ?? 0);
    slab[offset + 2] = 0;
  }
}

/** Two independent hashes of 32 bits. */
function hashes(text: string): { readonly one: number; readonly other: number } {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return { one: one >>> 0, other: other >>> 0 };
}
