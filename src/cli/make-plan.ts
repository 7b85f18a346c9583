import type { Mode } from '../bulk/desired-state.ts';
import { forecastOf } from '../bulk/forecast.ts';
import { planChanges } from '../bulk/plan-changes.ts';
import type { Plan } from '../bulk/plan-file.ts';
import { takeSnapshot } from '../bulk/snapshot.ts';
import type { Context } from './context.ts';
import { type BulkInput, rejected } from './read-bulk-input.ts';

/** Reads the organization and works out what a file would change. @throws Failure `invalidInput` with every row that cannot be done. */
export async function makePlan(context: Context, input: BulkInput, mode: Mode): Promise<Plan> {
  const { scim, origin } = await context.connection();
  const { profile } = await context.resolved();
  const progress = context.messages.progress();
  const snapshot = await takeSnapshot(scim, (read, total) => {
    progress.update(`reading users: ${read}${total === undefined ? '' : ` of ${total}`}`);
  }).finally(() => progress.stop());
  const { changes, unchanged, issues } = planChanges(input.rows, snapshot, { mode, file: input.file });
  if (issues.length > 0) throw rejected(input.file, issues);
  return {
    format: 'orgctl-plan',
    version: 1,
    created: new Date(context.world.now()).toISOString(),
    profile: profile.name,
    origin,
    scimVersion: scim.dialect.version,
    mode,
    source: { file: input.file, digest: input.digest, rows: input.rows.length },
    activeUsers: snapshot.activeUsers,
    unchanged,
    forecast: forecastOf(changes, scim.dialect.version),
    changes,
  };
}
