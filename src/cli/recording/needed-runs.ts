import type { Plan } from '../../bulk/plan/plan-file.ts';
import { isJournalComplete, readRecordsIfIntact } from '../../bulk/run/find-runs.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { runIds, startOf } from '../../bulk/run/run-folders.ts';
import { readRunPlan } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { RUN_ID, type RunId } from '../../values/ids.ts';
import type { FilesRead } from './held-files.ts';
import { OF_A_RUN } from './of-a-run.ts';

/** Commands that continue an unfinished run of the same input, or compare a file with the previous one. */
const OF_AN_INPUT = /^(?:bulk (?:apply|check|plan|finish)|onboard)$/;
const OF_A_MOVE = /^migrate (?:apply|plan)$/;
/** Maximum number of runs without a change to look behind "latest". */
const MAX_RUNS = 50;

/** A command line, and what is known of its input and of its service before it runs. */
export interface RecordedCommand {
  readonly argv: readonly string[];
  /** The names of the command and of its groups. */
  readonly path: string;
  readonly read: FilesRead;
  /** Base URLs of the service. */
  readonly origins: readonly string[];
}

/** Returns the earlier runs that a command may read, newest first. */
export function neededRuns(folder: string, command: RecordedCommand): readonly RunId[] {
  const { path } = command;
  const first = OF_A_RUN.test(path)
    ? ofRun(folder, command)
    : OF_AN_INPUT.test(path)
      ? ofInput(folder, command)
      : OF_A_MOVE.test(path)
        ? ofMove(folder, command)
        : [];
  return withRelated(folder, first);
}

/** Returns the plans of the last feeds of the input that changed nothing, which no run has. */
export function neededFeeds(folder: string, { path, read, origins }: RecordedCommand): readonly Plan[] {
  if (!OF_AN_INPUT.test(path)) return [];
  return lastFeeds(folder, read, origins).flatMap(({ run, plan }) => (run === undefined ? [plan()] : []));
}

function lastFeeds(folder: string, read: FilesRead, origins: readonly string[]) {
  return origins.flatMap((origin) => [...read.feeds].flatMap((name) => lastFeed(folder, origin, name) ?? []));
}

/** Returns the named run, or those that "latest" may mean, down to one with a change to undo. */
function ofRun(folder: string, { argv, path, origins }: RecordedCommand): readonly RunId[] {
  const ids = runIds(folder);
  const named = argv.filter((word) => RUN_ID.test(word));
  if (named.length > 0) return ids.filter((id) => named.includes(id));
  const isUndo = path.endsWith('undo');
  const starts = ids.flatMap((id) => {
    const start = startOf(folder, id);
    return start === undefined || (isUndo && !origins.includes(start.origin)) ? [] : [{ id, ...start }];
  });
  const meant = starts
    .filter(({ mode }) => !(isUndo && mode === 'undo') && !(path.startsWith('bulk ') && mode === 'single'))
    .map(({ id }) => id);
  // An error about "latest" names the newest run of a single command.
  if (meant.length === 0) return starts.slice(0, 1).map(({ id }) => id);
  const end = isUndo ? meant.findIndex((id) => hasChanged(folder, id)) : 0;
  return meant.slice(0, end < 0 ? MAX_RUNS : end + 1);
}

/** Returns the unfinished runs of an input, the runs of a saved plan, and the last ones of its feed. */
function ofInput(folder: string, { path, read, origins }: RecordedCommand): readonly RunId[] {
  const ids = runIds(folder).filter((id) => {
    const start = startOf(folder, id);
    if (start === undefined || !origins.includes(start.origin) || start.mode === 'single') return false;
    if (read.digests.has(start.plan)) return true;
    const isOpen = path === 'bulk finish' || !isJournalComplete(folder, id);
    return isOpen && read.digests.has(planOf(folder, id)?.source.digest ?? '');
  });
  return [...ids, ...lastFeeds(folder, read, origins).flatMap(({ run }) => run ?? [])];
}

/** Returns the runs of moves, whose pairs of users another move uses, and those of a saved plan. */
function ofMove(folder: string, { read }: RecordedCommand): readonly RunId[] {
  return runIds(folder).filter((id) => {
    const start = startOf(folder, id);
    if (start === undefined || start.mode === 'single') return false;
    return read.digests.has(start.plan) || planOf(folder, id)?.move !== undefined;
  });
}

/** Adds the runs that these runs undo, or that undo these runs: together they tell what is in force. */
function withRelated(folder: string, first: readonly RunId[]): readonly RunId[] {
  const found = new Set(first);
  const pairs = runIds(folder).flatMap((id): (readonly [RunId, RunId])[] => {
    if (found.size === 0 || startOf(folder, id)?.mode !== 'undo') return [];
    const undone = planOf(folder, id)?.undoes;
    return undone === undefined ? [] : [[id, undone]];
  });
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const pair of pairs) if (pair.some((id) => found.has(id))) for (const id of pair) found.add(id);
  }
  return runIds(folder).filter((id) => found.has(id));
}

function hasChanged(folder: string, id: RunId): boolean {
  const records = readRecordsIfIntact(folder, id) ?? [];
  return records.some((record) => record.type === 'outcome' && record.outcome.state === 'succeeded');
}

/** @returns undefined for a damaged plan */
function planOf(folder: string, id: RunId): Plan | undefined {
  try {
    return readRunPlan(folder, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
