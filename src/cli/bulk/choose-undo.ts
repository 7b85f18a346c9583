import { createHash } from 'node:crypto';
import { isGroupChange } from '../../bulk/plan/change.ts';
import { groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import { guardInputOf } from '../../bulk/plan/guards.ts';
import { createIdentityCheck, identitiesOf, managersOf } from '../../bulk/plan/people.ts';
import { type Plan, planDigest } from '../../bulk/plan/plan-file.ts';
import { findRun } from '../../bulk/run/find-runs.ts';
import { newerUndo } from '../../bulk/run/newer-undo.ts';
import { replay } from '../../bulk/run/replay.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import { readRunRecords } from '../../bulk/run/runs.ts';
import { reconcileChange } from '../../bulk/run/send-change.ts';
import type { AppliedRun } from '../../bulk/undo/applied-run.ts';
import { planUndo } from '../../bulk/undo/plan-undo.ts';
import { type CurrentUserState, hasConditions, partOf, type UndoPart } from '../../bulk/undo/undo-part.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { protection } from '../../profiles/safety.ts';
import { defined } from '../../values/defined.ts';
import { type RunId, runId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { withUsersApart } from '../identity/slips-in-names.ts';
import { matcherInSnapshot, readSnapshotWhere } from '../identity/where-in-snapshot.ts';
import type { RunChoice } from './choose-run.ts';
import { createdPeople, foreignRunReason } from './foreign-run.ts';
import type { LatestOf } from './latest-of.ts';
import { latestToUndo } from './latest-to-undo.ts';
import { leftToUndoWords } from './left-to-undo.ts';
import { olderToUndo } from './older-to-undo.ts';
import { originsOf } from './other-organization.ts';
import { forecastNow } from './pace-of.ts';
import { planHead } from './plan-head.ts';
import { type PreviousUndo, previousUndoInWords, undoneTwiceWarning } from './previous-undo.ts';
import { readGroups, readSnapshot } from './read-organization.ts';
import { chooseToResume } from './resumed-run.ts';
import { type RunToUndo, readRunToUndo } from './run-to-undo.ts';
import { runsFolder } from './runs-folder.ts';
import { stateFlag } from './same-connection.ts';
import { sendContext } from './send-context.ts';
import { warnOfRiskyChanges } from './warn-of-risky-changes.ts';

export interface UndoChoice {
  /** The run to undo. */
  readonly undone: RunId;
  readonly choice: RunChoice;
  /** What will be left unchanged, and why. */
  readonly kept: readonly Issue[];
  /** Whether nothing is left that an earlier undo did not undo, which is not recorded yet. */
  readonly completes?: boolean;
}

/**
 * Plans the undo of a run, or finds the unfinished run that undoes it. If the run was interrupted, the
 * outcomes of the changes that were in progress are looked up first.
 * @throws Failure `usage` if there is no such run, `stale` if it is of another organization
 */
export async function chooseUndo(
  context: Context,
  name: string,
  part: UndoPart = {},
  latest: LatestOf = 'bulk',
): Promise<UndoChoice> {
  const origins = await originsOf(context);
  const id = name === 'latest' ? latestToUndo(context, origins, latest) : runId(name);
  const run = readRunToUndo(context, origins, id);
  const { undone, plan, before, closed } = run;
  if (name === 'latest' && before?.isWhole === true) return alreadyUndoneChoice(context, undone, before);
  if (closed !== undefined)
    throw new Failure('stale', `run ${undone} is closed: ${closed}; nothing was undone`, {
      hint: 'orgctl runs list',
    });
  const chosen = await planOrContinue(context, run, part);
  const isDone = chosen.choice.kind === 'done';
  if (isDone && chosen.kept.length === 0 && !hasConditions(part) && run.earlier.length > 0) {
    const told = before === undefined ? chosen : alreadyUndoneChoice(context, undone, before);
    // An unfinished run can still be resumed.
    return { ...told, completes: run.isFinished && before?.isWhole !== true };
  }
  if (name === 'latest' && before !== undefined) return partlyUndoneChoice(context, plan, chosen, before);
  await warnOfSecondUndo(context, run, chosen);
  if (name !== 'latest' || chosen.choice.kind !== 'done' || hasConditions(part)) return chosen;
  const older = olderToUndo(context, { before: undone, origins, among: latest });
  return nothingToDoChoice(undone, `${chosen.choice.why}${older}`, chosen.kept);
}

async function planOrContinue(context: Context, run: RunToUndo, part: UndoPart): Promise<UndoChoice> {
  const { undone, plan, records } = run;
  const folder = runsFolder(context);
  // Only now: a wrong run is reported even if the service is unavailable.
  const { origin } = await context.connection();
  const known = runIds(folder);
  const begun = findRun(folder, { origin, source: sourceOfUndo(plan, part), mode: 'undo' }, 'unfinished');
  // What a newer run undid again is undone from the current state.
  return begun === undefined || newerUndo(folder, begun, { undoes: undone }) !== undefined
    ? newUndoChoice(context, { undone, plan, part, known, records })
    : resumeUndoChoice(context, undone, begun);
}

async function warnOfSecondUndo(context: Context, run: RunToUndo, { choice }: UndoChoice): Promise<void> {
  if (choice.kind !== 'start') return;
  const words = undoneTwiceWarning(runsFolder(context), run.earlier, choice.plan.changes);
  if (words !== undefined) await context.messages.warn(words);
}

function alreadyUndoneChoice({ host }: Context, undone: RunId, before: PreviousUndo): UndoChoice {
  const list = `orgctl runs list${stateFlag(host.argv)}`;
  return nothingToDoChoice(undone, `${previousUndoInWords(undone, before)}; choose another run: ${list}`);
}

/**
 * Handles "latest" for a run whose undo failed in part: nothing is undone unless the run is named.
 * @param chosen what is left to undo now
 * @throws Failure `itemsFailed` if something is left to undo
 */
function partlyUndoneChoice(
  context: Context,
  plan: Plan,
  chosen: UndoChoice,
  before: PreviousUndo,
): UndoChoice {
  const { undone, choice } = chosen;
  if (choice.kind === 'done') return chosen;
  const made = choice.kind === 'resume' ? choice.replayed.outcomes.size : 0;
  const what = before.isKnown
    ? `was partly undone by run ${before.by}`
    : `is not completely undone: the record of run ${before.by}, which undid it, cannot be read`;
  throw new Failure('itemsFailed', `run ${undone} ${what}`, {
    hint: leftToUndoWords(plan, undone, choice.plan.changes.length - made, context),
  });
}

function nothingToDoChoice(undone: RunId, why: string, kept: readonly Issue[] = []): UndoChoice {
  return { undone, choice: { kind: 'done', why }, kept };
}

/** @param begun the ID of the unfinished undo run */
async function resumeUndoChoice(context: Context, undone: RunId, begun: RunId): Promise<UndoChoice> {
  const choice = await chooseToResume(context, begun);
  const why = await foreignRunReason(context, choice.plan, choice.replayed);
  if (why !== undefined) throw new Failure('stale', `run ${begun} is not resumed: ${why}`);
  return { undone, choice, kept: choice.plan.kept ?? [] };
}

/** The run to undo, as it was found. */
interface FoundRun {
  readonly undone: RunId;
  readonly plan: Plan;
  readonly part: UndoPart;
  /** The IDs of all runs at that time. */
  readonly known: readonly string[];
  /** The number of records in its journal. */
  readonly records: number;
}

function chosenPart(
  { host }: Context,
  done: AppliedRun,
  { undone, part }: FoundRun,
  now: CurrentUserState,
): AppliedRun {
  try {
    return partOf(done, part, now, `orgctl runs show ${undone}${stateFlag(host.argv)}`);
  } catch (error) {
    throw withUsersApart(error, part.only ?? [], host.argv);
  }
}

async function newUndoChoice(context: Context, found: FoundRun): Promise<UndoChoice> {
  const { undone, plan, part, known, records } = found;
  const where = part.where === undefined ? undefined : readSnapshotWhere(part.where, context.host.now());
  const { scim } = await context.connection();
  const { profile } = await context.resolved();
  const done = await settleInDoubt(context, undone, plan);
  const snapshot = await readSnapshot(context);
  const needsGroups = where?.needsGroups === true || plan.changes.some(isGroupChange);
  const groups = needsGroups ? await readGroups(context) : groupSnapshotOf([]);
  const isMatch = where === undefined ? () => true : matcherInSnapshot(where, snapshot, groups);
  const recognition = createIdentityCheck(plan, createdPeople(plan, done.outcomes));
  const planned = planUndo(
    chosenPart(context, done, found, { snapshot, isMatch }),
    snapshot,
    groups,
    recognition,
  );
  const { changes, unchanged } = planned;
  const kept = planned.kept.map((issue) => inFile(issue, plan));
  if (changes.length === 0)
    return nothingToDoChoice(undone, nothingToUndoReason(found, unchanged, kept), kept);
  const undo: Plan = {
    ...(await planHead(context)),
    mode: 'undo',
    undoes: undone,
    ...(hasConditions(part) ? { part } : {}),
    source: { file: `run ${undone}`, digest: sourceOfUndo(plan, part), rows: plan.changes.length },
    activeUsers: snapshot.activeUsers,
    unchanged,
    forecast: await forecastNow(context, changes, scim.dialect.version),
    people: identitiesOf(changes, snapshot),
    ...defined({ managers: managersOf(changes, snapshot) }),
    ...(kept.length === 0 ? {} : { kept }),
    changes,
  };
  await warnOfRiskyChanges(context, changes, snapshot);
  const guarded = guardInputOf(changes, snapshot, groups, protection(profile));
  const seen = { run: undone, records };
  return { undone, choice: { kind: 'start', plan: undo, guarded, known, seen }, kept };
}

function nothingToUndoReason({ undone, part }: FoundRun, unchanged: number, kept: readonly Issue[]): string {
  const before = unchanged === 1 ? 'its change is' : `all ${unchanged} changes are`;
  const nothing = hasConditions(part) ? 'no change matches the given flags' : 'it changed nothing';
  const state = unchanged === 0 ? nothing : `${before} already reverted`;
  return `nothing to undo in run ${undone}: ${kept.length > 0 ? 'the rest was left unchanged' : state}`;
}

/**
 * Returns the source digest of an undo. Each part of a run is undone by its own run, so the part belongs to
 * the digest.
 */
function sourceOfUndo(plan: Plan, part: UndoPart): string {
  const whole = planDigest(plan);
  if (!hasConditions(part)) return whole;
  return createHash('sha256')
    .update(whole + JSON.stringify(Object.entries(part).sort()))
    .digest('hex');
}

/** Line numbers of a bulk run refer to its input file; a single command has no file. */
function inFile(issue: Issue, { mode, source }: Plan): Issue {
  const { at, ...rest } = issue;
  if (at === undefined || mode === 'single') return rest;
  return { ...rest, at: { ...at, file: source.file } };
}

/** Returns the outcomes of a run; changes in doubt are looked up. */
async function settleInDoubt(context: Context, id: RunId, plan: Plan): Promise<AppliedRun> {
  const { outcomes: known, intents } = replay(readRunRecords(runsFolder(context), id), plan.changes);
  const outcomes = new Map(known);
  const inDoubt = new Set(intents.keys());
  const sending = await sendContext(context, new Map());
  for (const change of plan.changes) {
    const at = intents.get(change.id);
    if (at === undefined) continue;
    const settled = await reconcileChange(change, at, { ...sending, createdId: () => '' });
    if (settled === undefined) continue;
    outcomes.set(change.id, settled);
    inDoubt.delete(change.id);
  }
  return { changes: plan.changes, outcomes, inDoubt };
}
