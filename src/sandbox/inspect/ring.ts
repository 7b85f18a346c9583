/** A ring buffer of the latest entries; they are numbered from 1 without gaps. */
export class Ring<Item> {
  readonly capacity: number;
  private readonly slots: Item[] = [];
  private added = 0;

  /** @param capacity maximum number of entries, at least 1 */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Number of the last entry added; 0 if there is none. */
  get last(): number {
    return this.added;
  }

  /** Number of the oldest entry kept. */
  get first(): number {
    return Math.max(1, this.added - this.capacity + 1);
  }

  /** Adds an entry with the number `last + 1`; drops the oldest if the buffer is full. */
  add(item: Item): void {
    this.slots[this.added % this.capacity] = item;
    this.added += 1;
  }

  /** Replaces an entry that is still kept. */
  replace(number: number, item: Item): void {
    if (this.has(number)) this.slots[(number - 1) % this.capacity] = item;
  }

  at(number: number): Item | undefined {
    return this.has(number) ? this.slots[(number - 1) % this.capacity] : undefined;
  }

  /** Yields the entries after a number, oldest first. */
  *after(number = 0): Generator<Item> {
    for (let next = Math.max(this.first, number + 1); next <= this.added; next += 1) {
      const item = this.at(next);
      if (item !== undefined) yield item;
    }
  }

  private has(number: number): boolean {
    return Number.isInteger(number) && number >= this.first && number <= this.added;
  }
}
