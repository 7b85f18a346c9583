import { join } from 'node:path';
import { sourceIdentity } from '../../bulk/input/reading.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { planDigest, planKey } from '../../bulk/plan/plan-file.ts';
import { isFinished } from '../../bulk/run/find-runs.ts';
import type { DatedRecord } from '../../bulk/run/journal-record.ts';
import { recordFrom } from '../../bulk/run/record-shapes.ts';
import { isRun, runIds } from '../../bulk/run/run-folders.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { importRun, packedRun } from '../../bulk/run/transfer-run.ts';
import { Failure } from '../../failure/failure.ts';
import { foldersFor } from '../../profiles/folders.ts';
import { asJson } from '../../rules/json-value.ts';
import { RUN_ID, type RunId, runId } from '../../values/ids.ts';
import { version } from '../host.ts';
import { inventPlan, type PlanInventor } from './invent-plan.ts';
import { OF_A_RUN } from './of-a-run.ts';
import type { WordInventors } from './word-inventors.ts';

/** Maximum number of earlier runs to search, and their maximum total size in bytes. */
const MOST_RUNS = 50;
const MOST_BYTES = 64 * 1024 * 1024;

/** Commands that continue an unfinished run of the same input, or compare a file with the previous one. */
const LOOKS_BACK = /^(?:bulk (?:apply|plan|finish)|migrate (?:apply|plan)|onboard)$/;

/**
 * Returns the earlier runs that a replay of a command needs, in the format of `runs export`; undefined if
 * they cannot be recorded.
 * @param path the names of the command and of its groups
 */
export function earlierRuns(
  argv: readonly string[],
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  invent: WordInventors,
): readonly string[] | undefined {
  const isOfRun = OF_A_RUN.test(path);
  if (!isOfRun && !LOOKS_BACK.test(path)) return [];
  const isElsewhere = (env['ORGCTL_STATE'] ?? '') !== '' || argv.some((word) => /^--state(?:=|$)/.test(word));
  if (isElsewhere) return isOfRun ? undefined : [];
  const folder = join(foldersFor(env).runs, 'runs');
  const packed: string[] = [];
  let size = 0;
  for (const id of isOfRun ? wanted(folder, argv) : lookedBackAt(folder)) {
    const text = inventedRun(folder, id, invent);
    size += text?.length ?? 0;
    if (text === undefined || size > MOST_BYTES) return undefined;
    packed.push(text);
  }
  return packed;
}

/** Returns unfinished runs, and runs with which a feed or a migration is compared. */
function lookedBackAt(folder: string): readonly RunId[] {
  return runIds(folder)
    .slice(0, MOST_RUNS)
    .filter((id) => {
      try {
        const { mode, source, move } = readRunPlan(folder, id);
        if (mode === 'single' || mode === 'undo') return false;
        return source.feed !== undefined || move !== undefined || !isFinished(readRunRecords(folder, id));
      } catch (error) {
        if (error instanceof Failure) return false;
        throw error;
      }
    });
}

/** Stores the runs of a recording for a replay. */
export function placeRuns(runs: readonly string[], home: string, file: string): void {
  const folder = join(foldersFor({ ORGCTL_HOME: home }).runs, 'runs');
  for (const run of runs) importRun(folder, Buffer.from(run), file);
}

/**
 * Returns the run that is named or the latest one, and all runs started since: one of them may have started
 * to undo it.
 */
function wanted(folder: string, argv: readonly string[]): readonly RunId[] {
  const named = argv.find((word) => RUN_ID.test(word));
  const ids: RunId[] = [];
  for (const id of runIds(folder).slice(0, MOST_RUNS)) {
    ids.push(id);
    if (named === undefined ? isLatest(folder, id) : id === named) return ids;
  }
  return named !== undefined && isRun(folder, named) ? [...ids, named] : ids;
}

/** Whether "latest" can mean this run. */
function isLatest(folder: string, id: RunId): boolean {
  try {
    const { mode } = readRunPlan(folder, id);
    return mode !== 'undo' && mode !== 'single';
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
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
    return packedRun({ id: runId(invent.value.text(id)), plan, records: told, tool: version });
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
