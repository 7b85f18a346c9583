import type { Feed } from '../../bulk/input/feed.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import { missingFeedColumns } from '../../bulk/plan/feed-limits.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import type { Context } from '../context.ts';
import type { ComparedFeed } from './input-options.ts';
import { runsFolder } from './runs-folder.ts';

/** Codes of findings about a heading, which follow from a missing column. */
const OF_HEADINGS: ReadonlySet<string> = new Set(['unknown_column', 'missing_key_column']);

/**
 * Refuses a file that lacks columns of the last file of its name: it is a broken export, not a wrong map.
 * @throws Failure `limit` with the columns of the last file, and with all findings
 */
export async function refuseGoneColumns(
  context: Context,
  {
    feed,
    isThere,
    issues,
    reading,
  }: {
    readonly feed: Feed | undefined;
    /** Whether the file has a heading, even if the map ignores it. */
    readonly isThere: (name: string) => boolean;
    readonly issues: readonly Issue[];
    readonly reading: InputReading | undefined;
  },
  flags: ComparedFeed,
): Promise<void> {
  if (feed === undefined || feed.rows === 0 || !issues.some(({ code }) => OF_HEADINGS.has(code))) return;
  const { origin } = await context.connection();
  const last = lastFeed(runsFolder(context), origin, feed.name);
  if (last === undefined) return;
  const limit = { maxBlanked: flags.maxBlanked ?? feed.limits?.maxBlanked };
  const gone = missingFeedColumns(feed, last, limit).filter(({ name }) => !isThere(name));
  if (gone.length === 0) return;
  const map = reading?.map;
  const names = gone.map(({ name }) => `"${name}"`).join(', ');
  const hint =
    map === undefined
      ? `correct the heading of the file; if ${names} was dropped on purpose: --max-blanked 100%`
      : `correct the heading of the file; if ${names} was dropped on purpose, remove it from ${map.file} and add --max-blanked 100%`;
  throw new Failure('limit', gone.map(({ message }) => message).join('; '), { issues, hint });
}
