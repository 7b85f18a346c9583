import { sourceIdentity } from '../../bulk/input/reading.ts';
import { isGroupChange } from '../../bulk/plan/change.ts';
import { groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import { type GuardInput, guardInputOf } from '../../bulk/plan/guards.ts';
import { planCommandOf, sameFlagsReminder } from '../../bulk/plan/plan-command.ts';
import { type Plan, planDigest, planKey } from '../../bulk/plan/plan-file.ts';
import { staleness } from '../../bulk/plan/stale-plan.ts';
import { findRun } from '../../bulk/run/find-runs.ts';
import { lastFeed } from '../../bulk/run/last-feed.ts';
import { lockOrganization } from '../../bulk/run/lock-organization.ts';
import { runIds } from '../../bulk/run/run-folders.ts';
import type { RunSummary } from '../../bulk/run/run-state.ts';
import { currentSummary } from '../../bulk/run/run-summaries.ts';
import { closeRun } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { PlanLimits } from '../../profiles/plan-limits.ts';
import { protection } from '../../profiles/safety.ts';
import type { RunId } from '../../values/ids.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import type { FeedOptions } from '../options/feed-options.ts';
import { limitsOf } from '../options/limits-of.ts';
import { beforeRun } from './before-run.ts';
import type { BulkInput } from './bulk-input.ts';
import { foreignRunReason } from './foreign-run.ts';
import { feedGuards, makePlan } from './make-plan.ts';
import { otherOrganization } from './other-organization.ts';
import { type AffectedState, readAffected } from './read-affected.ts';
import type { ApplyInput } from './read-apply-input.ts';
import { readGroups, readSnapshot } from './read-organization.ts';
import { rerunPlanCommand } from './rerun-command.ts';
import { runFlags } from './resume-words.ts';
import { chooseToResume, type ResumedRun } from './resumed-run.ts';
import { runsFolder } from './runs-folder.ts';
import { withSameConnection } from './same-connection.ts';
import { warnOfRiskyChanges } from './warn-of-risky-changes.ts';

/** What `bulk apply` will do: start a run, resume an unfinished one, or nothing. */
export type RunChoice =
  | {
      readonly kind: 'start';
      readonly plan: Plan;
      readonly guarded: GuardInput;
      /**
       * The runs that existed when this was chosen; absent if a second run of the same input does no harm.
       */
      readonly known?: readonly string[];
      /** The run to undo, and the number of records in its journal: that run must not continue meanwhile. */
      readonly seen?: { readonly run: RunId; readonly records: number };
    }
  | ResumedRun
  | {
      readonly kind: 'done';
      readonly why: string;
      /** Failed changes of the run that applied the plan before, and the command that retries them. */
      readonly failed?: { readonly count: number; readonly retry: string };
      /** A plan without changes. */
      readonly plan?: Plan;
      readonly guarded?: GuardInput;
    };

/**
 * Looks for an earlier run of the same input, so that the same command resumes it; otherwise plans anew.
 * @param flags limits from the command line; a share of all users requires reading all users
 * @throws Failure `stale` for a plan of another organization
 */
export function chooseRun(
  context: Context,
  input: ApplyInput,
  flags: PlanLimits = {},
  feed: FeedOptions = {},
): Promise<RunChoice> {
  return beforeRun(context, () => chosenRun(context, input, flags, feed));
}

async function chosenRun(
  context: Context,
  input: ApplyInput,
  flags: PlanLimits,
  feed: FeedOptions,
): Promise<RunChoice> {
  const { origin } = await context.connection();
  const folder = runsFolder(context);
  const known = runIds(folder);
  if (input.kind === 'rows') {
    const unfinished = findRun(
      folder,
      {
        origin,
        source: sourceIdentity(input.input),
        mode: planKey({ mode: input.mode, aims: input.input.aims }),
      },
      'unfinished',
    );
    const isCurrent = await isLatestOfFile(context, unfinished, origin, input.input);
    const resumed = isCurrent ? await chooseUnfinished(context, unfinished, origin) : undefined;
    if (resumed !== undefined) return resumed;
    const { plan, guarded } = await makePlan(context, input.input, input.mode, feed);
    if (plan.changes.length > 0) return { kind: 'start', plan, guarded, known };
    return {
      kind: 'done',
      plan,
      guarded,
      why: `nothing to do: ${plan.unchanged} of ${pluralize(plan.source.rows, 'row')} ${plan.unchanged === 1 ? 'is' : 'are'} unchanged`,
    };
  }
  const { plan, file } = input;
  if (plan.origin !== origin)
    throw otherOrganization(context, file, plan, origin, `bulk apply ${quoted(file)}`);
  const digest = planDigest(plan);
  const unfinished = findRun(folder, { origin, plan: digest }, 'unfinished');
  const resumed = await chooseUnfinished(context, unfinished, origin);
  if (resumed !== undefined) return resumed;
  const finished = findRun(folder, { origin, plan: digest }, 'finished');
  if (finished !== undefined) return alreadyAppliedChoice(context, finished, plan, file);
  if (plan.changes.length === 0) return { kind: 'done', plan, why: 'nothing to do: the plan has no changes' };
  return { kind: 'start', plan, guarded: await refuseStale(context, plan, file, { flags, feed }), known };
}

/**
 * Whether no newer content of this file was applied since an unfinished run. If some was, what is left of the
 * run does not lead to the content of the file. A file of the name in another folder is another file, and a
 * run that was undone left nothing; other shards have the same content.
 */
async function isLatestOfFile(
  context: Context,
  unfinished: RunId | undefined,
  origin: string,
  { file, digest, feed }: BulkInput,
): Promise<boolean> {
  const folder = runsFolder(context);
  const last = feed === undefined ? undefined : lastFeed(folder, origin, feed.name);
  if (unfinished === undefined || last === undefined || last.run === unfinished) return true;
  const plan = last.plan();
  if (plan.source.file !== file || plan.source.digest === digest) return true;
  if (last.run !== undefined && currentSummary(folder, last.run).undoneBy !== undefined) return true;
  const finish = withSameConnection(context, plan, `resume ${unfinished}${runFlags(context.host.argv)}`);
  await context.messages.warn(
    `run ${unfinished} is not resumed, because ${file} was applied with other content since (${last.when}); making a new plan; to finish that run instead: ${finish}`,
  );
  return false;
}

/** Returns that a run applied a plan, with what of it no longer holds and how many of its changes failed. */
function alreadyAppliedChoice(context: Context, id: RunId, plan: Plan, file: string): RunChoice {
  const summary = currentSummary(runsFolder(context), id);
  const why = alreadyAppliedReason(context, id, summary, plan, file);
  const failed = summary.undoneBy === undefined ? summary.failed : 0;
  const retry = withSameConnection(
    context,
    plan,
    `resume ${id} --retry-failed${runFlags(context.host.argv)}`,
  );
  return { kind: 'done', why, ...(failed === 0 ? {} : { failed: { count: failed, retry } }) };
}

function alreadyAppliedReason(
  context: Context,
  id: RunId,
  { undoneBy, left }: RunSummary,
  plan: Plan,
  file: string,
): string {
  const words = `this plan was applied by run ${id}`;
  const again = `make a new plan: ${rerunPlanCommand(context, plan, file)}`;
  if (undoneBy !== undefined) return `${words}, which run ${undoneBy} undid; to apply it again, ${again}`;
  return left === 0 ? words : `${words}, but for ${pluralize(left, 'change')}; for the rest, ${again}`;
}

/** Resumes an unfinished run, unless its users no longer exist. */
export async function chooseUnfinished(
  context: Context,
  id: RunId | undefined,
  origin: string,
): Promise<ResumedRun | undefined> {
  if (id === undefined) return undefined;
  const resumed = await chooseToResume(context, id);
  const why = await foreignRunReason(context, resumed.plan, resumed.replayed);
  if (why === undefined) return resumed;
  await closeForeignRun(context, id, origin, why);
  return undefined;
}

/**
 * Closes a run that belongs to another organization, so that the same command plans anew. A dry run does not
 * close it.
 * @throws Failure `storage` if the run is in progress
 */
async function closeForeignRun(context: Context, id: RunId, origin: string, why: string): Promise<void> {
  await context.messages.warn(`run ${id} is not resumed: ${why}; making a new plan`);
  if (context.common.dryRun === true) return;
  const lock = lockOrganization(context.folders.runs, origin);
  try {
    await closeRun(runsFolder(context), id, why, context.host.now);
  } finally {
    lock.release();
  }
}

/**
 * Compares a saved plan with the current state.
 * @returns the counts that the guards check
 * @throws Failure `stale` with every difference from the state in the plan; nothing was sent
 */
async function refuseStale(
  context: Context,
  plan: Plan,
  file: string,
  { flags, feed }: { readonly flags: PlanLimits; readonly feed: FeedOptions },
): Promise<GuardInput> {
  const limits = await limitsOf(context, flags);
  const { snapshot, groups, counts } =
    (await readAffected(context, plan, limits)) ?? (await readWholeOrganization(context, plan));
  const issues = staleness(plan, snapshot, groups);
  const { profile } = await context.resolved();
  if (issues.length === 0) {
    await warnOfRiskyChanges(context, plan.changes, snapshot);
    const guarded = guardInputOf(plan.changes, snapshot, groups, protection(profile));
    return {
      ...guarded,
      counts: { ...guarded.counts, ...counts },
      ...(await feedGuards(context, plan, groups, feed)),
    };
  }
  const count =
    issues.length === 1 ? '1 change no longer matches' : `${issues.length} changes no longer match`;
  throw new Failure('stale', `${file} is stale: ${count} the current state; nothing was sent`, {
    issues,
    hint:
      plan.move === undefined
        ? rerunPlanCommand(context, plan, file)
        : `orgctl ${planCommandOf(plan)}${sameFlagsReminder(plan)}`,
  });
}

async function readWholeOrganization(context: Context, { changes }: Plan): Promise<AffectedState> {
  const groups = changes.some(isGroupChange) ? await readGroups(context) : groupSnapshotOf([]);
  return { snapshot: await readSnapshot(context), groups };
}
