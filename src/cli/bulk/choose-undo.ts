import { createHash } from 'node:crypto';
import { isGroupChange } from '../../bulk/plan/change.ts';
import { forecastOf } from '../../bulk/plan/forecast.ts';
import { groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import { guardedBy } from '../../bulk/plan/guards.ts';
import { peopleOf, recognizing } from '../../bulk/plan/people.ts';
import { type Plan, planDigest } from '../../bulk/plan/plan-file.ts';
import { refuseRunInProgress } from '../../bulk/run/lock-run.ts';
import { replay } from '../../bulk/run/replay.ts';
import { findRun, openRun, readRunPlan, readRunRecords, runIds } from '../../bulk/run/runs.ts';
import { settleChange } from '../../bulk/run/send-change.ts';
import { planUndo } from '../../bulk/undo/plan-undo.ts';
import { isPart, partOf, type UndoPart } from '../../bulk/undo/undo-part.ts';
import type { WhatWasDone } from '../../bulk/undo/what-was-done.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { protection } from '../../profiles/safety.ts';
import type { Context } from '../context.ts';
import { createdPeople, whyElsewhere } from './belongs-here.ts';
import { chooseToResume, originsOf, otherOrganization, type RunChoice } from './choose-run.ts';
import type { LatestOf } from './latest-of.ts';
import { planHead, readGroups, readSnapshot } from './make-plan.ts';
import { paceOf } from './pace-of.ts';
import { runsFolder } from './runs-folder.ts';
import { sendContext } from './send-context.ts';

export interface UndoChoice {
  /** The run that is undone. */
  readonly undone: string;
  readonly choice: RunChoice;
  /** What will stay as it is, and why. */
  readonly kept: readonly Issue[];
}

/**
 * Works out how to undo a run, or finds the run that began to. Of a run that was stopped in the middle, what was in progress is
 * looked up first.
 * @throws Failure `usage` when there is no such run, `stale` when it is of another organization.
 */
export async function chooseUndo(
  context: Context,
  name: string,
  part: UndoPart = {},
  latest: LatestOf = 'bulk',
): Promise<UndoChoice> {
  const { origin, scim } = await context.connection();
  const { profile } = await context.resolved();
  const folder = runsFolder(context);
  const origins = await originsOf(context);
  const undone = name === 'latest' ? latestOf(context, origins, latest) : name;
  const plan = readRunPlan(folder, undone);
  if (!origins.includes(plan.origin))
    throw otherOrganization(`run ${undone}`, plan, origin, `bulk undo ${undone}`);
  refuseRunInProgress(folder, undone);
  const records = readRunRecords(folder, undone);
  const { closed, undoneBy } = replay(records, plan.changes);
  if (name === 'latest' && undoneBy !== undefined) {
    const why = `run ${undone} is undone already, by run ${undoneBy}; name another one: orgctl runs list`;
    return { undone, choice: { kind: 'done', why }, kept: [] };
  }
  if (closed !== undefined)
    throw new Failure('stale', `run ${undone} is closed: ${closed}; nothing is undone`, {
      hint: 'orgctl runs list',
    });
  const source = sourceOfUndo(plan, part);
  const known = runIds(folder);
  const seen = { run: undone, records: records.length };
  const begun = findRun(folder, { origin, source, mode: 'undo' }, 'unfinished');
  if (begun !== undefined) {
    const choice = await chooseToResume(context, begun);
    const why = await whyElsewhere(context, choice.plan, choice.replayed);
    if (why !== undefined) throw new Failure('stale', `run ${begun} is not continued: ${why}`);
    return { undone, choice, kept: choice.plan.kept ?? [] };
  }
  const done = await settleInDoubt(context, undone, plan);
  const snapshot = await readSnapshot(context);
  const groups = plan.changes.some(isGroupChange) ? await readGroups(context) : groupSnapshotOf([]);
  const {
    changes,
    unchanged,
    kept: found,
  } = planUndo(
    partOf(done, part, snapshot),
    snapshot,
    groups,
    recognizing(plan, createdPeople(plan, done.outcomes)),
  );
  const kept = found.map((issue) => inFile(issue, plan));
  if (changes.length === 0) {
    const before = unchanged === 1 ? 'what it changed is' : `all ${unchanged} that it changed are`;
    const nothing = isPart(part) ? 'no change of it fits all that is said' : 'it changed nothing';
    const state = unchanged === 0 ? nothing : `${before} as before`;
    const why = `nothing to undo in run ${undone}: ${kept.length > 0 ? 'the rest was left unchanged' : state}`;
    return { undone, choice: { kind: 'done', why }, kept };
  }
  const undo: Plan = {
    ...(await planHead(context)),
    mode: 'undo',
    undoes: undone,
    ...(isPart(part) ? { part } : {}),
    source: { file: `run ${undone}`, digest: source, rows: plan.changes.length },
    activeUsers: snapshot.activeUsers,
    unchanged,
    forecast: forecastOf(changes, scim.dialect.version, await paceOf(context)),
    people: peopleOf(changes, snapshot),
    ...(kept.length === 0 ? {} : { kept }),
    changes,
  };
  const guarded = guardedBy(changes, snapshot, groups, protection(profile));
  return { undone, choice: { kind: 'start', plan: undo, guarded, known, seen }, kept };
}

/** A part of a run is undone by a run of its own: the rest is another input. */
function sourceOfUndo(plan: Plan, part: UndoPart): string {
  const whole = planDigest(plan);
  if (!isPart(part)) return whole;
  return createHash('sha256')
    .update(whole + JSON.stringify(Object.entries(part).sort()))
    .digest('hex');
}

/** Lines of a bulk run are lines of the file that it came from; a single command has none. */
function inFile(issue: Issue, { mode, source }: Plan): Issue {
  const { at, ...rest } = issue;
  if (at === undefined || mode === 'single') return rest;
  return { ...rest, at: { ...at, file: source.file } };
}

/**
 * Says in the journal of a run that it is undone, so that the command which began it does not continue with it; or that a part of it is,
 * which leaves the rest as it stands.
 * @param by the ID of the run that undoes it
 */
export async function endUndoneRun(
  context: Context,
  undone: string,
  by: string,
  part: UndoPart | undefined,
): Promise<void> {
  const folder = runsFolder(context);
  // It may have been pruned since.
  if (!runIds(folder).includes(undone)) return;
  const { journal, plan, records } = openRun(folder, undone, context.world.now);
  const { outcomes, undoneBy, partsUndoneBy } = replay(records, plan.changes);
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length;
  if (part !== undefined) {
    if (!partsUndoneBy.includes(by)) await journal.write({ type: 'part.undone', by });
  } else if (undoneBy !== by) {
    await journal.write({ type: 'run.end', succeeded: outcomes.size - failed, failed, undoneBy: by });
  }
  journal.close();
}

/** The newest run at this organization that is not itself an undo: given twice, "latest" is the same run. */
function latestOf(context: Context, origins: readonly string[], among: LatestOf): string {
  const folder = runsFolder(context);
  const latest = runIds(folder).find((id) => {
    const plan = readRunPlan(folder, id);
    if (!origins.includes(plan.origin) || plan.mode === 'undo') return false;
    return among === 'any' || plan.mode !== 'single';
  });
  if (latest !== undefined) return latest;
  throw new Failure('usage', 'there is no run to undo', { hint: 'orgctl runs list' });
}

/** What a run did; a creation whose outcome nobody saw is looked up. */
async function settleInDoubt(context: Context, id: string, plan: Plan): Promise<WhatWasDone> {
  const { outcomes: known, intents } = replay(readRunRecords(runsFolder(context), id), plan.changes);
  const outcomes = new Map(known);
  const inDoubt = new Set(intents.keys());
  const sending = await sendContext(context, new Map());
  for (const change of plan.changes) {
    const at = intents.get(change.id);
    if (at === undefined) continue;
    const settled = await settleChange(change, at, { ...sending, createdId: () => '' });
    if (settled === undefined) continue;
    outcomes.set(change.id, settled);
    inDoubt.delete(change.id);
  }
  return { changes: plan.changes, outcomes, inDoubt };
}
