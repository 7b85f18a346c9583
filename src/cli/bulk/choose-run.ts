import { join } from 'node:path';
import { sourceIdentity } from '../../bulk/input/reading.ts';
import { isGroupChange } from '../../bulk/plan/change.ts';
import { groupSnapshotOf } from '../../bulk/plan/group-snapshot.ts';
import { aimOf, type Plan, planDigest } from '../../bulk/plan/plan-file.ts';
import { refuseProtected } from '../../bulk/plan/protected-changes.ts';
import { staleness } from '../../bulk/plan/stale-plan.ts';
import { type Replayed, replay } from '../../bulk/run/replay.ts';
import { findRun, type OpenRun, openRun, runIds } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { counted } from '../../output/counted.ts';
import { protection } from '../../profiles/safety.ts';
import type { Context } from '../context.ts';
import { makePlan, readGroups, readSnapshot } from './make-plan.ts';
import type { ApplyInput } from './read-apply-input.ts';
import { wordsAtConnection } from './words-at-connection.ts';

/** What `bulk apply` is going to do: begin a run, or go on with one that did not come to its end. */
export type RunChoice =
  | { readonly kind: 'start'; readonly plan: Plan }
  | { readonly kind: 'resume'; readonly run: OpenRun; readonly replayed: Replayed }
  | { readonly kind: 'done'; readonly why: string };

/** A run that is gone on with. */
export type ResumedRun = Extract<RunChoice, { kind: 'resume' }>;

export function runsFolder({ folders }: Context): string {
  return join(folders.state, 'runs');
}

/**
 * Looks for an earlier run of the same input, so that the same command goes on where it was stopped; else plans anew.
 * @throws Failure `stale` for a plan of another organization.
 */
export async function chooseRun(context: Context, input: ApplyInput): Promise<RunChoice> {
  const { origin } = await context.connection();
  const folder = runsFolder(context);
  if (input.kind === 'rows') {
    const unfinished = findRun(
      folder,
      {
        origin,
        source: sourceIdentity(input.input),
        mode: aimOf({ mode: input.mode, aims: input.input.aims }),
      },
      'unfinished',
    );
    if (unfinished !== undefined) return openToResume(context, unfinished);
    const plan = await makePlan(context, input.input, input.mode);
    if (plan.changes.length > 0) return { kind: 'start', plan };
    return {
      kind: 'done',
      why: `nothing to do: ${plan.unchanged} of ${counted(plan.source.rows, 'row')} ${plan.unchanged === 1 ? 'is' : 'are'} already as wanted`,
    };
  }
  const { plan, file } = input;
  if (plan.origin !== origin) throw otherOrganisation(file, plan, origin, `bulk apply ${file}`);
  const digest = planDigest(plan);
  const unfinished = findRun(folder, { origin, plan: digest }, 'unfinished');
  if (unfinished !== undefined) return openToResume(context, unfinished);
  const finished = findRun(folder, { origin, plan: digest }, 'finished');
  if (finished !== undefined) return { kind: 'done', why: `this plan was carried out by run ${finished}` };
  if (plan.changes.length === 0) return { kind: 'done', why: 'nothing to do: the plan has no changes' };
  await refuseStale(context, plan, file);
  return { kind: 'start', plan };
}

/** @throws Failure `stale` with everything that is not as the plan saw it; nothing was sent. */
async function refuseStale(context: Context, plan: Plan, file: string): Promise<void> {
  const groups = plan.changes.some(isGroupChange) ? await readGroups(context) : groupSnapshotOf([]);
  const snapshot = await readSnapshot(context);
  const issues = staleness(plan, snapshot, groups);
  const { profile } = await context.resolved();
  refuseProtected(plan.changes, snapshot, groups, protection(profile));
  if (issues.length === 0) return;
  const count = issues.length === 1 ? '1 change' : `${issues.length} changes`;
  throw new Failure('stale', `${file} is stale: ${count} would meet something else; nothing was sent`, {
    issues,
    hint: wordsAtConnection(plan, `bulk plan ${plan.source.file}`),
  });
}

/** Opens a run to go on with it. @throws Failure `usage` when there is none, `stale` when it is of another organization. */
export async function openToResume(context: Context, id: string): Promise<ResumedRun> {
  const { origin } = await context.connection();
  const run = openRun(runsFolder(context), id, context.world.now);
  if (run.plan.origin === origin)
    return { kind: 'resume', run, replayed: replay(run.records, run.plan.changes) };
  run.journal.close();
  throw otherOrganisation(`run ${id}`, run.plan, origin, `bulk resume ${id}`);
}

/** The same choice with everything still to do that failed. */
export function retrying(choice: ResumedRun): ResumedRun {
  const { outcomes } = choice.replayed;
  const kept = [...outcomes].filter(([, { state }]) => state !== 'failed');
  return { ...choice, replayed: { ...choice.replayed, outcomes: new Map(kept) } };
}

/** Returns the ID of a run; "latest" is the newest one. @throws Failure `usage` when there is none. */
export function runNamed(context: Context, name: string): string {
  if (name !== 'latest') return name;
  const [id] = runIds(runsFolder(context));
  if (id !== undefined) return id;
  throw new Failure('usage', 'there is no run', { hint: 'orgctl bulk apply FILE makes one' });
}

/** The failure of a run or a plan that belongs to another organization than the profile. */
export function otherOrganisation(what: string, plan: Plan, origin: string, words: string): Failure {
  return new Failure('stale', `${what} was made for ${plan.origin}, this profile is ${origin}`, {
    hint: wordsAtConnection(plan, words),
  });
}
