/** A buffer of the latest entries, oldest first; each has a number, from 1 without gaps. */
export class Ring<Item> {
  readonly capacity: number;
  private readonly slots: Item[] = [];
  private added = 0;

  /** @param capacity how many are kept, at least one. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The number of what was added last; 0 when nothing was. */
  get last(): number {
    return this.added;
  }

  /** The number of the oldest that is kept. */
  get first(): number {
    return Math.max(1, this.added - this.capacity + 1);
  }

  /** Adds what has the number `last + 1`; the oldest goes where there is no room. */
  add(item: Item): void {
    this.slots[this.added % this.capacity] = item;
    this.added += 1;
  }

  /** Puts another in the place of one that is kept. */
  replace(number: number, item: Item): void {
    if (this.has(number)) this.slots[(number - 1) % this.capacity] = item;
  }

  at(number: number): Item | undefined {
    return this.has(number) ? this.slots[(number - 1) % this.capacity] : undefined;
  }

  /** What was added behind a number, oldest first. */
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
