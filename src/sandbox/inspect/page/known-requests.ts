import type { ExchangeHead } from '../exchange.ts';
import { clientOf, EVERYTHING, isWanted, type Wanted } from './wanted-requests.ts';

/** Kinds of clients and resources that the filters offer. */
const MOST_KINDS = 100;

/** The last requests that the page knows, and those of them that are wanted. */
export class KnownRequests {
  private readonly capacity: number;
  private all: ExchangeHead[] = [];
  private fit: ExchangeHead[] = [];
  private newest = 0;
  private filter: Wanted = EVERYTHING;
  private readonly kinds = { clients: new Set<string>(), resources: new Set<string>() };

  /** @param capacity how many are kept; the oldest go first. */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Those that are wanted, oldest first. */
  get wanted(): readonly ExchangeHead[] {
    return this.fit;
  }

  get size(): number {
    return this.all.length;
  }

  /** The number of the last one that came, also when it was forgotten; 0 without any. */
  get last(): number {
    return this.newest;
  }

  get clients(): readonly string[] {
    return [...this.kinds.clients].sort();
  }

  get resources(): readonly string[] {
    return [...this.kinds.resources].sort();
  }

  /** Adds requests behind those that are there. Returns how many of them are wanted. */
  add(heads: readonly ExchangeHead[]): number {
    const fresh = heads.filter((head) => isWanted(head, this.filter));
    this.newest = heads.at(-1)?.seq ?? this.newest;
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

  /** Forgets what came so far; it does not come again. */
  forget(): void {
    this.all = [];
    this.fit = [];
    this.kinds.clients.clear();
    this.kinds.resources.clear();
  }
}

function addKind(kinds: Set<string>, kind: string): void {
  if (kinds.size < MOST_KINDS) kinds.add(kind);
}
