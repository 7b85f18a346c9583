import type { Change } from '../../bulk/plan/change.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import { describeChanges } from '../../bulk/report/summary.ts';
import { sendChange } from '../../bulk/run/send-change.ts';
import { asFailure } from '../../failure/failure.ts';
import { DryRunWrite } from '../../http/dry-run.ts';
import type { HttpRequest } from '../../http/transport.ts';
import { groupPatchBody } from '../../scim/group-patch.ts';
import { sendGroupPatch } from '../../scim/groups.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { groupId, userId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { requestInWords } from '../printing/request-in-words.ts';
import { singleChangeView } from '../views/change-view.ts';
import type { Intention } from './intention.ts';
import type { Sender } from './sender.ts';
import { connectionInWords } from './where-words.ts';

/** Prints what a command would change; with --verbose also the requests. Nothing is sent. */
export async function showDryRun(
  context: Context,
  plan: Plan,
  sender: Sender,
  { secrets = new Map(), users = [], others = [], names }: Intention,
): Promise<void> {
  const called = new Map<string, string>(
    [...users, ...others].map(({ id, values }) => [id, values.userName ?? id]),
  );
  for (const [id, name] of names ?? []) called.set(id, name);
  const { changes } = plan;
  const printer = await context.printer();
  await printer.list(changes, singleChangeView(called));
  const where = connectionInWords(plan.profile, plan.origin);
  await context.messages.note(`dry run: ${describeChanges(changes)} ${where}; nothing was sent`);
  if (context.common.verbose !== true) return;
  for (const change of changes) {
    const request = await requestOf(change, sender, secrets);
    if (request !== undefined) await context.messages.block(requestInWords(request));
  }
}

/** Prints that a command would change nothing: an empty list. The reason was already printed as a note. */
export async function showNoChanges(context: Context): Promise<void> {
  await (await context.printer()).list([], singleChangeView(new Map()));
  await context.messages.note('dry run: nothing to change; nothing was sent');
}

/** Returns the request that a change would send, which the dry-run layer throws. */
async function requestOf(
  change: Change,
  sender: Sender,
  secrets: ReadonlyMap<number, UserValues>,
): Promise<HttpRequest | undefined> {
  const context = { ...sender.context(secrets), createdId: () => PLACEHOLDER };
  const { scim } = sender;
  try {
    // A group that the command would create cannot be read yet.
    if (change.kind === 'addMembers' && 'createdBy' in change.target) {
      const add = change.members.map((member) => ('id' in member ? member.id : userId(PLACEHOLDER)));
      await sendGroupPatch(scim, groupId(PLACEHOLDER), groupPatchBody({ add }, scim.dialect));
    } else await sendChange(change, context);
  } catch (error) {
    if (error instanceof DryRunWrite) return withCreatedId(error.request, change);
    const { kind } = asFailure(error);
    // A resource that an earlier change would create cannot be read yet.
    if (kind !== 'refused') throw error;
  }
  return undefined;
}

/** Placeholder in a path for an ID that the service has not assigned yet. */
const PLACEHOLDER = 'NOT-YET-CREATED';

function withCreatedId(request: HttpRequest, change: Change): HttpRequest {
  if (!('target' in change && 'createdBy' in change.target)) return request;
  return { ...request, url: request.url.replace(PLACEHOLDER, `<id of ${change.target.createdBy}>`) };
}
