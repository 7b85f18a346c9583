import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { writeFileAtomic } from '../../storage/atomic-file.ts';
import { makePrivateFolder } from '../../storage/private-folder.ts';
import type { RunId } from '../../values/ids.ts';
import type { LastFeed } from '../plan/feed-limits.ts';
import { type Plan, printPlan } from '../plan/plan-file.ts';
import { readPlan } from '../plan/read-plan.ts';
import { recordUnchanged, removeUnchanged } from './applied-feeds.ts';
import { isRunClosed } from './find-runs.ts';
import { runIds, startOf } from './run-folders.ts';
import { readRunPlan } from './runs.ts';

/** An applied feed and its plan. */
export interface AppliedFeed extends LastFeed {
  /** Absent if it changed nothing. */
  readonly run?: RunId;
  readonly plan: () => Plan;
}

/** Beside the runs, so that moving these to another machine moves it too. */
const FOLDER = 'feeds';

/** Returns the folder that stores the last feeds. */
export function feedsFolder(runsFolder: string): string {
  return join(runsFolder, FOLDER);
}

/**
 * Returns the feed of this name that was last applied at a service, whether it changed anything or not.
 * Ignores closed runs: their organization no longer exists.
 */
export function lastFeed(runsFolder: string, origin: string, name: string): AppliedFeed | undefined {
  const unchanged = unchangedFeed(runsFolder, origin, name);
  const run = runIds(runsFolder).find((id) => {
    const start = startOf(runsFolder, id);
    if (start?.origin !== origin || start.feed?.name !== name) return false;
    return !isRunClosed(runsFolder, id);
  });
  const feed = run === undefined ? undefined : startOf(runsFolder, run)?.feed;
  if (run === undefined || feed === undefined || (unchanged?.created ?? '') > timeOfRun(run))
    return unchanged?.applied;
  return { run, feed, when: `run ${run}`, plan: () => readRunPlan(runsFolder, run) };
}

/**
 * Stores a feed that was applied and changed nothing, because it has no run.
 * @throws Failure `storage`
 */
export function rememberUnchanged(runsFolder: string, plan: Plan): void {
  const { origin, source } = plan;
  if (source.feed === undefined) return;
  makePrivateFolder(runsFolder);
  makePrivateFolder(join(runsFolder, FOLDER));
  writeFileAtomic(pathOf(runsFolder, origin, source.feed.name), printPlan(plan), { secrets: 'refuse' });
  recordUnchanged(feedsFolder(runsFolder), plan);
}

/** Removes the stored feeds of a service whose organization no longer exists. */
export function forgetFeedsAt(runsFolder: string, origin: string): void {
  const folder = feedsFolder(runsFolder);
  if (!existsSync(folder)) return;
  removeUnchanged(folder, (night) => night.origin === origin);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.json') && planIn(path)?.origin === origin) rmSync(path, { force: true });
  }
}

/** An unreadable file counts as absent: the last run remains for the comparison. */
function unchangedFeed(
  runsFolder: string,
  origin: string,
  name: string,
): { readonly created: string; readonly applied: AppliedFeed } | undefined {
  const plan = planIn(pathOf(runsFolder, origin, name));
  if (plan?.source.feed === undefined) return undefined;
  const { created } = plan;
  const when = `${created.slice(0, 16).replace('T', ' ')} UTC, no changes`;
  return { created, applied: { feed: plan.source.feed, when, plan: () => plan } };
}

function planIn(path: string): Plan | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return readPlan(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Returns the start time of a run, from its ID, as RFC 3339, to compare it with that of a plan. */
function timeOfRun(id: RunId): string {
  const [, year, month, day, hour, minute, second, part = ''] =
    /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})-(\w{2})/.exec(id) ?? [];
  const milliseconds = String(Number.parseInt(part, 36)).padStart(3, '0');
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`;
}

function pathOf(runsFolder: string, origin: string, name: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify([origin, name]))
    .digest('hex')
    .slice(0, 32);
  return join(runsFolder, FOLDER, `${key}.json`);
}
