import { join } from 'node:path';
import { sourceIdentity } from '../../bulk/input/reading.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { planDigest, planKey, printPlan } from '../../bulk/plan/plan-file.ts';
import { readPlan } from '../../bulk/plan/read-plan.ts';
import type { DatedRecord } from '../../bulk/run/journal-record.ts';
import { rememberUnchanged } from '../../bulk/run/last-feed.ts';
import { recordFrom } from '../../bulk/run/record-shapes.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { importRun, packRun } from '../../bulk/run/transfer-run.ts';
import { Failure } from '../../failure/failure.ts';
import { foldersFor } from '../../profiles/folders.ts';
import { asJson } from '../../rules/json-value.ts';
import { type RunId, runId } from '../../values/ids.ts';
import { version } from '../host.ts';
import { inventPlan, type PlanInventor } from './invent-plan.ts';
import { neededFeeds, neededRuns, type RecordedCommand } from './needed-runs.ts';
import { OF_A_RUN } from './of-a-run.ts';
import type { WordInventors } from './word-inventors.ts';

/** Maximum total size of earlier runs, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The earlier runs and feeds that a replay of a command needs. */
export interface EarlierRuns {
  /** In the format of `runs export`. */
  readonly runs: readonly string[];
  /** The plans of feeds that changed nothing. */
  readonly feeds: readonly string[];
}

/** Returns the earlier runs that a replay of a command needs; undefined if they cannot be recorded. */
export function earlierRuns(
  command: RecordedCommand,
  env: Readonly<Record<string, string | undefined>>,
  invent: WordInventors,
): EarlierRuns | undefined {
  const isElsewhere =
    (env['ORGCTL_STATE'] ?? '') !== '' || command.argv.some((word) => /^--state(?:=|$)/.test(word));
  if (isElsewhere) return OF_A_RUN.test(command.path) ? undefined : { runs: [], feeds: [] };
  const folder = runsIn(env);
  const runs: string[] = [];
  let size = 0;
  for (const id of neededRuns(folder, command)) {
    const text = inventedRun(folder, id, invent);
    size += text?.length ?? 0;
    if (text === undefined || size > MAX_BYTES) return undefined;
    runs.push(text);
  }
  const feeds = neededFeeds(folder, command).flatMap((plan) => {
    const made = inventPlan(plan, invent).plan;
    return made === undefined ? [] : [printPlan(made)];
  });
  return { runs, feeds };
}

function runsIn(env: Readonly<Record<string, string | undefined>>): string {
  return join(foldersFor(env).runs, 'runs');
}

/** Stores the runs and feeds of a recording for a replay. */
export function placeRuns({ runs, feeds }: Partial<EarlierRuns>, home: string, file: string): void {
  const folder = runsIn({ ORGCTL_HOME: home });
  for (const run of runs ?? []) importRun(folder, Buffer.from(run), file);
  for (const feed of feeds ?? []) rememberUnchanged(folder, readPlan(feed, file));
}

/** @returns undefined for a damaged run, or one that would be invalid with invented values */
function inventedRun(folder: string, id: RunId, invent: WordInventors): string | undefined {
  try {
    const made = inventPlan(readRunPlan(folder, id), invent);
    const { plan } = made;
    if (plan === undefined) return undefined;
    const records = readRunRecords(folder, id).map((record) => inventRecord(record, plan, made, invent));
    const told = records.flatMap((record) => record ?? []);
    if (told.length < records.length) return undefined;
    return packRun({ id: runId(invent.value.text(id)), plan, records: told, tool: version });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Returns a record with invented values, without the user or environment that started the run. */
function inventRecord(
  record: DatedRecord,
  plan: Plan,
  { part }: PlanInventor,
  { value }: WordInventors,
): DatedRecord | undefined {
  const read = recordFrom(part(asJson(record), []));
  if (!('value' in read)) return undefined;
  const made = read.value;
  if (made.type === 'intent') return { ...made, at: Math.round(value.time(made.at)) };
  if (made.type !== 'run.start') return made;
  const { by: _, ...start } = made;
  return { ...start, plan: planDigest(plan), source: sourceIdentity(plan.source), mode: planKey(plan) };
}
