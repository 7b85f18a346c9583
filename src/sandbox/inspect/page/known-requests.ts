import type { ExchangeHead } from '../exchange.ts';
import { clientOf, isWanted, NO_FILTER, type Wanted } from './wanted-requests.ts';

/** Maximum number of clients and resources in the filters. */
const MAX_KINDS = 100;

/** The latest requests that the page has, and those that match the filter. */
export class KnownRequests {
  private readonly capacity: number;
  private all: ExchangeHead[] = [];
  private fit: ExchangeHead[] = [];
  private newest = 0;
  private filter: Wanted = NO_FILTER;
  private readonly kinds = { clients: new Set<string>(), resources: new Set<string>() };

  /** @param capacity maximum number of requests; the oldest are dropped */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The requests that match the filter, oldest first. */
  get wanted(): readonly ExchangeHead[] {
    return this.fit;
  }

  get size(): number {
    return this.all.length;
  }

  /** Number of the latest request received, even if it was cleared; 0 if there was none. */
  get last(): number {
    return this.newest;
  }

  get clients(): readonly string[] {
    return [...this.kinds.clients].sort();
  }

  get resources(): readonly string[] {
    return [...this.kinds.resources].sort();
  }

  /**
   * Appends requests, in their order; those that it has had are left out: after a lost connection, requests
   * that were not drawn yet come again. Returns how many of the others match the filter.
   */
  add(received: readonly ExchangeHead[]): number {
    const heads: ExchangeHead[] = [];
    for (const head of received) {
      if (head.seq <= this.newest) continue;
      this.newest = head.seq;
      heads.push(head);
    }
    const fresh = heads.filter((head) => isWanted(head, this.filter));
    this.all.push(...heads);
    this.fit.push(...fresh);
    for (const head of heads) {
      addKind(this.kinds.clients, clientOf(head));
      addKind(this.kinds.resources, head.resource);
    }
    const tooMany = this.all.length - this.capacity;
    if (tooMany > 0) {
      this.all = this.all.slice(tooMany);
      const first = this.all[0]?.seq ?? 0;
      const gone = this.fit.findIndex(({ seq }) => seq >= first);
      this.fit = gone < 0 ? [] : this.fit.slice(gone);
    }
    return fresh.length;
  }

  want(wanted: Wanted): void {
    this.filter = wanted;
    this.fit = this.all.filter((head) => isWanted(head, wanted));
  }

  /** Clears the list. The cleared requests are not loaded again. */
  forget(): void {
    this.all = [];
    this.fit = [];
    this.kinds.clients.clear();
    this.kinds.resources.clear();
  }
}

function addKind(kinds: Set<string>, kind: string): void {
  if (kinds.size < MAX_KINDS) kinds.add(kind);
}
