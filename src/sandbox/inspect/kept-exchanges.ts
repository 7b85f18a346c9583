import type { ShownExchange } from './exchange.ts';
import { Ring } from './ring.ts';

/**
 * Keeps the latest requests in bounded memory. The oldest requests are dropped first; if all bodies together
 * are too large, the oldest bodies are dropped.
 */
export class KeptExchanges {
  private readonly ring: Ring<ShownExchange>;
  private readonly mostCharacters: number;
  private held = 0;
  /** Number of the oldest request that may still have bodies. */
  private oldestWithBodies = 1;

  /** @param mostCharacters limit on the characters of all bodies together */
  constructor(most: number, mostCharacters: number) {
    this.ring = new Ring(most);
    this.mostCharacters = mostCharacters;
  }

  /** Number of requests so far. */
  get last(): number {
    return this.ring.last;
  }

  get capacity(): number {
    return this.ring.capacity;
  }

  /** Characters of all bodies kept. */
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

  /** Yields the requests after a number, oldest first. */
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
