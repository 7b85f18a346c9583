import { createSeenIds, type SeenIds } from './seen-ids.ts';
import type { SplitListResponse } from './split-list-response.ts';

/**
 * The verdict on a list after reading it. A service has no session for a list (SCIM §4.1) and may truncate
 * it:
 * - `whole`: every resource in `totalResults` came, each once;
 * - `moved`: the list changed while it was read, so resources may be missing or repeated;
 * - `short`: the service returned fewer resources than it counts;
 * - `limited`: it was not read to its end, so nothing is known about the rest.
 */
export interface ListVerdict {
  readonly state: 'whole' | 'moved' | 'short' | 'limited';
  /** Distinct resources received. */
  readonly read: number;
  /** `totalResults`, if the service reports it. */
  readonly total: number | undefined;
}

export interface ListDrift {
  /**
   * Records the next page.
   * @returns how many of its resources are new.
   */
  see(page: SplitListResponse): number;
  /**
   * Records the page after as many resources as the service counted on the first page. Some services repeat
   * resources there. New resources mean that the total counted a page and not the list, unless the total grew
   * accordingly.
   * @returns how many resources are new, and whether totals count pages
   */
  recordPageAfterEnd(page: SplitListResponse): { readonly fresh: number; readonly countsPages: boolean };
  /** @param isAtEnd whether all wanted pages were requested. */
  verdict(isAtEnd: boolean, limit: number): ListVerdict;
}

/**
 * Detects whether a list changes while its pages are read.
 * @param repeatsPastEnd whether a page that only repeats resources marks the end on this service.
 */
export function watchDrift(repeatsPastEnd = false): ListDrift {
  let seen: SeenIds | undefined;
  let total: number | undefined;
  let read = 0;
  let hasChanged = false;
  return {
    see(page) {
      const fresh = countNewIn(page);
      note(page, fresh);
      return fresh;
    },
    recordPageAfterEnd(page) {
      const fresh = countNewIn(page);
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

  function countNewIn({ content, ids, totalResults }: SplitListResponse): number {
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
    if (fresh < identified && !(repeatsPastEnd && fresh === 0)) hasChanged = true;
    read += count - identified + fresh;
  }

  function stateOf(isAtEnd: boolean, limit: number): ListVerdict['state'] {
    if (hasChanged) return 'moved';
    if (!isAtEnd || (read === limit && total !== limit)) return 'limited';
    if (total === undefined || read === total) return 'whole';
    return read < total ? 'short' : 'moved';
  }
}
