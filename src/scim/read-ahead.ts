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
  /** The largest number of items in all; Infinity for no limit. */
  readonly limit: number;
  /** Pages that are asked for before they are used; fewer where a page takes much memory. */
  readonly ahead?: number;
}

/** Pages that are asked for before they are used, where nothing else is said. */
const AHEAD = 6;

/**
 * Reads a list page by page, in order, and once the first page has told how long it is, some pages ahead. A
 * service may give fewer than it is asked for: then what was asked for behind that page is asked for again.
 * The end is found by what came and by `totalResults`, never by `itemsPerPage`, which means different things
 * in different answers (OBSERVED §2.3).
 */
export async function* readAhead<Part extends PagePart>(
  read: ReadPart<Part>,
  { largest, limit, ahead = AHEAD }: ReadAheadOptions,
): AsyncGenerator<Part, void> {
  const queue = new PageQueue(read, { largest, limit, ahead });
  try {
    for (let total = 0; queue.received < limit; ) {
      const first = queue.next(total);
      const part = await first.part;
      queue.received += part.places;
      yield part;
      if (part.places === 0 || queue.received >= (part.totalResults ?? Number.POSITIVE_INFINITY)) return;
      total = part.totalResults ?? 0;
      if (part.places !== first.count) queue.restart(first.startIndex === 1 ? part.places : undefined);
    }
  } finally {
    queue.abort();
  }
}

interface Asked<Part> {
  readonly startIndex: number;
  readonly count: number;
  readonly part: Promise<Part>;
}

/** The pages that were asked for and not used. */
class PageQueue<Part extends PagePart> {
  /** Places of the list that came. */
  received = 0;
  private readonly read: ReadPart<Part>;
  private readonly options: Required<ReadAheadOptions>;
  private stopping = new AbortController();
  private asked: Asked<Part>[] = [];
  private size: number;

  constructor(read: ReadPart<Part>, options: Required<ReadAheadOptions>) {
    this.read = read;
    this.options = options;
    this.size = options.largest;
  }

  /**
   * Takes the next page, and asks for others ahead. @param total how many places there are, as far as is
   * known
   */
  next(total: number): Asked<Part> {
    const first = this.asked.shift() ?? this.ask(this.received + 1);
    const end = Math.min(total, this.options.limit);
    let last = this.asked.at(-1) ?? first;
    while (this.asked.length + 1 < this.options.ahead && last.startIndex + last.count <= end) {
      last = this.ask(last.startIndex + last.count);
      this.asked.push(last);
    }
    return first;
  }

  /**
   * Forgets what was asked for: the last page was shorter than expected. @param size what the service gives
   * at most
   */
  restart(size: number | undefined): void {
    this.abort();
    this.stopping = new AbortController();
    this.asked = [];
    if (size !== undefined) this.size = Math.min(this.size, size);
  }

  abort(): void {
    this.stopping.abort();
  }

  private ask(startIndex: number): Asked<Part> {
    const count = Math.min(this.size, this.options.limit - (startIndex - 1));
    const part = this.read(startIndex, count, this.stopping.signal);
    // A page that is not used any more may fail; nobody waits for it.
    part.catch(() => undefined);
    return { startIndex, count, part };
  }
}
