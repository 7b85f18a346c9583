import { join } from 'node:path';
import { type Replayed, replay } from '../bulk/journal.ts';
import { type Plan, planDigest } from '../bulk/plan-file.ts';
import { sourceIdentity } from '../bulk/reading.ts';
import { findRun, type OpenRun, openRun } from '../bulk/runs.ts';
import { Failure } from '../failure/failure.ts';
import type { Context } from './context.ts';
import { makePlan } from './make-plan.ts';
import type { ApplyInput } from './read-apply-input.ts';

/** What `bulk apply` is going to do: begin a run, or go on with one that did not come to its end. */
export type RunChoice =
  | { readonly kind: 'start'; readonly plan: Plan }
  | { readonly kind: 'resume'; readonly run: OpenRun; readonly replayed: Replayed }
  | { readonly kind: 'done'; readonly why: string };

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
      { origin, source: sourceIdentity(input.input), mode: input.mode },
      'unfinished',
    );
    if (unfinished !== undefined) return resume(context, unfinished);
    const plan = await makePlan(context, input.input, input.mode);
    if (plan.changes.length > 0) return { kind: 'start', plan };
    return {
      kind: 'done',
      why: `nothing to do: ${plan.unchanged} of ${plan.source.rows} rows are already as wanted`,
    };
  }
  const { plan, file } = input;
  if (plan.origin !== origin) {
    throw new Failure('stale', `${file} was made for ${plan.origin}, this profile is ${origin}`, {
      hint: `orgctl -p ${plan.profile} bulk apply ${file}`,
    });
  }
  const digest = planDigest(plan);
  const unfinished = findRun(folder, { origin, plan: digest }, 'unfinished');
  if (unfinished !== undefined) return resume(context, unfinished);
  const finished = findRun(folder, { origin, plan: digest }, 'finished');
  if (finished !== undefined) return { kind: 'done', why: `this plan was carried out by run ${finished}` };
  if (plan.changes.length > 0) return { kind: 'start', plan };
  return { kind: 'done', why: 'nothing to do: the plan has no changes' };
}

function resume(context: Context, id: string): RunChoice {
  const run = openRun(runsFolder(context), id, context.world.now);
  return { kind: 'resume', run, replayed: replay(run.records, run.plan.changes) };
}
