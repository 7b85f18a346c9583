import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { rowOfIssue } from '../../failure/issue.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { instant, maybe, readAs, text, thing, wholeFrom } from '../../json/shapes.ts';
import { openAppendFile } from '../../storage/append-file.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import type { RunId } from '../../values/ids.ts';
import type { Plan } from '../plan/plan-file.ts';
import { readRunPlan, runIds, startOf } from './runs.ts';

/** A file that was applied one night, as the history tells it. */
export interface AppliedOnce {
  /** RFC 3339, of the plan. */
  readonly applied: string;
  readonly feed: string;
  readonly profile: string;
  readonly origin: string;
  /** Rows of the whole file. */
  readonly rows: number;
  /** Rows that were left out. */
  readonly rejected: number;
  /** The run that changed something; undefined of a night on which nothing changed. */
  readonly run: RunId | undefined;
}

const night = thing<AppliedOnce>({
  applied: instant,
  feed: text,
  profile: text,
  origin: text,
  rows: wholeFrom(0),
  rejected: wholeFrom(0),
  run: maybe(text),
});

/** One line for each night on which nothing changed. */
const HISTORY = 'history.ndjson';

/** Adds a night on which nothing changed. @throws Failure `storage` */
export function recordUnchanged(folder: string, plan: Plan): void {
  const { feed } = plan.source;
  if (feed === undefined) return;
  const file = openAppendFile(join(folder, HISTORY));
  try {
    file.append(`${JSON.stringify(onceOf(plan, feed, undefined))}\n`);
  } finally {
    file.close();
  }
}

/**
 * Returns every file that was applied, the newest first: those that changed something, and those that did
 * not.
 */
export function appliedFeeds(runsFolder: string, folder: string): readonly AppliedOnce[] {
  const ofRuns = runIds(runsFolder).flatMap((id): AppliedOnce[] => {
    const feed = startOf(runsFolder, id)?.feed;
    const plan = feed === undefined ? undefined : planOf(runsFolder, id);
    return feed === undefined || plan === undefined ? [] : [onceOf(plan, feed, id)];
  });
  return [...ofRuns, ...unchangedNights(folder)].sort((one, other) => (one.applied < other.applied ? 1 : -1));
}

/** Returns the last night on which nothing changed. */
export function lastUnchanged(folder: string): AppliedOnce | undefined {
  return unchangedNights(folder).at(-1);
}

/** A run that is damaged does not hide the others; the list of runs tells of it. */
function planOf(runsFolder: string, id: RunId): Plan | undefined {
  try {
    return readRunPlan(runsFolder, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Removes nights on which nothing changed from the history. @param before milliseconds */
export function forgetUnchanged(folder: string, before: number): void {
  forgetNights(folder, ({ applied }) => Date.parse(applied) <= before);
}

/** Removes those nights on which nothing changed that are gone. */
export function forgetNights(folder: string, isGone: (night: AppliedOnce) => boolean): void {
  const nights = unchangedNights(folder);
  const kept = nights.filter((one) => !isGone(one));
  if (kept.length === nights.length) return;
  const content = kept.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileAtomic(join(folder, HISTORY), content, { secrets: 'refuse' });
}

/** Lines that were torn by a power cut are left out. */
function unchangedNights(folder: string): readonly AppliedOnce[] {
  const path = join(folder, HISTORY);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line): AppliedOnce[] => {
      const json = readBoundedJson(line);
      const read = 'value' in json ? readAs<AppliedOnce>(json.value, night) : json;
      return 'value' in read ? [read.value] : [];
    });
}

function onceOf(
  { created, profile, origin, rejected = [] }: Plan,
  { name, rows }: { readonly name: string; readonly rows: number },
  run: RunId | undefined,
): AppliedOnce {
  const left = new Set(rejected.map(rowOfIssue));
  return { applied: created, feed: name, profile, origin, rows, rejected: left.size, run };
}
