/** Fullest share of a part that is in use. */
const FULLEST = 0.7;

/** Parts that grow each for itself, so that little is there twice while one does. */
const PARTS = 64;

/**
 * Remembers on which line each of very many keys was seen first, in twelve bytes a place: of a key two hashes are kept, 64 bits
 * together, so that a million rows fit into little memory and two keys that differ are practically never taken for one.
 */
export class KeyIndex {
  private readonly parts = Array.from({ length: PARTS }, () => new Part());

  /** Returns the line of an earlier row with the key; remembers this one otherwise. Lines count from 1. */
  lineOf(key: string, line: number): number | undefined {
    const [one, other] = hashes(key);
    return this.parts[other % PARTS]?.lineOf(one, other, line);
  }
}

class Part {
  private capacity = 64;
  private size = 0;
  /** Two hashes and the line of each place; a place without a line is free. */
  private places = new Uint32Array(this.capacity * 3);

  lineOf(one: number, other: number, line: number): number | undefined {
    const at = this.placeOf(one, other);
    const before = this.places[at + 2] ?? 0;
    if (before !== 0) return before === line ? undefined : before;
    this.put(at, one, other, line);
    if (this.size > this.capacity * FULLEST) this.grow();
    return undefined;
  }

  /** Where the key is, or where it belongs. */
  private placeOf(one: number, other: number): number {
    const { places, capacity } = this;
    let at = (one % capacity) * 3;
    while (places[at + 2] !== 0 && (places[at] !== one || places[at + 1] !== other)) {
      at += 3;
      if (at === places.length) at = 0;
    }
    return at;
  }

  private put(at: number, one: number, other: number, line: number): void {
    this.places[at] = one;
    this.places[at + 1] = other;
    this.places[at + 2] = line;
    this.size += 1;
  }

  private grow(): void {
    const old = this.places;
    this.capacity = Math.ceil(this.capacity * 1.5);
    this.size = 0;
    this.places = new Uint32Array(this.capacity * 3);
    for (let at = 0; at < old.length; at += 3) {
      const [one = 0, other = 0, line = 0] = [old[at], old[at + 1], old[at + 2]];
      if (line !== 0) this.put(this.placeOf(one, other), one, other, line);
    }
  }
}

/** Two independent hashes of 32 bits. */
function hashes(text: string): readonly [number, number] {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return [one >>> 0, other >>> 0];
}
