import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowOfIssue } from '../../failure/issue.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { instant, objectWith, optional, readAs, text, wholeFrom } from '../../json/shapes.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import type { RunId } from '../../values/ids.ts';
import type { Plan } from '../plan/plan-file.ts';
import { planOfRun } from './replayed-run.ts';
import { runIds, startOf } from './run-folders.ts';

/** One applied feed in the history. */
export interface AppliedFeedEntry {
  /** Creation time of the plan, RFC 3339. */
  readonly applied: string;
  readonly feed: string;
  readonly profile: string;
  readonly origin: string;
  /** Number of rows in the whole file. */
  readonly rows: number;
  /** Number of skipped rows. */
  readonly rejected: number;
  /** The run that made the changes; undefined if nothing changed. */
  readonly run: RunId | undefined;
}

const feedEntryShape = objectWith<AppliedFeedEntry>({
  applied: instant,
  feed: text,
  profile: text,
  origin: text,
  rows: wholeFrom(0),
  rejected: wholeFrom(0),
  run: optional(text),
});

/** One line for each applied feed that changed nothing. */
const HISTORY = 'history.ndjson';

/**
 * Adds an applied feed that changed nothing to the history.
 * @throws Failure `storage`
 */
export function recordUnchanged(folder: string, plan: Plan): void {
  const { feed } = plan.source;
  if (feed === undefined) return;
  const file = openAppendFile(join(folder, HISTORY));
  try {
    file.append(`${JSON.stringify(feedEntryOf(plan, feed, undefined))}\n`);
  } finally {
    file.close();
  }
}

/** Returns all applied feeds, newest first, with and without changes. */
export function appliedFeeds(runsFolder: string, folder: string): readonly AppliedFeedEntry[] {
  const ofRuns = runIds(runsFolder).flatMap((id): AppliedFeedEntry[] => {
    const feed = startOf(runsFolder, id)?.feed;
    const plan = feed === undefined ? undefined : planOfRun(runsFolder, id);
    return feed === undefined || plan === undefined ? [] : [feedEntryOf(plan, feed, id)];
  });
  return [...ofRuns, ...unchangedEntries(folder)].sort((one, other) =>
    one.applied < other.applied ? 1 : -1,
  );
}

/** Returns the last applied feed that changed nothing. */
export function lastUnchanged(folder: string): AppliedFeedEntry | undefined {
  return unchangedEntries(folder).at(-1);
}

/**
 * Removes applied feeds that changed nothing, up to a time, from the history.
 * @param before milliseconds since 1970
 */
export function forgetUnchanged(folder: string, before: number): void {
  removeUnchanged(folder, ({ applied }) => Date.parse(applied) <= before);
}

/** Removes selected applied feeds that changed nothing from the history. */
export function removeUnchanged(folder: string, isGone: (entry: AppliedFeedEntry) => boolean): void {
  const entries = unchangedEntries(folder);
  const kept = entries.filter((one) => !isGone(one));
  if (kept.length === entries.length) return;
  const content = kept.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileAtomic(join(folder, HISTORY), content, { secrets: 'refuse' });
}

/** Skips lines that a power cut left incomplete. */
function unchangedEntries(folder: string): readonly AppliedFeedEntry[] {
  const path = join(folder, HISTORY);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): AppliedFeedEntry[] => {
      const json = readBoundedJson(line);
      const read = 'value' in json ? readAs<AppliedFeedEntry>(json.value, feedEntryShape) : json;
      return 'value' in read ? [read.value] : [];
    });
}

function feedEntryOf(
  { created, profile, origin, rejected = [] }: Plan,
  { name, rows }: { readonly name: string; readonly rows: number },
  run: RunId | undefined,
): AppliedFeedEntry {
  const left = new Set(rejected.map(rowOfIssue));
  return { applied: created, feed: name, profile, origin, rows, rejected: left.size, run };
}
