import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebApiArguments } from './encode-arguments.ts';
import { methodPages } from './method-pages.ts';
import type { WebApiClient } from './webapi-client.ts';

const METHOD = 'team.integrationLogs';

/**
 * Reads the integration log, newest entry first (WEB §4.2). An entry that is written meanwhile moves all
 * others on, so that the next page begins with entries of the previous one: as many as the total has grown by
 * are skipped.
 * @param onTotal receives how many entries there were when the reading began.
 * @param onShort is called at the end when the service gave fewer entries than it counts.
 */
export async function* readLog(
  client: WebApiClient,
  filters: WebApiArguments,
  onTotal: (total: number | undefined) => void = () => {},
  onShort: (given: number, total: number) => void = () => {},
): AsyncGenerator<JsonObject, void> {
  let total: number | undefined;
  let isFirst = true;
  /** Entries that are still to come again. */
  let moved = 0;
  let given = 0;
  /** Entries that were written meanwhile: they stand before the first page. */
  let added = 0;
  for await (const page of methodPages(client, { method: METHOD, arguments: filters })) {
    const grown = total === undefined || page.total === undefined ? 0 : Math.max(0, page.total - total);
    moved += grown;
    added += grown;
    total = page.total;
    if (isFirst) onTotal(total);
    isFirst = false;
    const again = Math.min(moved, page.items.length);
    moved -= again;
    given += page.items.length - again;
    yield* page.items.slice(again);
  }
  if (total !== undefined && given + added < total) onShort(given, total - added);
}

/**
 * Entries that mark up to where the log was read. One alone may have a twin, written by the same person in
 * the same second; a hundred in a row have none.
 */
export const REMEMBERED_ENTRIES = 100;

/** Entries on a page while following: the remembered ones and what is new beside them come with one call. */
const FOLLOWED_PAGE = 200;

/** What was read of the log before. */
export interface KnownLog {
  /** Newest first: at least as many as are remembered, where the log has as many. */
  readonly entries: readonly JsonObject[];
  /** How many there were then, where the service says. */
  readonly total: number | undefined;
}

/** Reads what was added to the log since the last call. */
export interface LogFollower {
  /** @returns the new entries, oldest first. */
  readNew(): Promise<readonly JsonObject[]>;
}

/**
 * Follows the log without losing or repeating an entry: it is read from the newest back to the run of entries
 * that was the newest before. The total says where that is; where it does not, or something else stands
 * there, the run itself is looked for.
 */
export function followLog(client: WebApiClient, filters: WebApiArguments, known: KnownLog): LogFollower {
  let last = known.entries.slice(0, REMEMBERED_ENTRIES).map(written);
  let lastTotal = known.total;
  return {
    async readNew() {
      const read: JsonObject[] = [];
      const texts: string[] = [];
      let total: number | undefined;
      let added: number | undefined;
      const page = { ...filters, count: FOLLOWED_PAGE };
      for await (const entry of readLog(client, page, (now) => {
        total = now;
      })) {
        read.push(entry);
        texts.push(written(entry));
        added = placeOfRun(texts, last, grownBy(total, lastTotal));
        if (added !== undefined) break;
      }
      added ??= placeOfShortRun(texts, last);
      last = texts.slice(0, REMEMBERED_ENTRIES);
      lastTotal = total;
      return read.slice(0, added).reverse();
    },
  };
}

function written(entry: JsonObject): string {
  return JSON.stringify(entry);
}

function grownBy(total: number | undefined, before: number | undefined): number | undefined {
  return total === undefined || before === undefined || total < before ? undefined : total - before;
}

/**
 * Returns where the run begins, as far as it can be told from what was read: whenever it could end with the
 * last entry.
 */
function placeOfRun(
  texts: readonly string[],
  run: readonly string[],
  expected: number | undefined,
): number | undefined {
  const place = texts.length - run.length;
  if (run.length === 0 || place < 0 || (expected !== undefined && place < expected)) return undefined;
  if (place !== expected) return beginsAt(texts, place, run) ? place : undefined;
  if (beginsAt(texts, place, run)) return place;
  // The total is not to be trusted: the run may have been passed already.
  const passed = Array.from({ length: place }, (_, index) => index);
  return passed.find((earlier) => beginsAt(texts.slice(0, earlier + run.length), earlier, run));
}

function beginsAt(texts: readonly string[], place: number, run: readonly string[]): boolean {
  return texts.slice(place).every((text, index) => text === run[index]);
}

/**
 * The service may have dropped old entries: then only the beginning of the run is left, at the end of the
 * list.
 */
function placeOfShortRun(texts: readonly string[], run: readonly string[]): number {
  for (let place = Math.max(0, texts.length - run.length); place < texts.length; place += 1) {
    if (beginsAt(texts, place, run)) return place;
  }
  return texts.length;
}
