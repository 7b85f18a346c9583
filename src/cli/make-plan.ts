import { deferManagers } from '../bulk/defer-managers.ts';
import type { Mode } from '../bulk/desired-state.ts';
import { forecastOf } from '../bulk/forecast.ts';
import { planChanges } from '../bulk/plan-changes.ts';
import type { Plan } from '../bulk/plan-file.ts';
import { type Snapshot, takeSnapshot } from '../bulk/snapshot.ts';
import type { Context } from './context.ts';
import { type BulkInput, rejected } from './read-bulk-input.ts';

/** Reads the organization and works out what a file would change. @throws Failure `invalidInput` with every row that cannot be done. */
export async function makePlan(context: Context, input: BulkInput, mode: Mode): Promise<Plan> {
  return (await makePlanAndSnapshot(context, input, mode)).plan;
}

/** The same, with what the organization was. */
export async function makePlanAndSnapshot(
  context: Context,
  input: BulkInput,
  mode: Mode,
): Promise<{ readonly plan: Plan; readonly snapshot: Snapshot }> {
  const { scim, origin } = await context.connection();
  const { profile } = await context.resolved();
  const progress = context.messages.progress();
  const snapshot = await takeSnapshot(scim, (read, total) => {
    progress.update(`reading users: ${read}${total === undefined ? '' : ` of ${total}`}`);
  }).finally(() => progress.stop());
  const { rows, deferred } = deferManagers(input.rows, input.others, snapshot);
  if (deferred > 0) {
    const who = deferred === 1 ? '1 manager is' : `${deferred} managers are`;
    await context.messages.warn(
      `${who} created by other shares; when all are done, run the same again to set them`,
    );
  }
  const { changes, unchanged, issues } = planChanges(rows, snapshot, { mode, file: input.file });
  if (issues.length > 0) throw rejected(input.file, issues, input.reading);
  const plan: Plan = {
    format: 'orgctl-plan',
    version: 1,
    created: new Date(context.world.now()).toISOString(),
    profile: profile.name,
    origin,
    scimVersion: scim.dialect.version,
    mode,
    source: {
      file: input.file,
      digest: input.digest,
      rows: input.rows.length,
      ...(input.reading === undefined ? {} : { reading: input.reading }),
    },
    activeUsers: snapshot.activeUsers,
    unchanged,
    forecast: forecastOf(changes, scim.dialect.version),
    changes,
  };
  return { plan, snapshot };
}
