import { WATCH_BOUNDS } from '../bounds.ts';
import type { Organization } from '../organization.ts';
import { describeExchange } from './describe-exchange.ts';
import type { ShownExchange } from './exchange.ts';
import { KeptExchanges } from './kept-exchanges.ts';
import type { SeenRequest, Watch } from './watch.ts';

/** Records every request in the form that may be shown, keeps the latest, and notifies listeners. */
export class Recorder implements Watch {
  readonly clock: () => number;
  readonly kept: KeptExchanges;
  private readonly organization: Organization;
  private readonly now: () => number;
  private readonly listeners = new Set<(exchange: ShownExchange) => void>();

  /** @param clock milliseconds since an arbitrary time */
  constructor(
    organization: Organization,
    now: () => number,
    clock: () => number,
    most: { readonly exchanges: number; readonly heldCharacters: number } = WATCH_BOUNDS,
  ) {
    this.organization = organization;
    this.now = now;
    this.clock = clock;
    this.kept = new KeptExchanges(most.exchanges, most.heldCharacters);
  }

  readonly tell = (seen: SeenRequest): void => {
    const exchange = describeExchange(seen, this.organization, this.kept.last + 1, this.now());
    this.kept.add(exchange);
    for (const listener of this.listeners) listener(exchange);
  };

  /** Adds a listener; returns a function that removes it. */
  listen(listener: (exchange: ShownExchange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
