import type { LastFeed } from '../plan/feed-limits.ts';
import { runIds, startOf } from './runs.ts';

/** Returns the feed of this name that was applied last at a service. */
export function lastFeed(runsFolder: string, origin: string, name: string): LastFeed | undefined {
  for (const run of runIds(runsFolder)) {
    const start = startOf(runsFolder, run);
    if (start?.origin === origin && start.feed?.name === name) return { feed: start.feed, run };
  }
  return undefined;
}
