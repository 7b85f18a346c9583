/** What paging needs to know of a page. */
export interface PagePart {
  /** How many places of the list the page takes. */
  readonly places: number;
  /** How many there are in all; undefined when the service does not say. */
  readonly totalResults: number | undefined;
}

export type ReadPart<Part extends PagePart> = (
  startIndex: number,
  count: number,
  signal: AbortSignal,
) => Promise<Part>;

export interface ReadAheadOptions {
  /** The largest page to ask for. */
  readonly largest: number;
  /** At most so many items in all; Infinity for every one. */
  readonly limit: number;
  /** Pages that are asked for before they are used; fewer where a page takes much memory. */
  readonly ahead?: number;
}

/** Pages that are asked for before they are used, where nothing else is said. */
const AHEAD = 6;

interface Asked<Part> {
  readonly startIndex: number;
  readonly count: number;
  readonly part: Promise<Part>;
}

/**
 * Reads a list page by page, in order, and once the first page has told how long it is, some pages ahead. A service may give
 * fewer than it is asked for: then what was asked for behind that page is asked for again.
 * The end is found by what came and by `totalResults`, never by `itemsPerPage`, which means different things in different
 * answers (service-facts §2.3).
 */
export async function* readAhead<Part extends PagePart>(
  read: ReadPart<Part>,
  { largest, limit, ahead = AHEAD }: ReadAheadOptions,
): AsyncGenerator<Part, void> {
  let stopping = new AbortController();
  let asked: Asked<Part>[] = [];
  let size = largest;
  let received = 0;
  const ask = (startIndex: number) => {
    const count = Math.min(size, limit - (startIndex - 1));
    const part = read(startIndex, count, stopping.signal);
    // One that is not waited for any more may fail without anybody knowing.
    part.catch(() => undefined);
    asked.push({ startIndex, count, part });
  };
  try {
    for (let total = 0; received < limit; ) {
      if (asked.length === 0) ask(received + 1);
      for (;;) {
        const last = asked.at(-1);
        const next = last === undefined ? received + 1 : last.startIndex + last.count;
        if (asked.length >= ahead || next > Math.min(total, limit)) break;
        ask(next);
      }
      const first = asked.shift();
      if (first === undefined) return;
      const part = await first.part;
      received += part.places;
      yield part;
      if (part.places === 0 || received >= (part.totalResults ?? Number.POSITIVE_INFINITY)) return;
      total = part.totalResults ?? 0;
      if (part.places !== first.count) {
        stopping.abort();
        stopping = new AbortController();
        asked = [];
        if (first.startIndex === 1) size = Math.min(size, part.places);
      }
    }
  } finally {
    stopping.abort();
  }
}
