import type { ShownExchange } from './exchange.ts';
import { Ring } from './ring.ts';

/**
 * The last requests, in bounded memory: the oldest go first, and of those that stay the oldest bodies go when
 * all bodies together hold too much.
 */
export class KeptExchanges {
  private readonly ring: Ring<ShownExchange>;
  private readonly mostCharacters: number;
  private held = 0;
  /** The oldest request that may still have bodies. */
  private oldestWithBodies = 1;

  /** @param mostCharacters of all bodies together. */
  constructor(most: number, mostCharacters: number) {
    this.ring = new Ring(most);
    this.mostCharacters = mostCharacters;
  }

  /** How many there have been. */
  get last(): number {
    return this.ring.last;
  }

  get capacity(): number {
    return this.ring.capacity;
  }

  /** Characters of the bodies that are kept. */
  get heldCharacters(): number {
    return this.held;
  }

  add(exchange: ShownExchange): void {
    if (this.ring.last >= this.ring.capacity) this.held -= bodySize(this.ring.at(this.ring.first));
    this.ring.add(exchange);
    this.held += bodySize(exchange);
    this.oldestWithBodies = Math.max(this.oldestWithBodies, this.ring.first);
    while (this.held > this.mostCharacters && this.oldestWithBodies <= this.ring.last) this.dropBodies();
  }

  at(seq: number): ShownExchange | undefined {
    return this.ring.at(seq);
  }

  /** Those behind a number, oldest first. */
  after(seq = 0): Iterable<ShownExchange> {
    return this.ring.after(seq);
  }

  private dropBodies(): void {
    const oldest = this.ring.at(this.oldestWithBodies);
    if (oldest !== undefined) {
      const { sent, answered, ...rest } = oldest;
      this.held -= bodySize(oldest);
      this.ring.replace(this.oldestWithBodies, {
        ...rest,
        ...(sent === undefined ? {} : { sent: { ...sent, text: '' } }),
        ...(answered === undefined ? {} : { answered: { ...answered, text: '' } }),
      });
    }
    this.oldestWithBodies += 1;
  }
}

function bodySize(exchange: ShownExchange | undefined): number {
  return (exchange?.sent?.text.length ?? 0) + (exchange?.answered?.text.length ?? 0);
}
