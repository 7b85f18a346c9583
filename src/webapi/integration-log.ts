import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebApiArguments } from './encode-arguments.ts';
import { methodPages } from './method-pages.ts';
import type { WebApiClient } from './webapi-client.ts';

const METHOD = 'team.integrationLogs';

/**
 * Reads the integration log, newest entry first (WEB §4.2). An entry added meanwhile shifts all others, so
 * the next page starts with entries of the previous one. As many entries as the total has grown by are
 * skipped.
 * @param onTotal called with the number of entries at the start.
 * @param onShort called at the end if the service returned fewer entries than its total.
 */
export async function* readLog(
  client: WebApiClient,
  filters: WebApiArguments,
  onTotal: (total: number | undefined) => void = () => {},
  onShort: (given: number, total: number) => void = () => {},
): AsyncGenerator<JsonObject, void> {
  let total: number | undefined;
  let isFirst = true;
  /** Shifted entries still to be skipped. */
  let moved = 0;
  let given = 0;
  /** Entries added meanwhile; they precede the first page. */
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
 * Number of entries that mark how far the log was read. A single entry may have a duplicate, written by the
 * same user in the same second; a hundred consecutive entries do not.
 */
export const REMEMBERED_ENTRIES = 100;

/** Page size while following: one call returns the remembered entries and the new ones. */
const FOLLOWED_PAGE = 200;

/** The part of the log that was read before. */
export interface KnownLog {
  /** Newest first; at least REMEMBERED_ENTRIES if the log has as many. */
  readonly entries: readonly JsonObject[];
  /** The total at that time, if the service reported it. */
  readonly total: number | undefined;
}

/** Reads the entries added since the last call. */
export interface LogFollower {
  /** @returns the new entries, oldest first. */
  readNew(): Promise<readonly JsonObject[]>;
}

/**
 * Follows the log without losing or repeating entries: it is read from the newest entry back to the sequence
 * that was the newest before. The total determines the position of that sequence. If there is no total, or
 * the sequence is not at that position, it is searched for.
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
 * Returns the position of the sequence in the entries read so far: the first at which it can still end with
 * the last entry.
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
  // The total is unreliable: the sequence may already have been passed.
  const passed = Array.from({ length: place }, (_, index) => index);
  return passed.find((earlier) => beginsAt(texts.slice(0, earlier + run.length), earlier, run));
}

function beginsAt(texts: readonly string[], place: number, run: readonly string[]): boolean {
  return texts.slice(place).every((text, index) => text === run[index]);
}

/**
 * Returns the position of the remaining start of the sequence at the end of the log, because the service may
 * have dropped old entries.
 */
function placeOfShortRun(texts: readonly string[], run: readonly string[]): number {
  for (let place = Math.max(0, texts.length - run.length); place < texts.length; place += 1) {
    if (beginsAt(texts, place, run)) return place;
  }
  return texts.length;
}
