/** The facts about a page that paging depends on. */
export interface PagePart {
  /** Number of list positions that the page covers. */
  readonly places: number;
  /** Number of resources in the list; undefined if the service does not report it. */
  readonly totalResults: number | undefined;
}

/** Requests a page. */
export type ReadPage<Page> = (startIndex: number, count: number, signal: AbortSignal) => Promise<Page>;

/**
 * Interprets a page when its turn has come, so that what is found in it does not wait in memory for the pages
 * before it.
 */
export type OpenPage<Page, Part extends PagePart> = (page: Page, startIndex: number, count: number) => Part;

export interface ReadAheadOptions {
  /** Maximum page size. */
  readonly largest: number;
  /** Maximum number of resources to read; Infinity for no limit. */
  readonly limit: number;
  /** Pages to request ahead; fewer if pages take much memory. */
  readonly ahead?: number;
}

/**
 * Default number of pages to request ahead. At 50 ms a page, a list takes a tenth longer with six, and no
 * less with ten (bench/listing.mjs).
 */
const DEFAULT_PAGES_AHEAD = 8;

/**
 * Reads a list page by page, in order, and requests pages ahead once the first page has reported the total.
 * If a page is shorter than requested, the pages requested after it are requested again. The end is found
 * from the resources received and `totalResults`, never from `itemsPerPage`, which means different things in
 * different responses (OBSERVED §2.3).
 */
export async function* readAhead<Page, Part extends PagePart>(
  read: ReadPage<Page>,
  open: OpenPage<Page, Part>,
  { largest, limit, ahead = DEFAULT_PAGES_AHEAD }: ReadAheadOptions,
): AsyncGenerator<Part, void> {
  const queue = new PageQueue(read, { largest, limit, ahead });
  try {
    for (let total = 0; queue.received < limit; ) {
      const first = queue.next(total);
      const part = open(await first.page, first.startIndex, first.count);
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

interface RequestedPage<Page> {
  readonly startIndex: number;
  readonly count: number;
  readonly page: Promise<Page>;
}

/** The pages that were requested and not yet used. */
class PageQueue<Page> {
  /** List positions received so far. */
  received = 0;
  private readonly read: ReadPage<Page>;
  private readonly options: Required<ReadAheadOptions>;
  private stopping = new AbortController();
  private asked: RequestedPage<Page>[] = [];
  private size: number;

  constructor(read: ReadPage<Page>, options: Required<ReadAheadOptions>) {
    this.read = read;
    this.options = options;
    this.size = options.largest;
  }

  /**
   * Returns the next page and requests others ahead.
   * @param total size of the list; 0 if unknown
   */
  next(total: number): RequestedPage<Page> {
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
   * Discards the requested pages, because the last page was shorter than expected.
   * @param size maximum page size of the service
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

  private ask(startIndex: number): RequestedPage<Page> {
    const count = Math.min(this.size, this.options.limit - (startIndex - 1));
    const page = this.read(startIndex, count, this.stopping.signal);
    // A discarded page may fail without anything awaiting it.
    page.catch(() => undefined);
    return { startIndex, count, page };
  }
}
