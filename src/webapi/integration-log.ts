import type { JsonObject } from '../spec/wire.ts';
import type { WebApiArguments } from './encode-arguments.ts';
import { methodPages } from './method-pages.ts';
import type { WebApiClient } from './webapi-client.ts';

const METHOD = 'team.integrationLogs';

/**
 * Reads the integration log, newest entry first (WEB §4.2). An entry that is written meanwhile moves all others on, so that the next page
 * begins with what the last one ended with: as many as the total has grown are passed over.
 */
export async function* readLog(
  client: WebApiClient,
  filters: WebApiArguments,
  signal?: AbortSignal,
): AsyncGenerator<JsonObject, void> {
  let total: number | undefined;
  for await (const page of methodPages(client, { method: METHOD, arguments: filters }, signal)) {
    const moved = total === undefined || page.total === undefined ? 0 : Math.max(0, page.total - total);
    total = page.total;
    yield* page.items.slice(moved);
  }
}

/**
 * Entries that tell up to where the log was read. One alone may have a twin, written by the same person in the same second; so
 * many in a row have not.
 */
export const REMEMBERED_ENTRIES = 100;

/** Entries on a page while following: the remembered ones and what is new beside them come with one call. */
const FOLLOWED_PAGE = 200;

/** Reads what was added to the log since the last call. */
export interface LogFollower {
  /** @returns the new entries, oldest first. */
  readNew(signal?: AbortSignal): Promise<readonly JsonObject[]>;
}

/**
 * Follows the log without losing or repeating an entry: it is read from the newest back to the run of entries that was the newest before.
 * @param known the entries that were read before, newest first: at least as many as are remembered, where the log has as many.
 */
export function followLog(
  client: WebApiClient,
  filters: WebApiArguments,
  known: readonly JsonObject[],
): LogFollower {
  const written = (entry: JsonObject) => JSON.stringify(entry);
  let last = known.slice(0, REMEMBERED_ENTRIES).map(written);
  return {
    async readNew(signal) {
      const read: JsonObject[] = [];
      const texts: string[] = [];
      let added: number | undefined;
      for await (const entry of readLog(client, { ...filters, count: FOLLOWED_PAGE }, signal)) {
        read.push(entry);
        texts.push(written(entry));
        const place = texts.length - last.length;
        if (last.length > 0 && place >= 0 && beginsAt(texts, place, last)) {
          added = place;
          break;
        }
      }
      added ??= placeOfShortRun(texts, last);
      last = texts.slice(0, REMEMBERED_ENTRIES);
      return read.slice(0, added).reverse();
    },
  };
}

function beginsAt(texts: readonly string[], place: number, run: readonly string[]): boolean {
  return texts.slice(place).every((text, index) => text === run[index]);
}

/** The service may have dropped old entries: then only the beginning of the run is left, at the end of the list. */
function placeOfShortRun(texts: readonly string[], run: readonly string[]): number {
  for (let place = Math.max(0, texts.length - run.length); place < texts.length; place += 1) {
    if (beginsAt(texts, place, run)) return place;
  }
  return texts.length;
}
