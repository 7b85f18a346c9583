import { shardOfRow } from '../../bulk/input/shard.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { missingShards, type ReadRun, shardInWords } from '../../bulk/report/merge-runs.ts';
import { runHolder } from '../../bulk/run/lock-run.ts';
import { runIds, startOf } from '../../bulk/run/run-folders.ts';
import { hasLockHolder, mayResume, type RunSummary, summarizeRun } from '../../bulk/run/run-state.ts';
import { readRunPlan, readRunRecords } from '../../bulk/run/runs.ts';
import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Context } from '../context.ts';
import { lockHolderLines } from './lock-holder-lines.ts';
import type { ApplyInput } from './read-apply-input.ts';
import { recordedRunHint, takeOverWords } from './resume-words.ts';
import { runsFolder } from './runs-folder.ts';

/**
 * Checks the shards of a file that ran with this runs folder, before the whole file is applied. Shards that
 * ran on other machines are unknown here, but their changes are found in the organization.
 * @returns a function that reports the users that the plan creates because no shard did
 * @throws Failure `usage` for a shard of the file, `stale` if a shard can still be resumed
 */
export async function refuseUnfinishedShards(
  context: Context,
  input: ApplyInput,
): Promise<(plan: Plan) => Promise<void>> {
  const shard = input.kind === 'rows' ? input.input.reading?.shard : input.plan.source.reading?.shard;
  if (shard !== undefined)
    throw new Failure('usage', `bulk finish needs the whole file, not shard ${shardInWords(shard)}`, {
      hint: 'omit --shard',
    });
  const digest = input.kind === 'rows' ? input.input.digest : input.plan.source.digest;
  const { origin } = await context.connection();
  const latest = latestShards(runsFolder(context), origin, digest);
  for (const { id, plan, records, holder } of latest) {
    const summary = summarizeRun(id, plan, records, holder);
    const { shard: part } = summary;
    if (part !== undefined && hasLockHolder(summary))
      throw shardInProgressFailure(shardInWords(part), summary, context, plan);
    if (part === undefined || !mayResume(summary)) continue;
    throw new Failure(
      'stale',
      `shard ${shardInWords(part)} of ${summary.source} is not done; nothing was sent`,
      {
        hint: recordedRunHint(context, { id, plan }, summary),
      },
    );
  }
  const missing = missingShards(latest);
  if (missing.length > 0)
    await context.messages.note(
      missing.length === 1
        ? `shard ${missing[0]} did not run from here; its remaining changes are applied now`
        : `shards ${missing.join(', ')} did not run from here; their remaining changes are applied now`,
    );
  const counts = new Set(latest.flatMap(({ plan }) => plan.source.reading?.shard?.count ?? []));
  const [count] = counts.size === 1 ? counts : [];
  return async (plan) => {
    const words = usersCreated(plan, input, count);
    if (words !== undefined) await context.messages.warn(words);
  };
}

/**
 * Returns "8 users of shard 1/2 do not exist yet; bulk finish creates them"; undefined if the plan creates
 * none.
 */
function usersCreated(plan: Plan, input: ApplyInput, count: number | undefined): string | undefined {
  const created = plan.changes.filter(({ kind }) => kind === 'createUser');
  if (created.length === 0) return undefined;
  const end = `not exist yet; bulk finish creates ${created.length === 1 ? 'this user' : 'them'}`;
  const verb = created.length === 1 ? 'does' : 'do';
  if (count === undefined || input.kind !== 'rows')
    return `${pluralize(created.length, 'user')} ${verb} ${end}`;
  const { rows, match } = input.input;
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const ofShard = new Map<number, number>();
  for (const { line } of created) {
    const row = byLine.get(line);
    if (row === undefined) continue;
    const index = shardOfRow(row, count, match);
    ofShard.set(index, (ofShard.get(index) ?? 0) + 1);
  }
  const parts = [...ofShard]
    .sort(([one], [other]) => one - other)
    .map(([index, users]) => `${pluralize(users, 'user')} of shard ${shardInWords({ index, count })}`);
  return `${parts.join(', ')} ${verb} ${end}`;
}

function shardInProgressFailure(shard: string, summary: RunSummary, context: Context, plan: Plan): Failure {
  const { id, source } = summary;
  const [who, ...more] = lockHolderLines(summary, () => takeOverWords(context, { id, plan }, summary));
  return new Failure('stale', `shard ${shard} of ${source} is not done (${who}); nothing was sent`, {
    hint: more[0] ?? 'wait until it is done',
  });
}

/** Returns the latest run of each shard of a file. */
function latestShards(folder: string, origin: string, digest: string): readonly ReadRun[] {
  const found = new Map<string, ReadRun>();
  for (const id of runIds(folder)) {
    const start = startOf(folder, id);
    if (start?.origin !== origin || start.mode === 'single') continue;
    const plan = readRunPlan(folder, id);
    const { reading } = plan.source;
    if (plan.source.digest !== digest || reading?.shard === undefined) continue;
    const key = shardInWords(reading.shard);
    const holder = runHolder(folder, id);
    if (!found.has(key)) found.set(key, { id, plan, records: readRunRecords(folder, id), holder });
  }
  return [...found.values()];
}
