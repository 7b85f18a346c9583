import { createSeenIds, type SeenIds } from './seen-ids.ts';
import type { SplitListResponse } from './split-list-response.ts';

/**
 * What a list turned out to be. A service has no session for a list (SCIM §4.1), and may cut one:
 * - `whole`: every resource that the service counts came, each once;
 * - `moved`: it changed while it was read, so that some may be missing or came twice;
 * - `short`: the service gave fewer than it counts;
 * - `limited`: no more was wanted, so nothing can be said of the rest.
 */
export interface ListVerdict {
  readonly state: 'whole' | 'moved' | 'short' | 'limited';
  /** Resources that came, each counted once. */
  readonly read: number;
  /** How many the service counts, as far as it says. */
  readonly total: number | undefined;
}

export interface ListDrift {
  /** Looks at the next page. @returns how many of its resources came for the first time. */
  see(page: SplitListResponse): number;
  /**
   * Looks at the page behind as many resources as the service counted on the first one. Repeats are what some
   * services have there. What is new says that the total counted a page and not the list, unless the total
   * grew with it.
   * @returns how many came for the first time, and whether totals count pages
   */
  seeBehindEnd(page: SplitListResponse): { readonly fresh: number; readonly countsPages: boolean };
  /** @param isAtEnd whether the service was asked for everything that was wanted. */
  verdict(isAtEnd: boolean, limit: number): ListVerdict;
}

/**
 * Watches whether a list stays as it is while its pages are read.
 * @param beginsAnew whether a page that only repeats resources is known to be the end.
 */
export function watchDrift(beginsAnew = false): ListDrift {
  let seen: SeenIds | undefined;
  let total: number | undefined;
  let read = 0;
  let hasChanged = false;
  return {
    see(page) {
      const fresh = newIn(page);
      note(page, fresh);
      return fresh;
    },
    seeBehindEnd(page) {
      const fresh = newIn(page);
      const unidentified = page.count - page.ids.length / 2;
      if (fresh + unidentified === 0) return { fresh, countsPages: false };
      const { totalResults } = page;
      const countsPages = totalResults !== undefined && totalResults < read + page.count;
      if (countsPages) total = undefined;
      note(countsPages ? { ...page, totalResults: undefined } : page, fresh);
      return { fresh, countsPages };
    },
    verdict: (isAtEnd, limit) => ({ state: stateOf(isAtEnd, limit), read, total }),
  };

  function newIn({ content, ids, totalResults }: SplitListResponse): number {
    seen ??= createSeenIds(totalResults ?? total ?? 0);
    let fresh = 0;
    for (let index = 0; index < ids.length; index += 2)
      if (seen.add(content, ids[index] ?? 0, ids[index + 1] ?? 0)) fresh += 1;
    return fresh;
  }

  function note({ ids, count, totalResults }: SplitListResponse, fresh: number): void {
    if (total !== undefined && totalResults !== undefined && totalResults !== total) hasChanged = true;
    total = totalResults ?? total;
    const identified = ids.length / 2;
    if (fresh < identified && !(beginsAnew && fresh === 0)) hasChanged = true;
    read += count - identified + fresh;
  }

  function stateOf(isAtEnd: boolean, limit: number): ListVerdict['state'] {
    if (hasChanged) return 'moved';
    if (!isAtEnd || (read === limit && total !== limit)) return 'limited';
    if (total === undefined || read === total) return 'whole';
    return read < total ? 'short' : 'moved';
  }
}
