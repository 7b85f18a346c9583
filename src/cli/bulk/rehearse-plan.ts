import type { DesiredUser } from '../../bulk/input/desired-state.ts';
import type { GroupSnapshot } from '../../bulk/plan/group-snapshot.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { Snapshot } from '../../bulk/plan/snapshot.ts';
import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import type { Issue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { UserAttributeName, UserValues } from '../../spec/user-attributes.ts';
import type { Context } from '../context.ts';

/**
 * Applies a plan in a sandbox that starts with the state of the organization, and reports what the service
 * would refuse.
 * @throws Failure `invalidInput` with the line, the user and the code of each refusal; nothing was sent
 */
export async function rehearsePlan(
  context: Context,
  plan: Plan,
  { snapshot, groups }: { readonly snapshot: Snapshot; readonly groups: GroupSnapshot },
  rows: readonly DesiredUser[],
): Promise<void> {
  const { scim } = await context.connection();
  const { rehearse } = await import('../../bulk/run/rehearse.ts');
  const { changes, source } = plan;
  const progress = context.messages.progress();
  let done = 0;
  const { outcomes, stoppedBy } = await rehearse({
    changes,
    snapshot,
    groups,
    dialect: scim.dialect,
    readSecrets: secretsByLine(rows),
    now: context.host.now,
    stop: context.shutdown.signal,
    onOutcome: () => {
      done += 1;
      progress.update(`rehearsing: ${done} of ${changes.length}`);
    },
  }).finally(() => progress.stop());
  if (stoppedBy === 'signal') throw new Interrupted(context.shutdown.cause());
  if (stoppedBy !== undefined) throw stoppedBy;
  const issues = changes.flatMap(({ id, line, name }): Issue[] => {
    const outcome = outcomes.get(id);
    if (outcome?.state !== 'failed') return [];
    const { code, message } = outcome;
    return [{ code, path: name, message, at: { file: source.file, line } }];
  });
  if (issues.length === 0) {
    if (changes.length > 0)
      await context.messages.note(
        'rehearsal passed: the service would accept every change; roles, bots and channel names are not visible and were not checked',
      );
    return;
  }
  throw new Failure(
    'invalidInput',
    `the service would refuse ${issues.length} of ${pluralize(changes.length, 'change')}`,
    {
      issues,
      hint: 'nothing was sent; correct these rows, or omit --rehearse to plan them anyway',
    },
  );
}

function secretsByLine(rows: readonly DesiredUser[]) {
  const byLine = new Map(rows.map(({ line, set }) => [line, set]));
  return (line: number, names: readonly UserAttributeName[]): UserValues => {
    const { password, photo } = byLine.get(line) ?? {};
    return {
      ...(names.includes('password') && password !== undefined ? { password } : {}),
      ...(names.includes('photo') && photo !== undefined ? { photo } : {}),
    };
  };
}
